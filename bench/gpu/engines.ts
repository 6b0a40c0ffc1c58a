// Each engine on a device and on the CPU: how far apart their numbers are, and how long both take. The networks are what
// comes with the project, and random ones of the layouts of those that are installed.
import { join } from "node:path";
import { openImageModel } from "../../media-node/images/open-image-model.ts";
import { BUILT_IN_MODELS_DIR } from "../../media-node/models/find-bundles.ts";
import { readBundle } from "../../media-node/models/model-bundle.ts";
import type { ExecutionProvider } from "../../media-node/onnx/execution-providers.ts";
import { holdsOutputs } from "../../media-node/onnx/local-session.ts";
import type { OnnxSessionOptions } from "../../media-node/onnx/onnx-session.ts";
import { createSessionCache } from "../../media-node/onnx/session-cache.ts";
import { openAudioEventClassifier } from "../../media-node/senses/audio-events/audio-event-classifier.ts";
import { openImageTextModel } from "../../media-node/senses/image-text/image-text-model.ts";
import { openSpeechRecognizer } from "../../media-node/speech/open-speech-recognizer.ts";
import type { SpeechRecognizer } from "../../media-node/speech/speech-recognizer.ts";
import type { DecoderMemory } from "../../media-node/speech/whisper/whisper-model.ts";
import { openWhisperRecognizer } from "../../media-node/speech/whisper/whisper-recognizer.ts";
import { writeRandomAudioEvents } from "../../test/support/models/audio-event-models.ts";
import { writeRandomImageText } from "../../test/support/models/image-text-models.ts";
import { writeTinyWhisper } from "../../test/support/speech/tiny-whisper.ts";
import { whisperAudio } from "../../test/support/speech/whisper-audio.ts";
import { QUIET } from "../images/recorded-networks.ts";
import { sampleWindows } from "../speech/speech-built-in.ts";

export interface EngineTrial {
  readonly name: string;
  /** Where it is no way of working; nowhere unless told. */
  readonly isLeftOut?: (provider: ExecutionProvider) => boolean;
  /** Opens the engine, and returns what makes its numbers. */
  readonly open: (options: OnnxSessionOptions, folder: string) => Promise<() => Promise<Float32Array>>;
}

const IMAGE_BYTES = 2 ** 33;
const SAMPLE_WINDOW_SAMPLES = 10 * 16_000;
const SMALL_IMAGE = { width: 64, height: 48 };

function flat(rows: readonly Float32Array[]): Float32Array {
  return Float32Array.from(rows.flatMap((row) => [...row]));
}

function recognizing(recognizer: SpeechRecognizer, window: Float32Array): () => Promise<Float32Array> {
  return async () => {
    const [found] = await recognizer.recognize([window], {});
    return Float32Array.from(found?.words.flatMap(({ startS, endS, score }) => [startS, endS, score]) ?? []);
  };
}

/** Random weights, with which a Whisper says something. */
function whisperTrial(decoderMemory: DecoderMemory): EngineTrial {
  const way = decoderMemory === "cache" ? "with a cache" : "without a cache";
  return {
    name: `Whisper, random weights, ${way}: times and scores of words`,
    // A session whose outputs may stay on the device takes the place of a fetched output for its name (onnxruntime-node
    // 1.30): attention that is fetched without the cache would stay there.
    isLeftOut: (provider) => decoderMemory === "recompute" && holdsOutputs(provider),
    open: async (options, folder) => {
      const bundle = await writeTinyWhisper(folder, { seed: 3, logits: { text: 5, end: 9, timestamp: 4 } });
      const recognizer = await openWhisperRecognizer(bundle, { ...options, decoderMemory });
      return recognizing(recognizer, whisperAudio(2, 12));
    },
  };
}

/** Small enough for a driver that computes on the CPU. */
export const ENGINE_TRIALS: readonly EngineTrial[] = [
  whisperTrial("cache"),
  whisperTrial("recompute"),
  {
    name: "built-in speech model: times and scores of words",
    open: async (options) => {
      const [window = new Float32Array()] = await sampleWindows(AbortSignal.timeout(60_000));
      const bundle = await readBundle(join(BUILT_IN_MODELS_DIR, "speech-en-small"));
      return recognizing(
        await openSpeechRecognizer(bundle, options),
        window.subarray(0, SAMPLE_WINDOW_SAMPLES),
      );
    },
  },
  {
    name: "CLIP, random weights: embeddings",
    open: async (options, folder) => {
      const model = await openImageTextModel(await writeRandomImageText(folder, "clip"), options);
      const size = model.scaledSize(SMALL_IMAGE);
      const image = Uint8Array.from(
        { length: size.width * size.height * 3 },
        (_, index) => (index * 7) % 256,
      );
      return async () =>
        flat([await model.embedText("a red bus"), ...(await model.embedImages([image], size))]);
    },
  },
  {
    name: "audio events, random weights: logits",
    open: async (options, folder) => {
      const model = await openAudioEventClassifier(await writeRandomAudioEvents(folder), options);
      const window = whisperAudio(1, model.windowSamples / 16_000);
      return () => model.classify(window);
    },
  },
  {
    name: "built-in image model, 256 × 256, 4 steps: pixels of 255",
    open: async (options) => {
      const bundle = await readBundle(join(BUILT_IN_MODELS_DIR, "image-abstract-small"));
      const model = await openImageModel(bundle, createSessionCache(IMAGE_BYTES), options);
      return async () => {
        const work = {
          kind: "diffusion",
          prompt: "a calm blue ocean at sunset",
          negativePrompt: "",
          width: 256,
          height: 256,
          steps: 4,
          guidanceScale: 4,
          scheduler: null,
          seeds: [1],
          initial: null,
          strength: 1,
          mask: null,
        } as const;
        const [image] = await model.run(work, QUIET);
        return Float32Array.from(image?.pixels ?? []);
      };
    },
  },
];

/** The largest and the mean distance of two answers; infinite where they have not the same length. */
export function distance(left: Float32Array, right: Float32Array): { largest: number; mean: number } {
  if (left.length !== right.length)
    return { largest: Number.POSITIVE_INFINITY, mean: Number.POSITIVE_INFINITY };
  let [largest, sum] = [0, 0];
  left.forEach((value, index) => {
    const apart = Math.abs(value - (right[index] ?? 0));
    largest = Math.max(largest, apart);
    sum += apart;
  });
  return { largest, mean: sum / Math.max(1, left.length) };
}
