// Sound of which ffmpeg refuses to make stereo. It may have more channels than a layout has names for: recorders with a
// track for each microphone, broadcasts with all their mixes in one stream, ambisonics. Or QuickTime tells of each channel
// where it belongs, in an order that is not ffmpeg's: versions from 7 on keep that order, and mix only their own.

/** Up to here ffmpeg knows where each channel belongs, or guesses what everybody means by so many. */
const MAX_NAMED_CHANNELS = 8;

/**
 * Filters that come first where a stream has more channels than that, and mix all of them alike into both of stereo:
 * what has no place is not to be heard from one side. Tracks rarely sound together, so that they lose no more than
 * what keeps unlike ones from growing louder; the samples are no longer whole numbers, so that nothing is clipped.
 */
export function mixedChannels(channels: number): string[] {
  if (channels <= MAX_NAMED_CHANNELS) return [];
  const share = (1 / Math.sqrt(channels)).toFixed(6);
  const all = Array.from({ length: channels }, (_, channel) => `${share}*c${channel}`).join("+");
  return ["aformat=sample_fmts=fltp", `pan=stereo|c0=${all}|c1=${all}`];
}

/** Orders of channels that ffmpeg mixes, by its names of them; the first of so many is what is meant where none is told. */
const LAYOUTS: readonly (readonly [name: string, channels: string])[] = [
  ["mono", "FC"],
  ["stereo", "FL+FR"],
  ["2.1", "FL+FR+LFE"],
  ["3.0", "FL+FR+FC"],
  ["4.0", "FL+FR+FC+BC"],
  ["quad", "FL+FR+BL+BR"],
  ["5.0", "FL+FR+FC+BL+BR"],
  ["5.0(side)", "FL+FR+FC+SL+SR"],
  ["5.1", "FL+FR+FC+LFE+BL+BR"],
  ["5.1(side)", "FL+FR+FC+LFE+SL+SR"],
  ["6.1", "FL+FR+FC+LFE+BC+SL+SR"],
  ["7.1", "FL+FR+FC+LFE+BL+BR+SL+SR"],
];

const REFUSED_ORDER = /Input channel layout '\d+ channels \(([^()']+)\)' is not supported/;

/** Of what ffmpeg said as it failed: the order that it did not mix, as its names; undefined where it failed otherwise. */
export function refusedOrder(stderr: string): string | undefined {
  return REFUSED_ORDER.exec(stderr)?.[1];
}

/** Filters that bring channels of such an order to their places, and those without a name to the usual ones. */
export function placedChannels(order: string): string[] {
  const channels = order.split("+");
  const sorted = channels.toSorted().join("+");
  const ofAsMany = LAYOUTS.filter(([, names]) => names.split("+").length === channels.length);
  const same = ofAsMany.find(([, names]) => names.split("+").toSorted().join("+") === sorted);
  const [layout] = same ?? ofAsMany[0] ?? [];
  if (layout === undefined) return [];
  const map = same === undefined ? channels.keys() : same[1].split("+").map((name) => channels.indexOf(name));
  return [`channelmap=map=${[...map].join("|")}:channel_layout=${layout}`];
}
