// Transducers in the layout of NeMo's ONNX exports (Parakeet TDT, Parakeet RNN-T), as onnx-asr's sources read them:
// `encoder-model.onnx` (`audio_signal`, `length` -> `outputs` [windows, width, frames'], `encoded_lengths`) and
// `decoder_joint-model.onnx` (`encoder_outputs`, `targets`, `target_length`, `input_states_1`, `input_states_2` ->
// `outputs` [windows, 1, 1, tokens + durations] and the next states). Durations are 0, 1, 2 … frames, as many as the
// output has beyond the vocabulary; none make it an RNN transducer. Verified on networks of that layout with planted
// weights; those of Parakeet could not be had where this was written.
import { NEMO_LIMITS, SPEECH_LIMITS } from "../../../shared/limits/speech.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import {
  type OnnxSession,
  type OnnxSessionOptions,
  openOnnxSession,
  type PassedOverProvider,
} from "../../onnx/onnx-session.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { wordsOfPieces } from "../ctc/subword-words.ts";
import type { RecognizedWord, SpeechRecognizer } from "../speech-recognizer.ts";
import {
  type NemoSettings,
  type NemoVocabulary,
  networkPath,
  readSettings,
  readVocabulary,
  unusableBundle,
} from "./nemo-bundle.ts";
import { encoderInput } from "./nemo-encoder-input.ts";
import { NemoFrontEnd } from "./nemo-features.ts";
import {
  type EncodedWindows,
  type PredictorState,
  readEncoded,
  TransducerNetwork,
} from "./nemo-transducer-network.ts";
import { inGroupsOfSimilarLength } from "./nemo-window-groups.ts";
import { timeWords } from "./nemo-words.ts";
import { tdtGreedy } from "./tdt-greedy.ts";

interface Transducer {
  readonly settings: NemoSettings;
  readonly vocabulary: NemoVocabulary;
  readonly frontEnd: NemoFrontEnd;
  readonly encoder: OnnxSession;
  readonly network: TransducerNetwork;
}

/** Windows too short for a frame of features have no frames of output, whatever the encoder makes of the padding. */
async function encode(
  { frontEnd, encoder }: Transducer,
  windows: readonly Float32Array[],
): Promise<EncodedWindows> {
  const { feeds, frames } = encoderInput(frontEnd, encoder, windows);
  const encoded = readEncoded(await encoder.run(feeds, ["outputs", "encoded_lengths"]));
  return { ...encoded, frames: encoded.frames.map((count, window) => (frames[window] === 0 ? 0 : count)) };
}

async function recognizeWords(
  transducer: Transducer,
  windows: readonly Float32Array[],
): Promise<RecognizedWord[][]> {
  const { settings, vocabulary, network } = transducer;
  const encoded = await encode(transducer, windows);
  const spans = await tdtGreedy<PredictorState>({
    frames: encoded.frames,
    blank: vocabulary.blank,
    tokenCount: vocabulary.pieces.length,
    maxSymbolsPerFrame: settings.maxSymbolsPerFrame,
    step: (steps) => network.step(encoded, steps),
  });
  return windows.map((samples, window) => {
    const words = wordsOfPieces(spans[window] ?? [], vocabulary.pieces);
    return timeWords(words, settings, samples.length / AUDIO_SAMPLE_RATE_HZ);
  });
}

async function openNetworks(
  bundle: ModelBundle,
  options: OnnxSessionOptions,
): Promise<{ encoder: OnnxSession; decoder: OnnxSession }> {
  const encoder = await openOnnxSession(networkPath(bundle, "encoder-model"), options);
  try {
    return { encoder, decoder: await openOnnxSession(networkPath(bundle, "decoder_joint-model"), options) };
  } catch (error) {
    await encoder.dispose();
    throw error;
  }
}

/** A decoder that fell back alone is not silent either. */
function passedOverByEither(encoder: OnnxSession, decoder: OnnxSession): PassedOverProvider[] {
  const known = encoder.passedOver.map(({ provider }) => provider);
  return [...encoder.passedOver, ...decoder.passedOver.filter(({ provider }) => !known.includes(provider))];
}

/**
 * Opens a bundle of the family `nemo-tdt`. A model of several languages does not say which one it heard: windows are
 * reported in the language that was asked for, else in the manifest's first.
 * @throws AppError MODEL_UNAVAILABLE, OUT_OF_MEMORY
 */
export async function openNemoTdtRecognizer(
  bundle: ModelBundle,
  options: OnnxSessionOptions,
): Promise<SpeechRecognizer> {
  const [settings, vocabulary] = await Promise.all([readSettings(bundle), readVocabulary(bundle)]);
  const { encoder, decoder } = await openNetworks(bundle, options);
  const dispose = async (): Promise<void> => {
    await Promise.all([encoder.dispose(), decoder.dispose()]);
  };
  const network = new TransducerNetwork(decoder);
  if (!network.isUsable) {
    await dispose();
    throw unusableBundle(bundle, "its decoder does not say how large its states are");
  }
  const frontEnd = new NemoFrontEnd(settings.melBins);
  const transducer: Transducer = { settings, vocabulary, frontEnd, encoder, network };
  const ownLanguage = bundle.manifest.languages?.[0] ?? "en";
  return {
    provider: encoder.provider,
    passedOver: passedOverByEither(encoder, decoder),
    limits: { windowS: NEMO_LIMITS.windowS, batchSize: SPEECH_LIMITS.batchSize },
    recognize: async (windows, { language = ownLanguage }) => {
      const found = await inGroupsOfSimilarLength(windows, (group) => recognizeWords(transducer, group));
      return found.map((words) => ({ words, language }));
    },
    dispose,
  };
}
