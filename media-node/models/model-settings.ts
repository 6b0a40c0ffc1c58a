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
import { automaticChoice, explicitChoice, type ProviderChoice } from "../onnx/devices/provider-choice.ts";
import { PROVIDER_NAMES } from "../onnx/execution-providers.ts";

const PROVIDERS_VARIABLE = "CLIPMILL_EXECUTION_PROVIDERS";

export interface ModelSettings {
  /** Where models are installed; absolute. */
  readonly modelsDir: string;
  /** Asked instead of the model hub; without a trailing slash. */
  readonly modelMirror: string | undefined;
  /** What models may run on. */
  readonly providerChoice: ProviderChoice;
  /** The name of the bundle that recognizes speech; undefined: the best one that is installed. */
  readonly speechModel: string | undefined;
}

function readProviders(env: Environment): ProviderChoice {
  const names = readList(env, PROVIDERS_VARIABLE);
  if (names.length === 0 || (names.length === 1 && names[0] === "auto")) return automaticChoice();
  return explicitChoice(
    names.map((name) => {
      const provider = PROVIDER_NAMES.find((each) => each === name);
      if (provider !== undefined) return provider;
      const list = PROVIDER_NAMES.join(", ");
      throw new SettingError(
        PROVIDERS_VARIABLE,
        `must be auto, or a list of ${list}, in the order in which they are tried; "${name}" is none of them.`,
      );
    }),
  );
}

/** Reads and checks them. @throws SettingError */
export function readModelSettings(env: Environment): ModelSettings {
  const dataDir = readDataDir(env).path;
  return {
    modelsDir: resolve(readText(env, "CLIPMILL_MODELS_DIR") ?? join(dataDir, "models")),
    modelMirror: readHttpUrl(env, "CLIPMILL_MODEL_MIRROR"),
    providerChoice: readProviders(env),
    speechModel: readText(env, "CLIPMILL_SPEECH_MODEL"),
  };
}
