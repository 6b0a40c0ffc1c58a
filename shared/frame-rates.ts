// Frame rates: the one that clips get, which their renders and their timelines share, and rates as the fractions that they
// are. Containers tell them as decimals, and 29.97 is 30000/1001.

/** Exact ones, of which ffmpeg makes the fraction again: of 29.97 it would make 2997/100, which is no rate of cameras. */
const STANDARD_FRAME_RATES = [24_000 / 1_001, 24, 25, 30_000 / 1_001, 30, 48, 50, 60_000 / 1_001, 60];
/** What is recorded more slowly is shown at a multiple of its rate, up to this one, that is off by no more… */
const MAX_TIMES_SHOWN = 6;
/** Faster ones show each second, third or fourth of their frames, where that comes to one of these or nearly so. */
const MAX_TIMES_FASTER = 4;
const MIN_OF_FAST = 47;
const SAME_STANDARD = 0.01;
/** …or, where there is none, as for recordings of screens, whose rate is an average, at this one. */
const FRAME_RATE_OF_UNSTEADY = 30;

function nearestStandardRate(frameRate: number): number {
  return STANDARD_FRAME_RATES.reduce((best, rate) =>
    Math.abs(rate - frameRate) < Math.abs(best - frameRate) ? rate : best,
  );
}

function isNearlyStandard(rate: number): boolean {
  return Math.abs(nearestStandardRate(rate) / rate - 1) <= SAME_STANDARD;
}

/** The fastest rate with each so many-th frame of a source that is too fast for players; its own where none is even. */
function partOf(sourceFrameRate: number): number {
  const parts = Array.from({ length: MAX_TIMES_FASTER - 1 }, (_, index) => sourceFrameRate / (index + 2));
  return parts.find((rate) => rate >= MIN_OF_FAST && isNearlyStandard(rate)) ?? sourceFrameRate;
}

/**
 * A frame rate that players expect: the source's own up to 60, without the noise of containers' averages. Slow ones
 * are shown several times each: captions would move in jerks and change a tenth of a second off their words, and what
 * posts to Instagram and TikTok by their APIs must have 23 to 60 frames a second.
 */
export function outputFrameRate(sourceFrameRate: number): number {
  const slowest = Math.min(...STANDARD_FRAME_RATES);
  const fastest = Math.max(...STANDARD_FRAME_RATES);
  if (sourceFrameRate > fastest * (1 + SAME_STANDARD)) return nearestStandardRate(partOf(sourceFrameRate));
  if (sourceFrameRate >= slowest * (1 - SAME_STANDARD)) return nearestStandardRate(sourceFrameRate);
  const multiples = Array.from({ length: MAX_TIMES_SHOWN }, (_, index) => (index + 1) * sourceFrameRate);
  const even = multiples.find(isNearlyStandard);
  return even === undefined ? FRAME_RATE_OF_UNSTEADY : nearestStandardRate(even);
}

export interface FrameRate {
  /** Frames in so many seconds. */
  readonly frames: number;
  readonly seconds: number;
}

/** Those of timelines, and of faster sources. */
const WHOLE_RATES = [24, 25, 30, 48, 50, 60, 100, 120];
const NTSC_SECONDS = 1_001;
/** What is nearer to a rate than this share of it is that rate, but for its container's rounding. */
const SAME_RATE = 2e-4;

function distance(rate: number, { frames, seconds }: FrameRate): number {
  return Math.abs((rate * seconds) / frames - 1);
}

function nearestFraction(rate: number): FrameRate {
  return WHOLE_RATES.flatMap((whole) => [
    { frames: whole, seconds: 1 },
    { frames: whole * 1_000, seconds: NTSC_SECONDS },
  ]).reduce((best, each) => (distance(rate, each) < distance(rate, best) ? each : best));
}

/** The fraction of a rate in frames per second; undefined of one that no steady source has, as the average of a varying one. */
export function frameRateOf(rate: number): FrameRate | undefined {
  const nearest = nearestFraction(rate);
  return distance(rate, nearest) < SAME_RATE ? nearest : undefined;
}

/** The rate of a timeline with cuts of a source: that of its clips, or half of it where most editing programs have none such. */
export function timelineRate(sourceFrameRate: number): FrameRate {
  const shown = outputFrameRate(sourceFrameRate);
  return nearestFraction(shown === 48 ? outputFrameRate(sourceFrameRate / 2) : shown);
}

/** How much of a frame the rounding of a length may take away. */
const ROUNDING_FRAMES = 0.05;

/** How many whole frames a length has. */
export function wholeFrames(lengthS: number, { frames, seconds }: FrameRate): number {
  return Math.floor((lengthS * frames) / seconds + ROUNDING_FRAMES);
}

/** The number of the frame that begins nearest to a time. */
export function framesAt(timeS: number, { frames, seconds }: FrameRate): number {
  return Math.round((timeS * frames) / seconds);
}
