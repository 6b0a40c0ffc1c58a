// Frame rates as the fractions that they are: containers tell them as decimals, and 29.97 is 30000/1001.

export interface FrameRate {
  /** Frames in so many seconds. */
  readonly frames: number;
  readonly seconds: number;
}

const WHOLE_RATES = [24, 25, 30, 48, 50, 60, 100, 120];
const NTSC_SECONDS = 1_001;
/** What is nearer to a standard rate than this share of it is that rate, but for its container's rounding. */
const SAME_RATE = 2e-4;
/** Rates that are no standard ones have three decimals. */
const ODD_SECONDS = 1_000;

/** The fraction of a rate in frames per second. */
export function frameRateOf(rate: number): FrameRate {
  const standard = WHOLE_RATES.flatMap((whole) => [
    { frames: whole, seconds: 1 },
    { frames: whole * 1_000, seconds: NTSC_SECONDS },
  ]);
  const found = standard.find(({ frames, seconds }) => Math.abs((rate * seconds) / frames - 1) < SAME_RATE);
  if (found !== undefined) return found;
  const whole = Math.round(rate);
  if (Math.abs(rate - whole) < 1e-6) return { frames: whole, seconds: 1 };
  return { frames: Math.max(1, Math.round(rate * ODD_SECONDS)), seconds: ODD_SECONDS };
}

/** The number of the frame that begins nearest to a time. */
export function framesAt(timeS: number, { frames, seconds }: FrameRate): number {
  return Math.round((timeS * frames) / seconds);
}
