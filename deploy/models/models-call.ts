// What a command of `npm run models` is: how it reads its arguments and options, and what it answers with.
import type { ModelSettings } from "../../media-node/models/model-settings.ts";
import type { PullProgress } from "../../media-node/models/pull-bundle.ts";
import type { Environment } from "../../shared/process/environment.ts";

export interface ModelsCall {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly modelsDir: string;
  readonly mirror: string | undefined;
  readonly settings: Pick<ModelSettings, "providerChoice" | "speechModel">;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PullProgress) => void;
  /** Tells people something before the result is there. */
  readonly say: (text: string) => void;
  /** Their answer to a question; undefined where nobody can be asked. */
  readonly ask: (question: string) => Promise<boolean | undefined>;
}

export interface ModelsResult {
  readonly json: unknown;
  readonly text: string;
  readonly failed?: boolean;
}

export interface ModelsCommand {
  readonly word: string;
  readonly usage: string;
  readonly run: (call: ModelsCall) => Promise<ModelsResult>;
}
