// What is wrong with the two channels of a stereo recording: a microphone on one of them alone, or a cable soldered the
// wrong way round, so that what both carry cancels out where they are added, as in the loudspeaker of a telephone.

/** The sums of squares of both channels and of their products. */
export interface ChannelPowers {
  readonly left: number;
  readonly right: number;
  readonly product: number;
}

export type StereoFault = "leftOnly" | "rightOnly" | "antiphase";

/** Power ratio below which a channel counts as dead, 30 dB. */
const DEAD_RATIO = 1e-3;
/** Below this correlation channels are in anti-phase. Two microphones in a room stay far above. */
export const ANTIPHASE_CORRELATION = -0.5;

/** The one channel that something is on; undefined where it is on both, or on none. */
export function onlyChannel({
  left,
  right,
}: Pick<ChannelPowers, "left" | "right">): "leftOnly" | "rightOnly" | undefined {
  if (right < DEAD_RATIO * left) return "leftOnly";
  return left < DEAD_RATIO * right ? "rightOnly" : undefined;
}

/** From -1, opposite, to 1, the same; 0 where a channel is silent. */
export function channelCorrelation({ left, right, product }: ChannelPowers): number {
  const power = Math.sqrt(left * right);
  return power > 0 ? product / power : 0;
}

/** What is wrong with a stretch of stereo; null where nothing is. */
export function stereoFault(powers: ChannelPowers): StereoFault | null {
  const only = onlyChannel(powers);
  if (only !== undefined) return only;
  return channelCorrelation(powers) < ANTIPHASE_CORRELATION ? "antiphase" : null;
}
