// Videos that end before their sound: from there on players hold the last frame.

/** A last frame that is held for so long passes unseen. */
const UNSEEN_S = 0.5;

/** That a video ends before a time, as the beginning of a sentence for the client; null where it does not, or unseen. */
export function earlyVideo(videoEndS: number | undefined, untilS: number): string | null {
  if (videoEndS === undefined || untilS <= videoEndS + UNSEEN_S) return null;
  return `The source's video ends at ${videoEndS.toFixed(1)} s, before its sound`;
}
