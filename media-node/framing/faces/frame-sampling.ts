// Which frames of a clip are looked at in colour, out of all that are measured in grey.

export interface FrameSampling {
  /** Each frame whose number is a multiple of it is looked at… */
  readonly step: number;
  /** …and, where faces are searched, compared with the one this many later, to see which mouths move; else 0. */
  readonly lag: number;
}

const FACES_PER_S = 4;
/** Text and light change with the shot. */
const LOOKS_PER_S = 2;

/**
 * Four searches for faces a second; mouths move between frames about 40 ms apart, while heads hardly do. Of a slower
 * source that is too near: the frame after may be the same one, shown again.
 */
export function frameSampling(
  frameRate: number,
  {
    withFaces,
    sourceFrameRate = frameRate,
  }: { readonly withFaces: boolean; readonly sourceFrameRate?: number | undefined },
): FrameSampling {
  const step = Math.max(2, Math.round(frameRate / (withFaces ? FACES_PER_S : LOOKS_PER_S)));
  const timesShown = Math.ceil(frameRate / sourceFrameRate - 0.1);
  const lag = Math.max(1, timesShown, Math.round(frameRate / 25));
  return { step, lag: withFaces ? Math.min(step - 1, lag) : 0 };
}
