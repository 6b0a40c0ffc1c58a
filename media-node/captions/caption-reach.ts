// How far what is drawn reaches beyond the letters themselves: boxes, outlines, shadows, and words that move. Pure.
// Layout leaves this room at the sides and placement above and below, so that all of a caption keeps clear of the
// areas that vertical players draw over.
import type { CaptionStyle } from "../../shared/captions/caption-styles.ts";

/** Room between a box's edge and its text, in em. */
export const BOX_PADDING_EM = { x: 0.42, y: 0.26 } as const;
/** The same of a word's box, which is drawn tighter; below it has room for letters such as g, too. */
export const WORD_BOX_EM = { x: 0.18, y: 0.2, descent: 0.1 } as const;
/** How much larger a word may grow that swells, and by how much at each side at most, in em: less than half a space. */
export const SWELL = { factor: 1.12, sideEm: 0.09 } as const;
/** How far above its place a word begins that drops in, in em. */
export const DROP_EM = 0.3;
/** How far shadows and glows are seen, in em. */
const SHADOW_EM = { none: 0, soft: 0.1, hard: 0.06, glow: 0.22 } as const;
/** What accents on capitals take above them, in em. */
const ACCENT_EM = 0.2;

/** Pixels beside a row, above its capitals, and below its descenders. */
export interface Reach {
  readonly side: number;
  readonly above: number;
  readonly below: number;
}

/**
 * The room that a caption of this style takes beyond its letters, in pixels.
 * @param emPx size of its font's em square
 * @param strokePx width of its outline
 */
export function reachOf(style: CaptionStyle, emPx: number, strokePx: number): Reach {
  if (style.backgroundColor !== null) {
    return { side: BOX_PADDING_EM.x * emPx, above: BOX_PADDING_EM.y * emPx, below: BOX_PADDING_EM.y * emPx };
  }
  const isBoxed = style.highlightBackgroundColor !== null;
  const swells = style.animation === "pop";
  const outlinePx = strokePx + SHADOW_EM[style.shadow] * emPx;
  const growthPx = swells ? ((SWELL.factor - 1) / 2) * emPx : 0;
  const around = Math.max(isBoxed ? WORD_BOX_EM.y * emPx : 0, outlinePx) + growthPx;
  return {
    side: Math.max(isBoxed ? WORD_BOX_EM.x * emPx : 0, outlinePx + (swells ? SWELL.sideEm * emPx : 0)),
    above: around + Math.max(ACCENT_EM, style.animation === "bounce" ? DROP_EM : 0) * emPx,
    below: around,
  };
}
