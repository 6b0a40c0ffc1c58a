// What the engines of NeMo's models read from a bundle besides the networks: the vocabulary and the few settings. The
// layout is that of the exports that onnx-asr reads (https://github.com/istupakov/onnx-asr, docs/conversion.md):
// `vocab.txt` with one "token id" a line, the blank `<blk>`; `config.json` with `features_size`, `subsampling_factor`
// and `max_tokens_per_step`. What our manifest says takes precedence.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../../shared/errors.ts";
import { NEMO_LIMITS } from "../../../shared/limits/speech.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";

export interface NemoVocabulary {
  /** Text of each id. */
  readonly pieces: readonly string[];
  readonly blank: number;
}

export interface NemoSettings {
  readonly melBins: number;
  /** Feature frames per output frame. */
  readonly subsampling: number;
  readonly maxSymbolsPerFrame: number;
  readonly startOffsetS: number;
  readonly endOffsetS: number;
}

const BLANK = "<blk>";
const CONFIG_FILE = "config.json";

/** A bundle that does not hold what its family needs. */
export function unusableBundle(bundle: ModelBundle, reason: string): AppError {
  const detail = `The speech model ${bundle.manifest.name} cannot be used: ${reason}.`;
  return new AppError("MODEL_UNAVAILABLE", detail, { retryable: false });
}

/** A file of a bundle. @throws AppError MODEL_UNAVAILABLE where it cannot be read, as of a model that was just taken away */
export async function readBundleFile({ folder }: ModelBundle, name: string): Promise<Buffer> {
  return readFile(join(folder, name)).catch((cause: unknown) => {
    throw new AppError("MODEL_UNAVAILABLE", undefined, { cause });
  });
}

/**
 * The path of the bundle's one file whose name is `stem`, an optional variant such as `.int8`, and `.onnx`.
 * @throws AppError MODEL_UNAVAILABLE
 */
export function networkPath(bundle: ModelBundle, stem: string): string {
  const pattern = new RegExp(`^${stem}(\\.[a-z0-9]+)?\\.onnx$`);
  const file = bundle.manifest.files.find(({ path }) => pattern.test(path));
  if (file === undefined) throw unusableBundle(bundle, `it has no ${stem}.onnx`);
  return join(bundle.folder, file.path);
}

/** @throws AppError MODEL_UNAVAILABLE for a vocabulary that is missing, has no blank or has holes */
export async function readVocabulary(bundle: ModelBundle): Promise<NemoVocabulary> {
  const text = String(await readBundleFile(bundle, "vocab.txt"));
  const pieces: string[] = [];
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  for (const line of lines) {
    const space = line.lastIndexOf(" ");
    const id = Number(line.slice(space + 1));
    if (space < 1 || !Number.isInteger(id) || id < 0 || id >= lines.length || pieces[id] !== undefined) {
      throw unusableBundle(bundle, `vocab.txt has a line that cannot be read: ${line.slice(0, 80)}`);
    }
    pieces[id] = line.slice(0, space);
  }
  const blank = pieces.indexOf(BLANK);
  if (blank < 0) throw unusableBundle(bundle, `vocab.txt has no ${BLANK}`);
  return { pieces, blank };
}

async function readConfig(bundle: ModelBundle): Promise<Record<string, unknown>> {
  if (!bundle.manifest.files.some(({ path }) => path === CONFIG_FILE)) return {};
  try {
    const config: unknown = JSON.parse(String(await readBundleFile(bundle, CONFIG_FILE)));
    return typeof config === "object" && config !== null ? { ...config } : {};
  } catch (cause) {
    if (cause instanceof SyntaxError) throw unusableBundle(bundle, `${CONFIG_FILE} is not JSON`);
    throw cause;
  }
}

/** The manifest's settings, else those of config.json, else what most of NeMo's models have. */
export async function readSettings(bundle: ModelBundle): Promise<NemoSettings> {
  const config = await readConfig(bundle);
  const { speech } = bundle.manifest;
  const positive = (value: unknown, otherwise: number): number =>
    typeof value === "number" && Number.isInteger(value) && value > 0 ? value : otherwise;
  return {
    melBins: speech?.melBins ?? positive(config.features_size, 80),
    subsampling: speech?.subsampling ?? positive(config.subsampling_factor, 8),
    maxSymbolsPerFrame: positive(config.max_tokens_per_step, NEMO_LIMITS.symbolsPerFrame),
    startOffsetS: (speech?.wordTimes?.startOffsetMs ?? 0) / 1_000,
    endOffsetS: (speech?.wordTimes?.endOffsetMs ?? 0) / 1_000,
  };
}
