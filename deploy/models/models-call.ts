// What a command of `npm run models` is: how it reads its arguments and options, and what it answers with.
import type { PullProgress } from "../../media-node/models/pull-bundle.ts";

export interface ModelsCall {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly modelsDir: string;
  readonly mirror: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PullProgress) => void;
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
