// The settings about models, for the media node and for the command line, which needs no others.
import { join, resolve } from "node:path";
import {
  type Environment,
  readHttpUrl,
  readList,
  readText,
  SettingError,
} from "../../shared/process/environment.ts";
import { readDataDir } from "../../shared/process/own-folders.ts";
import type { ExecutionProvider } from "../onnx/onnx-session.ts";

export interface ModelSettings {
  /** Where models are installed; absolute. */
  readonly modelsDir: string;
  /** Asked instead of the model hub; without a trailing slash. */
  readonly modelMirror: string | undefined;
  /** Tried in this order. */
  readonly executionProviders: readonly ExecutionProvider[];
  /** The name of the bundle that recognises speech; undefined: the best one that is installed. */
  readonly speechModel: string | undefined;
}

// Named here anew: importing the engine's own list would load ONNX Runtime for a command that only copies files.
const PROVIDERS = ["cuda", "webgpu", "cpu"] as const satisfies readonly ExecutionProvider[];

function readProviders(env: Environment): readonly ExecutionProvider[] {
  const names = readList(env, "CLIPMILL_EXECUTION_PROVIDERS");
  if (names.length === 0) return PROVIDERS;
  const unknown = names.find((name) => !PROVIDERS.some((provider) => provider === name));
  if (unknown !== undefined) {
    throw new SettingError(
      "CLIPMILL_EXECUTION_PROVIDERS",
      `must be a list of ${PROVIDERS.join(", ")}, in the order in which they are tried; "${unknown}" is none of them.`,
    );
  }
  return [...new Set(names as ExecutionProvider[])];
}

/** Reads and checks them. @throws SettingError */
export function readModelSettings(env: Environment): ModelSettings {
  const dataDir = readDataDir(env).path;
  return {
    modelsDir: resolve(readText(env, "CLIPMILL_MODELS_DIR") ?? join(dataDir, "models")),
    modelMirror: readHttpUrl(env, "CLIPMILL_MODEL_MIRROR"),
    executionProviders: readProviders(env),
    speechModel: readText(env, "CLIPMILL_SPEECH_MODEL"),
  };
}
