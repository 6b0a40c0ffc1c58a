// The best single ffmpeg command that a person would write for a reel whose moments are known: an input per moment,
// video trimmed to the frame, scaled and concatenated, audio crossfaded over each joint, brought to the loudness that
// was measured beforehand, encoded as our reels are. It frames nothing and makes no thumbnail.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { SOFTWARE_ENCODER } from "../../media-node/ffmpeg/video-encoder-settings.ts";
import type { Span } from "../../media-node/signal/span.ts";

const run = promisify(execFile);
/** Half of a crossfade: every moment's audio is read from that much before it to that much after it. */
const HALF_CROSSFADE_S = 0.03;
const SAMPLE_RATE_HZ = 48_000;
const FRAME_RATE = 25;

export interface HandWrittenReel {
  readonly filmPath: string;
  readonly moments: readonly Span[];
  readonly size: { readonly width: number; readonly height: number };
  readonly gainDb: number;
}

function video({ moments, size }: HandWrittenReel): string {
  const parts = moments.map(({ startS, endS }, index) => {
    // Half a frame early: then times that are rounded on the way take no frame away.
    const fromS = index === 0 ? 0 : HALF_CROSSFADE_S - 0.5 / FRAME_RATE;
    const frames = Math.round((endS - startS) * FRAME_RATE);
    const trim = `trim=start=${fromS},setpts=PTS-STARTPTS,trim=end_frame=${frames}`;
    return `[${index}:v]${trim},scale=${size.width}:${size.height}:flags=bicubic,setsar=1[v${index}]`;
  });
  const inputs = moments.map((_, index) => `[v${index}]`).join("");
  return `${parts.join(";")};${inputs}concat=n=${moments.length}:v=1:a=0,format=yuv420p[video]`;
}

function audio({ moments, gainDb }: HandWrittenReel): string {
  const crossfade = `acrossfade=nb_samples=${2 * HALF_CROSSFADE_S * SAMPLE_RATE_HZ}:curve1=qsin:curve2=qsin`;
  const joints = moments.slice(1).map((_, index) => {
    const before = index === 0 ? "[0:a]" : `[a${index}]`;
    return `${before}[${index + 1}:a]${crossfade}[a${index + 1}]`;
  });
  const last = moments.length === 1 ? "[0:a]" : `[a${moments.length - 1}]`;
  return [...joints, `${last}volume=${gainDb.toFixed(2)}dB,alimiter=limit=0.841:level=0[audio]`].join(";");
}

/** The command's arguments; pure. It sets no threads, since x264's own choice of them is hard to beat. */
function handWrittenReelArguments(reel: HandWrittenReel, output: string): string[] {
  const { filmPath, moments } = reel;
  const inputs = moments.flatMap(({ startS, endS }, index) => {
    const before = index === 0 ? 0 : HALF_CROSSFADE_S;
    const after = index === moments.length - 1 ? 0 : HALF_CROSSFADE_S;
    const length = String(endS - startS + before + after);
    return ["-ss", String(startS - before), "-t", length, "-i", filmPath];
  });
  return [
    ...["-nostdin", "-v", "error", "-y", ...inputs, "-filter_complex", `${video(reel)};${audio(reel)}`],
    ...["-map", "[video]", "-map", "[audio]", ...SOFTWARE_ENCODER.outputArgs, "-g", String(2 * FRAME_RATE)],
    ...["-c:a", "aac", "-b:a", "160k", "-ar", String(SAMPLE_RATE_HZ), "-ac", "2"],
    ...["-movflags", "+faststart", output],
  ];
}

/** Makes the reel. */
export async function stitchByHand(
  ffmpeg: string,
  reel: HandWrittenReel,
  output: string,
  signal: AbortSignal,
): Promise<void> {
  await run(ffmpeg, handWrittenReelArguments(reel, output), { signal });
}
