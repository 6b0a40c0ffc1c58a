// Classifiers of audio events in the model hub's layout of the Audio Spectrogram Transformer (Gong et al. 2021,
// https://arxiv.org/abs/2104.01778): `input_values` [batch, frames, mel bins] in, `logits` [batch, classes] out. The
// classes of AudioSet do not exclude each other and were trained with a sigmoid each, so that is what their
// probabilities are made of; transformers.js's pipeline shows a softmax of the same logits.

import { type Static, Type } from "typebox";
import { SENSING_LIMITS } from "../../../shared/limits/sensing.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { bundleFile, readHubSettings } from "../../models/hub-settings.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { type OnnxSession, type OnnxSessionOptions, openOnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { KaldiFeatures } from "./kaldi-features.ts";

const Config = Type.Object({
  id2label: Type.Record(Type.String({ pattern: "^[0-9]{1,6}$" }), Type.String({ maxLength: 200 })),
});

const Preprocessor = Type.Object({
  num_mel_bins: Type.Integer({ minimum: 1, maximum: 512 }),
  /** Frames of 10 ms. */
  max_length: Type.Integer({ minimum: 1, maximum: SENSING_LIMITS.eventWindowFrames }),
  sampling_rate: Type.Literal(AUDIO_SAMPLE_RATE_HZ),
  do_normalize: Type.Optional(Type.Boolean()),
  mean: Type.Number(),
  std: Type.Number({ exclusiveMinimum: 0 }),
});

const checkConfig = compileSchema(Config);
const checkPreprocessor = compileSchema(Preprocessor);

export interface AudioEventClassifier extends Pick<OnnxSession, "provider" | "passedOver"> {
  /** Names of the classes, in the order of the logits. */
  readonly labels: readonly string[];
  /** What one window holds; shorter ones are filled up, the rest of longer ones is left out. */
  readonly windowSamples: number;
  /** 16 kHz mono, -1..1. Returns one logit a class. */
  classify(window: Float32Array): Promise<Float32Array>;
  dispose(): Promise<void>;
}

function frontEnd(settings: Static<typeof Preprocessor>): KaldiFeatures {
  const { num_mel_bins: melBins, max_length: frames, mean, std: deviation, do_normalize } = settings;
  return new KaldiFeatures({
    melBins,
    frames,
    normalization: do_normalize === false ? null : { mean, deviation },
  });
}

/** Sounds of several runs that a device classifies together. */
const WINDOWS_TOGETHER = { maxRows: 16 };

function labelsOf({ id2label }: Static<typeof Config>): string[] {
  return Array.from({ length: Object.keys(id2label).length }, (_, id) => id2label[id] ?? "");
}

/**
 * Opens a bundle of the family `ast`.
 * @throws AppError MODEL_UNAVAILABLE when a file is missing or is of no such model, OUT_OF_MEMORY
 */
export async function openAudioEventClassifier(
  bundle: ModelBundle,
  options: OnnxSessionOptions,
): Promise<AudioEventClassifier> {
  const labels = labelsOf(await readHubSettings(bundle.folder, "config.json", checkConfig));
  const settings = await readHubSettings(bundle.folder, "preprocessor_config.json", checkPreprocessor);
  const features = frontEnd(settings);
  const session = await openOnnxSession(bundleFile(bundle, /\.onnx$/), {
    ...options,
    batching: WINDOWS_TOGETHER,
  });
  const shape = [1, settings.max_length, settings.num_mel_bins];
  const [inputName = "", outputName = ""] = [session.inputNames[0], session.outputNames[0]];
  return {
    labels,
    windowSamples: features.windowSamples,
    provider: session.provider,
    passedOver: session.passedOver,
    async classify(window) {
      const input = new Tensor("float32", features.compute(window), shape);
      const outputs = await session.run({ [inputName]: input }, [outputName]);
      const logits = outputs[outputName]?.data;
      if (logits instanceof Float32Array && logits.length === labels.length) return logits;
      throw unusableModel(`${bundle.folder} does not answer with ${labels.length} numbers`);
    },
    dispose: () => session.dispose(),
  };
}
