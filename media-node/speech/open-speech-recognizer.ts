// From a bundle's family to the engine that reads it. A new family is a row here and an engine beside the others.
import { AppError } from "../../shared/errors.ts";
import type { ModelBundle } from "../models/model-bundle.ts";
import type { OnnxSessionOptions } from "../onnx/onnx-session.ts";
import { openNemoCtcRecognizer } from "./nemo/nemo-ctc-recognizer.ts";
import { openNemoTdtRecognizer } from "./nemo/nemo-tdt-recognizer.ts";
import type { SpeechRecognizer } from "./speech-recognizer.ts";

type OpenRecognizer = (bundle: ModelBundle, options: OnnxSessionOptions) => Promise<SpeechRecognizer>;

const FAMILIES: Readonly<Record<string, OpenRecognizer>> = {
  // Loaded when it is asked for: it is much of what starting a thread costs, and few nodes have such a model.
  whisper: async (bundle, options) => {
    const { openWhisperRecognizer } = await import("./whisper/whisper-recognizer.ts");
    return openWhisperRecognizer(bundle, options);
  },
  "nemo-ctc": openNemoCtcRecognizer,
  "nemo-tdt": openNemoTdtRecognizer,
};

/**
 * Loads a speech model.
 * @throws AppError MODEL_UNAVAILABLE for a family that this version does not know, and where the model does not open
 */
export function openSpeechRecognizer(
  bundle: ModelBundle,
  options: OnnxSessionOptions,
): Promise<SpeechRecognizer> {
  const { name, family } = bundle.manifest;
  const open = FAMILIES[family];
  if (open === undefined) {
    throw new AppError("MODEL_UNAVAILABLE", `This version cannot run the speech model ${name}.`, {
      cause: new Error(`unknown family ${family}`),
    });
  }
  return open(bundle, options);
}
