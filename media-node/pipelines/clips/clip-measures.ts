// What was measured of a clip before it was rendered: what its frames show, and the gain of its sound. It is kept beside
// the clip, so that another render of the same stretch, in another style or with other captions, decodes the source once
// and not twice. A minute is some 300 KB. Only media nodes read it, so that it is written as Node writes values: rows of
// numbers stay as they are.
import { promisify } from "node:util";
import { deserialize, serialize } from "node:v8";
import { gunzip, gzip } from "node:zlib";
import { CLIP_MEASURES_LIMITS } from "../../../shared/limits/clips.ts";
import { clipKey } from "../../../shared/storage/task-keys.ts";
import type { FramingAnalysis } from "../../framing/analyze-framing.worker.ts";
import type { FoundGain } from "../../render/find-gain.worker.ts";
import type { RunContext } from "../run-context.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Measures of another format are not read. */
const FORMAT = 4;
/** Numbers of measurements hardly get smaller by more work. */
const COMPRESSION_LEVEL = 1;

/** What the render must know of the sound. */
export type SoundMeasures = Pick<FoundGain, "gainDb" | "audioChanges" | "stereoFault">;

export interface ClipMeasures {
  readonly analysis: FramingAnalysis;
  readonly sound: SoundMeasures;
}

/** What was measured: measures are of these very frames. */
export interface MeasuredSpan {
  readonly startS: number;
  readonly durationS: number;
  readonly frameRate: number;
}

interface StoredMeasures extends MeasuredSpan, ClipMeasures {
  readonly format: number;
}

/** Where the measures of a task's clip lie. */
export function measuresKey(taskId: string, clipId: string): string {
  return clipKey(taskId, clipId, "measures.gz");
}

/**
 * Writes what measuring a clip found, so that a render of the same frames need not measure again. They are
 * only good for the very span that they name (`keptMeasures`).
 * @throws the storage's error
 */
export async function keepMeasures(
  { storage }: RunContext,
  key: string,
  { startS, durationS, frameRate }: MeasuredSpan,
  { analysis, sound }: ClipMeasures,
): Promise<void> {
  const stored: StoredMeasures = { format: FORMAT, startS, durationS, frameRate, analysis, sound };
  await storage.write(key, await compress(serialize(stored), { level: COMPRESSION_LEVEL }));
}

/** The kept measures of this span; undefined where there are none, or where they cannot be read: then it is measured again. */
export async function keptMeasures(
  { storage, logger }: RunContext,
  key: string,
  { startS, durationS, frameRate }: MeasuredSpan,
): Promise<ClipMeasures | undefined> {
  const bytes = await storage.read(key);
  if (bytes === undefined) return undefined;
  try {
    const plain = await decompress(bytes, { maxOutputLength: CLIP_MEASURES_LIMITS.bytes });
    const stored = deserialize(plain) as StoredMeasures;
    const isSame =
      stored.format === FORMAT &&
      stored.startS === startS &&
      stored.durationS === durationS &&
      stored.frameRate === frameRate;
    return isSame ? stored : undefined;
  } catch (error) {
    const line = "what was measured of a clip cannot be read; it is measured again";
    logger.warn({ err: error, storageKey: key }, line);
    return undefined;
  }
}
