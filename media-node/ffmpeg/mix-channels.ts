// Sound of more channels than a layout has names for: recorders with a track for each microphone, broadcasts with all
// their mixes in one stream, ambisonics. ffmpeg refuses to make stereo of what has no layout.

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
