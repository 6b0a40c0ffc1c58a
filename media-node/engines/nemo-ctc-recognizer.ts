// Speech models with a CTC head in the layout of NeMo's ONNX exports (Conformer CTC, Parakeet CTC) and the built-in
// model, which has the same layout with a lexicon and a language model beside it. Names of inputs and outputs are those
// that onnx-asr's sources read: `audio_signal` [windows, melBins, frames], `length` [windows]; `logprobs` [windows,
// frames', symbols]. Verified on networks of that layout with planted weights and on the built-in model; the weights of
// Parakeet could not be had where this was written.
import { NEMO_LIMITS, SPEECH_LIMITS } from "../../shared/limits.ts";
import type { CtcLogProbs } from "../signal/ctc-log-probs.ts";
import { NemoFrontEnd } from "../signal/nemo-features.ts";
import type { ModelBundle } from "./model-bundle.ts";
import { networkPath, readSettings, readVocabulary, unusableBundle } from "./nemo-bundle.ts";
import { openCtcDecoder } from "./nemo-ctc-decoder.ts";
import { encoderInput } from "./nemo-encoder-input.ts";
import { timeWords } from "./nemo-words.ts";
import { type OnnxSessionOptions, openOnnxSession, type Tensors } from "./onnx-session.ts";
import { SPEECH_SAMPLE_RATE_HZ, type SpeechRecognizer } from "./speech-recognizer.ts";

/** The output of one window: its own frames only. */
function windowLogProbs(
  { logprobs }: Tensors,
  window: number,
  featureFrames: number,
  subsampling: number,
): CtcLogProbs {
  const [, most = 0, symbols = 0] = logprobs?.dims ?? [];
  const frames = featureFrames === 0 ? 0 : Math.min(most, Math.floor((featureFrames - 1) / subsampling) + 1);
  const values = logprobs?.data as Float32Array;
  return {
    values: values.subarray(window * most * symbols, (window * most + frames) * symbols),
    frames,
    symbols,
  };
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
  const ownLanguage = bundle.manifest.languages?.[0] ?? "en";
  return {
    provider: session.provider,
    passedOver: session.passedOver,
    limits: { windowS: NEMO_LIMITS.windowS, batchSize: SPEECH_LIMITS.batchSize },
    recognize: async (windows, { language = ownLanguage }) => {
      if (windows.length === 0) return [];
      const { feeds, frames } = encoderInput(frontEnd, session, windows);
      const outputs = await session.run(feeds, ["logprobs"]);
      if (outputs.logprobs?.dims[2] !== vocabulary.pieces.length) {
        throw unusableBundle(bundle, "its network has another number of symbols than its vocabulary");
      }
      return windows.map((samples, window) => {
        const logProbs = windowLogProbs(outputs, window, frames[window] ?? 0, settings.subsampling);
        const words = timeWords(decode(logProbs), settings, samples.length / SPEECH_SAMPLE_RATE_HZ);
        return { words, language };
      });
    },
    dispose: () => session.dispose(),
  };
}
