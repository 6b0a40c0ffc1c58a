// What the operator hears of execution providers: in the metrics what each model runs on, in the log once for each model
// and provider, with every provider that was asked for first and could not be had.
import type { Logger } from "../shared/logger.ts";
import type { ExecutionProvider, PassedOverProvider } from "./onnx/onnx-session.ts";
import type { NodeMetrics } from "./worker/node-metrics.ts";

export type ProviderNews = (
  model: string,
  provider: ExecutionProvider,
  passedOver: readonly PassedOverProvider[],
) => void;

export interface ProviderNewsOptions {
  readonly metrics: Pick<NodeMetrics, "setModelProvider">;
  readonly logger: Logger;
}

export function providerNews({ metrics, logger }: ProviderNewsOptions): ProviderNews {
  const said = new Set<string>();
  return (model, provider, passedOver) => {
    metrics.setModelProvider(model, provider);
    const news = `${model} ${provider}`;
    if (said.has(news)) return;
    said.add(news);
    logger.info({ model, provider }, "model loaded");
    for (const { provider: missing, reason } of passedOver) {
      logger.warn(
        { model, provider, missing, reason },
        `${missing} could not be had: the model runs on ${provider}`,
      );
    }
  };
}
