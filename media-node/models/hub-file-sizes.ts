// What the files of a model measure, asked of the hub where the catalogue does not know. These are a pull's first
// requests, so that they also find out within seconds whether there is a way to the hub: later, a connection that breaks
// is tried again for as long as it takes, which is nothing for a machine without internet.
import type { Dispatcher } from "undici";
import { discard, requestFile } from "../downloads/request-file.ts";
import { addressOf, type CatalogueEntry, type CatalogueFile } from "./catalogue/catalogue-entry.ts";
import { MODEL_FAILURES, unreachableFailure } from "./model-failure.ts";
import { type Announced, createModelDispatcher, hubRules, type ModelLimits } from "./request-model.ts";

export interface HubQuestion {
  readonly entry: CatalogueEntry;
  /** Without a trailing slash. */
  readonly mirror?: string | undefined;
  readonly signal: AbortSignal;
  readonly limits: Pick<ModelLimits, "firstConnectTimeoutMs" | "firstAnswerTimeoutMs">;
}

/**
 * The size of each file in bytes, in the catalogue's order; null where the server does not say, which is no failure yet.
 * @throws AppError UNAVAILABLE that says what to do where the hub cannot be reached; `signal.reason` on abort
 */
export async function findFileSizes(question: HubQuestion): Promise<(number | null)[]> {
  const { entry, signal, limits } = question;
  const dispatcher = createModelDispatcher({
    connectTimeoutMs: limits.firstConnectTimeoutMs,
    idleTimeoutMs: limits.firstAnswerTimeoutMs,
  });
  const ask = async (file: CatalogueFile, index: number): Promise<number | null> => {
    const isFirst = index === 0;
    if (file.sizeBytes !== null && !isFirst) return file.sizeBytes;
    const asked = await askFile(question, file, dispatcher).catch((error: unknown) => {
      signal.throwIfAborted();
      if (isFirst) throw error;
      return null;
    });
    return file.sizeBytes ?? asked?.sizeBytes ?? null;
  };
  try {
    return await Promise.all(entry.files.map(ask));
  } finally {
    await dispatcher.destroy();
  }
}

/**
 * What the server announces of a file; nothing where it does not have it.
 * @throws AppError UNAVAILABLE; `signal.reason` on abort
 */
export async function askFile(
  { entry, mirror, signal }: Pick<HubQuestion, "entry" | "mirror" | "signal">,
  file: CatalogueFile,
  dispatcher: Dispatcher,
): Promise<Readonly<Announced>> {
  const announced: Announced = { sizeBytes: null, sha256: null };
  const response = await requestFile({
    ...hubRules(announced),
    method: "HEAD",
    url: addressOf(entry.source, file, mirror),
    dispatcher,
    signal,
    failures: { ...MODEL_FAILURES, connection: unreachableFailure },
  });
  discard(response.body);
  const length = response.header("content-length");
  if (response.status !== 200) return { sizeBytes: null, sha256: null };
  return { ...announced, sizeBytes: announced.sizeBytes ?? (length === undefined ? null : Number(length)) };
}
