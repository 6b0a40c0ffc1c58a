// The filter graph of a clip's audio: on the source's clock, stereo, as loud as platforms play it, without clicks at
// the cuts. Pure.
import { seconds } from "../ffmpeg/ffmpeg.ts";
import { mixedChannels } from "../ffmpeg/mix-channels.ts";
import { audioFromStretchStart } from "../ffmpeg/steady-frames.ts";
import type { StereoFault } from "../signal/stereo-fault.ts";
import type { AudioStream } from "../source/probe-source.ts";
import { type Limiter, LOUDNESS_RATE_HZ } from "./loudness-digest.ts";

/** EBU R 128 loudness of finished clips, as the large platforms play it. */
export const TARGET_LUFS = -14;
export const SAMPLE_RATE_HZ = LOUDNESS_RATE_HZ;

/** True peaks stay below -1.5 dBFS, which leaves room for what AAC adds. */
export const LIMITER: Limiter = { peak: 0.841, attackMs: 5, releaseMs: 50 };
/** Peaks between samples are seen at four times the rate (ITU-R BS.1770). */
const LIMITER_RATE_HZ = 4 * SAMPLE_RATE_HZ;
const FADE_S = 0.03;
/** What is read behind the end: the limiter hands everything on later, and the last packet may end early. */
export const SPARE_S = 0.5;

/**
 * Gaps and late starts are filled, so that audio stays where it was on the source's clock. Resampling is forced: where
 * the rate is the same, the resampler would begin only when a time is a millisecond off, and then fill all that was
 * before with silence once more.
 */
export const STEADY_STEREO = `aresample=${SAMPLE_RATE_HZ}:async=1000:first_pts=0:flags=res,aformat=channel_layouts=stereo`;

/** The limiter looks ahead for as long as its attack lasts, hands everything on that much later, and its last not at all. */
const LOOK_AHEAD_SAMPLES = (LIMITER.attackMs * SAMPLE_RATE_HZ) / 1_000;

/** The filters that turn the audio up or down by the gain, and keep its peaks below the limit. It stays as long as it is. */
export function levelled(gainDb: number): string[] {
  return [
    `volume=${gainDb.toFixed(2)}dB,apad=pad_len=${LOOK_AHEAD_SAMPLES}`,
    `aresample=${LIMITER_RATE_HZ}`,
    `alimiter=limit=${LIMITER.peak}:attack=${LIMITER.attackMs}:release=${LIMITER.releaseMs}:level=0`,
    `aresample=${SAMPLE_RATE_HZ}`,
    `atrim=start_sample=${LOOK_AHEAD_SAMPLES},asetpts=PTS-STARTPTS`,
  ];
}

/**
 * The audio of a stretch as it is measured and rendered.
 * @param skipS what is read before it and left out @param delayS see `reorderDelayS` of SourceClock
 */
export function steadyStereo(skipS = 0, delayS = 0): string[] {
  return [...audioFromStretchStart(skipS, delayS), STEADY_STEREO];
}

/**
 * The filters that put what is on one channel alone onto both, and bring two in anti-phase into phase. Two people who are
 * apart are added in numbers that do not clip where both speak.
 */
const MENDED_STEREO: Readonly<Record<StereoFault, string>> = {
  leftOnly: "pan=stereo|c0=c0|c1=c0",
  rightOnly: "pan=stereo|c0=c1|c1=c1",
  antiphase: "pan=stereo|c0=c0|c1=-1*c1",
  apart: "aformat=sample_fmts=fltp,pan=stereo|c0=c0+c1|c1=c0+c1",
};

/** Filters that mend what is wrong with the channels of a stretch of stereo. */
export function mendedStereo(fault: StereoFault | null): string[] {
  return fault === null ? [] : [MENDED_STEREO[fault]];
}

export interface ClipAudio {
  readonly durationS: number;
  readonly gainDb: number;
  /** What is wrong with its channels; nothing unless told. */
  readonly stereoFault?: StereoFault | null;
  /** See `steadyStereo`. */
  readonly skipS?: number;
  /** Whether it was cut before, and is another input. */
  readonly isCut?: boolean;
}

/** The graph from the source's audio stream, or from silence, to `[audio]`. */
export function audioGraph(
  audio: AudioStream | null,
  { durationS, gainDb, stereoFault = null, skipS = 0, isCut = false }: ClipAudio,
): string {
  const length = seconds(durationS);
  if (audio === null) return `anullsrc=r=${SAMPLE_RATE_HZ}:cl=stereo,atrim=end=${length}[audio]`;
  const fadeOutS = seconds(Math.max(0, durationS - FADE_S));
  const source = [
    // What comes hours later on the clock would be waited for with as much silence.
    `atrim=end=${seconds(skipS + durationS + SPARE_S)}`,
    ...mixedChannels(audio.channels),
    ...steadyStereo(skipS, audio.reorderDelayS),
  ];
  const steps = [
    ...(isCut ? [] : source),
    ...mendedStereo(stereoFault),
    ...levelled(gainDb),
    `apad,atrim=end=${length}`,
    `afade=t=in:d=${FADE_S},afade=t=out:st=${fadeOutS}:d=${FADE_S}`,
  ];
  return `[${isCut ? "1:a" : `0:${audio.specifier}`}]${steps.join(",")}[audio]`;
}
