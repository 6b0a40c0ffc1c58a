// How much text a crop of a shot would cut off.
import type { FrameLook } from "./frame-look.ts";
import type { Shot } from "./shots/split-shots.ts";

/**
 * Text outside of the part of the width from `left` to `right`, as a share of the whole source, on average over the
 * shot's looks; 0 for a shot so short that none of them lies in it.
 */
export function lostText(looks: readonly FrameLook[], shot: Shot, left: number, right: number): number {
  const inShot = looks.filter(({ frame }) => frame >= shot.startFrame && frame < shot.endFrame);
  let sum = 0;
  for (const { text } of inShot) {
    for (const [cell, share] of text.entries()) {
      const middle = (cell + 0.5) / text.length;
      if (middle < left || middle > right) sum += share / text.length;
    }
  }
  return inShot.length === 0 ? 0 : sum / inShot.length;
}
