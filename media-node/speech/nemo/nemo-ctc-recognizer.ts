// Speech models with a CTC head in the layout of NeMo's ONNX exports (Conformer CTC, Parakeet CTC) and the built-in
// model, which has the same layout with a lexicon and a language model beside it. Names of inputs and outputs are those
// that onnx-asr's sources read: `audio_signal` [windows, melBins, frames], `length` [windows]; `logprobs` [windows,
// frames', symbols]. Verified on networks of that layout with planted weights and on the built-in model; the weights of
// Parakeet could not be had where this was written.
import { NEMO_LIMITS, SPEECH_LIMITS } from "../../../shared/limits/speech.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import type { Tensors } from "../../onnx/local-session.ts";
import { type OnnxSession, type OnnxSessionOptions, openOnnxSession } from "../../onnx/onnx-session.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import type { CtcLogProbs } from "../ctc/ctc-log-probs.ts";
import type { RecognizedWord, SpeechRecognizer } from "../speech-recognizer.ts";
import {
  type NemoSettings,
  networkPath,
  readSettings,
  readVocabulary,
  unusableBundle,
} from "./nemo-bundle.ts";
import { type CtcDecoder, openCtcDecoder } from "./nemo-ctc-decoder.ts";
import { encoderInput } from "./nemo-encoder-input.ts";
import { NemoFrontEnd } from "./nemo-features.ts";
import { inGroupsOfSimilarLength } from "./nemo-window-groups.ts";
import { timeWords } from "./nemo-words.ts";

/** The output of one window: its own frames only. */
function windowLogProbs(
  { logprobs }: Tensors,
  window: number,
  featureFrames: number,
  subsampling: number,
): CtcLogProbs {
  const [, maxFrames = 0, symbols = 0] = logprobs?.dims ?? [];
  const frames =
    featureFrames === 0 ? 0 : Math.min(maxFrames, Math.floor((featureFrames - 1) / subsampling) + 1);
  const values = logprobs?.data as Float32Array;
  return {
    values: values.subarray(window * maxFrames * symbols, (window * maxFrames + frames) * symbols),
    frames,
    symbols,
  };
}

interface CtcModel {
  readonly bundle: ModelBundle;
  readonly settings: NemoSettings;
  readonly symbols: number;
  readonly frontEnd: NemoFrontEnd;
  readonly session: OnnxSession;
  readonly decode: CtcDecoder;
}

/** Words of windows that run together. */
async function recognizeWords(
  { bundle, settings, symbols, frontEnd, session, decode }: CtcModel,
  windows: readonly Float32Array[],
): Promise<RecognizedWord[][]> {
  const { feeds, frames } = encoderInput(frontEnd, session, windows);
  const outputs = await session.run(feeds, ["logprobs"]);
  if (outputs.logprobs?.dims[2] !== symbols) {
    throw unusableBundle(bundle, "its network has another number of symbols than its vocabulary");
  }
  return windows.map((samples, window) => {
    const logProbs = windowLogProbs(outputs, window, frames[window] ?? 0, settings.subsampling);
    return timeWords(decode(logProbs), settings, samples.length / AUDIO_SAMPLE_RATE_HZ);
  });
}

/**
 * Opens a bundle of the family `nemo-ctc`.
 * @throws AppError MODEL_UNAVAILABLE, OUT_OF_MEMORY
 */
export async function openNemoCtcRecognizer(
  bundle: ModelBundle,
  options: OnnxSessionOptions,
): Promise<SpeechRecognizer> {
  const [settings, vocabulary] = await Promise.all([readSettings(bundle), readVocabulary(bundle)]);
  const decode = await openCtcDecoder(bundle, vocabulary);
  const session = await openOnnxSession(networkPath(bundle, "model"), options);
  const frontEnd = new NemoFrontEnd(settings.melBins);
  const model: CtcModel = { bundle, settings, symbols: vocabulary.pieces.length, frontEnd, session, decode };
  const ownLanguage = bundle.manifest.languages?.[0] ?? "en";
  return {
    provider: session.provider,
    passedOver: session.passedOver,
    limits: { windowS: NEMO_LIMITS.windowS, batchSize: SPEECH_LIMITS.batchSize },
    recognize: async (windows, { language = ownLanguage }) => {
      const found = await inGroupsOfSimilarLength(windows, (group) => recognizeWords(model, group));
      return found.map((words) => ({ words, language }));
    },
    dispose: () => session.dispose(),
  };
}
