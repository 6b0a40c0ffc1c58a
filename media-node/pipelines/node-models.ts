// Which of a node's models does what, and how it is run on this machine. Each job looks its models up among those that are
// installed at that moment, since operators add some while the node runs. A scorer that was made for an older version of its
// inputs stays installed and is passed over.
import { join } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { NodeLack } from "../../shared/node-lack.ts";
import { FEATURES_VERSION } from "../clips/virality/virality-feature-list.ts";
import { MATCH_CURVES_VERSION } from "../highlights/match-curves.ts";
import { findImageBundle, type ImageBundle } from "../images/describe-image-model.ts";
import { chooseBundle, type FoundBundle } from "../models/find-bundles.ts";
import type { BundleManifest, ModelBundle } from "../models/model-bundle.ts";
import type { ExecutionProvider } from "../onnx/execution-providers.ts";
import type { SpeechPlace } from "../speech/recognize-speech.ts";

/** A model, and how it is run on this machine. */
export interface RunnableModel {
  readonly bundle: ModelBundle;
  readonly providers: readonly ExecutionProvider[];
  /** Threads of one operator on the CPU. */
  readonly threads: number;
}

export interface SpeechModel extends RunnableModel {
  readonly bundle: FoundBundle;
  readonly place: SpeechPlace;
}

/** What finds the speech in a source. */
export interface SpeechDetector {
  /** Name and version: another one finds other windows. */
  readonly name: string;
  /** Silero VAD's model file; null where there is none: then a detector of ours is used. */
  readonly sileroPath: string | null;
}

/** Those without a null are needed: @throws AppError MODEL_UNAVAILABLE where there is none, NodeLack of an image model. */
export interface NodeModels {
  readonly speech: () => SpeechModel;
  readonly speechDetector: () => SpeechDetector;
  readonly virality: () => ModelBundle;
  /** Judges English sentences, on the CPU. */
  readonly sentenceJudge: () => RunnableModel | null;
  /** Gives marks and capitals to English text that has none, on the CPU. */
  readonly textMarks: () => RunnableModel | null;
  /** Where it is null the words themselves are compared. */
  readonly sentenceEncoder: () => RunnableModel | null;
  readonly audioEvents: () => RunnableModel | null;
  readonly imageText: () => RunnableModel | null;
  /** The face detector's file; where it is null framing goes by motion and detail. */
  readonly faces: () => string | null;
  /** What finds voices and faces, by name and version; "none" where nothing does. */
  readonly detectors: () => Readonly<Record<"voices" | "faces", string>>;
  readonly highlights: () => ModelBundle;
  readonly image: (slug: string) => ImageBundle;
}

export interface NodeModelsOptions {
  /** What is installed now. */
  readonly bundles: () => readonly FoundBundle[];
  /** The name of the speech model to use; undefined for the best. */
  readonly preferredSpeechModel: string | undefined;
  readonly providers: readonly ExecutionProvider[];
  readonly cores: number;
}

/**
 * A speech model up to this size is loaded by a thread for each core, each on one core: its decoding, which is ours, then
 * runs in parallel too.
 */
const LOADED_PER_CORE_BYTES = 100_000_000;

/** The detector that needs no model. Its version rises with every change to what it finds. */
const WITHOUT_MODEL = "built-in@1";

function required(bundle: FoundBundle | undefined, what: string): FoundBundle {
  if (bundle !== undefined) return bundle;
  throw new AppError("MODEL_UNAVAILABLE", `This media node has no ${what}.`);
}

function fullName({ manifest: { name, version } }: ModelBundle): string {
  return `${name}@${version}`;
}

function firstFile({ folder, manifest }: ModelBundle): string {
  return join(folder, manifest.files[0]?.path ?? "");
}

function speechPlace(
  { manifest }: FoundBundle,
  providers: readonly ExecutionProvider[],
  cores: number,
): Pick<SpeechModel, "place" | "providers" | "threads"> {
  const sizeBytes = manifest.files.reduce((sum, file) => sum + file.sizeBytes, 0);
  const isLarge = sizeBytes > LOADED_PER_CORE_BYTES;
  // Of a small one of this family the network takes less than its decoding, which is ours: a device would wait for it.
  if (manifest.family === "nemo-ctc" && !isLarge) {
    return { place: "each-core", providers: ["cpu"], threads: 1 };
  }
  if (providers[0] !== "cpu") return { place: "device", providers, threads: cores };
  return { place: isLarge ? "one-thread" : "each-core", providers, threads: isLarge ? cores : 1 };
}

