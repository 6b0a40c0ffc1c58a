// What is wrong with the two channels of a stereo recording: a microphone on one of them alone, a cable soldered the
// wrong way round, so that what both carry cancels out where they are added, as in the loudspeaker of a telephone, or people
// who are each on one of them, and on the other no more than its microphone hears of them from afar: whether one talks or
// several do, each is heard with one ear alone.

/** The sums of squares of both channels and of their products. */
export interface ChannelPowers {
  readonly left: number;
  readonly right: number;
  readonly product: number;
}

export type StereoFault = "leftOnly" | "rightOnly" | "antiphase" | "apart";

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

/** Energies of both channels in blocks of a tenth of a second or so, that follow each other; of the same length. */
export interface SideEnergies {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** What lies 20 dB below the mean is a pause. */
const PAUSE_RATIO = 1e-2;
/** Of the energies of a block that is on one side: 12 dB. A pair of microphones in a room hears no voice so far aside. */
const ASIDE_RATIO = 16;
/**
 * Of the blocks that are no pauses: on one of both sides. What is played, not spoken, is on both at once: music that was
 * mixed for two ears has next to none (2026-12).
 */
const MIN_ASIDE_SHARE = 0.8;
/** Of all blocks, those that are no pauses: a few sounds of a film may come from one side, or from either. */
const MIN_HEARD_SHARE = 0.25;

/** Whether either channel is heard on its own, in turns or always, and hardly ever both. */
function areApart({ left, right }: SideEnergies): boolean {
  const blocks = left.map((energy, index) => [energy, right[index] ?? 0] as const);
  const total = blocks.reduce((sum, [one, other]) => sum + one + other, 0);
  const heard = blocks.filter(([one, other]) => one + other > (PAUSE_RATIO * total) / blocks.length);
  const aside = heard.filter(([one, other]) => Math.max(one, other) > ASIDE_RATIO * Math.min(one, other));
  const isSpoken = heard.length > 0 && heard.length >= MIN_HEARD_SHARE * blocks.length;
  return isSpoken && aside.length >= MIN_ASIDE_SHARE * heard.length;
}

/** What is wrong with a stretch of stereo; null where nothing is. */
export function stereoFault(powers: ChannelPowers, sides: SideEnergies): StereoFault | null {
  const only = onlyChannel(powers);
  if (only !== undefined) return only;
  if (channelCorrelation(powers) < ANTIPHASE_CORRELATION) return "antiphase";
  return areApart(sides) ? "apart" : null;
}
