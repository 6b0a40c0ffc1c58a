// The filter graph of a clip's sound: on the source's clock, stereo, as loud as platforms play it, without clicks at
// the cuts. Pure. The gain is known only once the thread has measured, so a placeholder stands for it.
import { seconds } from "../engines/ffmpeg.ts";
import type { AudioStream } from "./probe-source.ts";

/** EBU R 128 loudness of finished clips, as the large platforms play it. */
export const TARGET_LUFS = -14;
export const SAMPLE_RATE_HZ = 48_000;
/** Where the measured gain goes. */
export const GAIN_PLACEHOLDER = "<gain>";

/** True peaks stay below -1.5 dBFS, which leaves room for what AAC adds. */
const PEAK_LIMIT = 0.841;
/** Peaks between samples are seen at four times the rate (ITU-R BS.1770). */
const LIMITER_RATE_HZ = 4 * SAMPLE_RATE_HZ;
const FADE_S = 0.03;

/** Gaps and late starts are filled, so that sound stays where it was on the source's clock. */
const STEADY_STEREO = `aresample=${SAMPLE_RATE_HZ}:async=1000:first_pts=0,aformat=channel_layouts=stereo`;

const LEVELLED = [
  STEADY_STEREO,
  `volume=${GAIN_PLACEHOLDER}dB`,
  `aresample=${LIMITER_RATE_HZ}`,
  `alimiter=limit=${PEAK_LIMIT}:attack=5:release=50:level=0`,
  `aresample=${SAMPLE_RATE_HZ}`,
];

/** The graph from the source's audio stream, or from silence, to `[audio]`. */
export function soundGraph(audio: AudioStream | null, durationS: number): string {
  const length = seconds(durationS);
  if (audio === null) return `anullsrc=r=${SAMPLE_RATE_HZ}:cl=stereo,atrim=end=${length}[audio]`;
  const fadeOutS = seconds(Math.max(0, durationS - FADE_S));
  const steps = [
    ...LEVELLED,
    `apad,atrim=end=${length}`,
    `afade=t=in:d=${FADE_S},afade=t=out:st=${fadeOutS}:d=${FADE_S}`,
  ];
  return `[0:${audio.streamIndex}]${steps.join(",")}[audio]`;
}

/** Filters that print the loudness (EBU R 128) after a gain and the limiter, line by line, on standard output. */
export function loudnessFilters(): string {
  return [...LEVELLED, "ebur128=metadata=1", "ametadata=print:key=lavfi.r128.I:file=-"].join(",");
}
