// Thread: measures a clip's loudness, renders it, and takes its thumbnail. One thread renders one clip at a time; how
// many render at once is the pool's size.
import { join } from "node:path";
import sharp from "sharp";
import { PROCESS_LIMITS } from "../../shared/limits.ts";
import { runFfmpeg, seconds } from "../engines/ffmpeg.ts";
import { threadTask } from "./thread-task.ts";

export interface RenderInput {
  readonly ffmpeg: string;
  /** Holds the captions and fonts, and gets the clip. */
  readonly folder: string;
  readonly durationS: number;
  readonly outputFile: string;
  /** Null without audio. */
  readonly loudnessArgs: readonly string[] | null;
  /** The render's arguments for a gain; the gain is known only after measuring. */
  readonly renderArgs: readonly string[];
  /** Stands in `renderArgs` where the measured gain belongs. */
  readonly gainPlaceholder: string;
  readonly targetLufs: number;
  readonly thumbnailFile: string;
  readonly thumbnailWidth: number;
  readonly timeoutMs: number;
}

export interface RenderResult {
  /** Integrated loudness of the source's stretch; null without audio. */
  readonly measuredLufs: number | null;
}

/** Below this there is no programme to bring up, only noise. */
const SILENCE_LUFS = -55;
const MAX_GAIN_DB = 24;
const MEASURE_SHARE = 0.05;
const RENDER_SHARE = 0.97;

async function measureLufs(
  input: RenderInput,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let tail = "";
  await runFfmpeg(input.ffmpeg, {
    args,
    timeoutMs: input.timeoutMs,
    signal,
    onOutput: (chunk) => {
      tail = (tail + chunk.toString("latin1")).slice(-4_096);
    },
  });
  const last = [...tail.matchAll(/lavfi\.r128\.I=(-?[\d.]+)/g)].at(-1)?.[1];
  return last === undefined ? SILENCE_LUFS : Number(last);
}

/** The gain to the target loudness; silence stays silence. */
function gainDb(measuredLufs: number | null, targetLufs: number): number {
  if (measuredLufs === null || measuredLufs <= SILENCE_LUFS) return 0;
  return Math.min(MAX_GAIN_DB, targetLufs - measuredLufs);
}

/** A frame a third into the clip, when its subject is there; scaled, as JPEG. */
async function takeThumbnail(input: RenderInput, signal: AbortSignal): Promise<void> {
  const chunks: Buffer[] = [];
  await runFfmpeg(input.ffmpeg, {
    args: [
      ...["-ss", seconds(input.durationS / 3), "-i", input.outputFile],
      ...["-frames:v", "1", "-f", "image2pipe", "-c:v", "png", "pipe:1"],
    ],
    cwd: input.folder,
    timeoutMs: PROCESS_LIMITS.probeTimeoutMs,
    signal,
    onOutput: (chunk) => chunks.push(chunk),
  });
  const picture = sharp(Buffer.concat(chunks)).resize({ width: input.thumbnailWidth });
  await picture.jpeg({ quality: 82, mozjpeg: true }).toFile(join(input.folder, input.thumbnailFile));
}

export default threadTask<RenderInput, RenderResult>(async (input, { signal, reportProgress }) => {
  const measuredLufs =
    input.loudnessArgs === null ? null : await measureLufs(input, input.loudnessArgs, signal);
  reportProgress(MEASURE_SHARE);
  const gain = gainDb(measuredLufs, input.targetLufs).toFixed(2);
  await runFfmpeg(input.ffmpeg, {
    args: input.renderArgs.map((arg) => arg.replace(input.gainPlaceholder, gain)),
    cwd: input.folder,
    env: { FONTCONFIG_FILE: join(input.folder, "fonts.conf") },
    timeoutMs: input.timeoutMs,
    signal,
    onProgressS: (outTimeS) => {
      const done = Math.min(1, outTimeS / input.durationS);
      reportProgress(MEASURE_SHARE + (RENDER_SHARE - MEASURE_SHARE) * done);
    },
  });
  await takeThumbnail(input, signal);
  return { measuredLufs };
});