/** Matches the bundles of some families. */
function family(...names: readonly string[]): (manifest: BundleManifest) => boolean {
  return ({ family: name }) => names.includes(name);
}

/** Matches the bundles of a family that read English. */
function englishFamily(wanted: string): (manifest: BundleManifest) => boolean {
  return ({ family: name, languages }) => name === wanted && languages?.includes("en") === true;
}

/** The best of the installed bundles of a kind that match; undefined where there is none. */
type Find = (
  kind: BundleManifest["kind"],
  matches: (manifest: BundleManifest) => boolean,
) => FoundBundle | undefined;

/** The networks without which a node still works, each run as all others are. */
function optionalModels(
  find: Find,
  { providers, cores: threads }: NodeModelsOptions,
): Pick<NodeModels, "sentenceJudge" | "textMarks" | "sentenceEncoder" | "audioEvents" | "imageText"> {
  const optional = (...choice: Parameters<Find>): RunnableModel | null => {
    const bundle = find(...choice);
    return bundle === undefined ? null : { bundle, providers, threads };
  };
  return {
    sentenceJudge: () => optional("moment-text", englishFamily("sentence-judge")),
    textMarks: () => optional("text-marks", englishFamily("mark-network")),
    sentenceEncoder: () => optional("sentence-embedding", family("bert")),
    audioEvents: () => optional("audio-events", family("ast")),
    imageText: () => optional("image-text", family("clip", "siglip")),
  };
}

/** What finds voices and faces. */
function detectorsOf(
  find: Find,
  { bundles }: NodeModelsOptions,
): Pick<NodeModels, "speechDetector" | "faces" | "detectors"> {
  const speechDetector = (): SpeechDetector => {
    const bundle = chooseBundle(bundles(), "voice-activity");
    if (bundle === undefined) return { name: WITHOUT_MODEL, sileroPath: null };
    return { name: fullName(bundle), sileroPath: firstFile(bundle) };
  };
  const faceDetector = (): FoundBundle | undefined => find("face-detection", family("yunet", "blazeface"));
  return {
    speechDetector,
    faces: () => {
      const detector = faceDetector();
      return detector === undefined ? null : firstFile(detector);
    },
    detectors: () => {
      const faces = faceDetector();
      return { voices: speechDetector().name, faces: faces === undefined ? "none" : fullName(faces) };
    },
  };
}

/** The scorers of moments. Only one that was made for this version of what it reads is used. */
function scorersOf(find: Find): Pick<NodeModels, "virality" | "highlights"> {
  return {
    virality: () =>
      required(
        find("virality", ({ virality }) => virality?.featuresVersion === FEATURES_VERSION),
        "virality model",
      ),
    highlights: () =>
      required(
        find("highlight-scoring", ({ highlights }) => highlights?.curvesVersion === MATCH_CURVES_VERSION),
        "highlight model",
      ),
  };
}

/** The models of a node by what they do. */
export function createNodeModels(options: NodeModelsOptions): NodeModels {
  const { bundles, preferredSpeechModel, providers, cores } = options;
  const find: Find = (kind, matches) =>
    chooseBundle(
      bundles().filter(({ manifest }) => matches(manifest)),
      kind,
    );
  return {
    ...optionalModels(find, options),
    ...detectorsOf(find, options),
    ...scorersOf(find),
    speech: () => {
      const bundle = required(
        chooseBundle(bundles(), "speech-recognition", preferredSpeechModel),
        "speech model",
      );
      return { bundle, ...speechPlace(bundle, providers, cores) };
    },
    image: (slug) => {
      const bundle = findImageBundle(bundles(), slug);
      if (bundle !== undefined) return bundle;
      // Nodes take only tasks whose model they have.
      throw new NodeLack("model", { cause: new Error(`The model ${slug} is not there any more.`) });
    },
  };
}
