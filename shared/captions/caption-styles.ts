// What a style of captions consists of. A task's row holds a complete style, so that what a preset was when the task was
// created is what it is drawn with, on whatever node.
import type { CaptionFontName } from "./caption-fonts.ts";

export const CAPTION_POSITIONS = ["top", "middle", "bottom"] as const;
export type CaptionPosition = (typeof CAPTION_POSITIONS)[number];

export const CAPTION_ANIMATIONS = ["none", "karaoke", "pop", "fade", "bounce"] as const;
export type CaptionAnimation = (typeof CAPTION_ANIMATIONS)[number];

export const CAPTION_SHADOWS = ["none", "soft", "hard", "glow"] as const;
export type CaptionShadow = (typeof CAPTION_SHADOWS)[number];

/** The width of a frame on which a style's sizes are pixels. */
export const REFERENCE_WIDTH_PX = 1_080;

/** A complete style. Sizes are pixels on a frame 1080 wide and scale with it; colours are `#RRGGBB` or `#RRGGBBAA`. */
export interface CaptionStyle {
  readonly font: CaptionFontName;
  /** Of the em square, as on the web; capitals are about 0.7 of it high. */
  readonly fontSizePx: number;
  readonly maxWordsOnScreen: number;
  readonly position: CaptionPosition;
  /** Centre of the text as a share of the height, from the top; overrides `position` when not null. */
  readonly positionY: number | null;
  readonly fontColor: string;
  /** Of the word that is being said, or null where it is not marked. */
  readonly highlightColor: string | null;
  /** A box behind the word that is being said, or null. */
  readonly highlightBackgroundColor: string | null;
  readonly strokeColor: string;
  readonly strokeWidthPx: number;
  /** A box behind the whole text, or null. */
  readonly backgroundColor: string | null;
  readonly shadow: CaptionShadow;
  readonly shadowColor: string;
  readonly animation: CaptionAnimation;
  readonly uppercase: boolean;
}

/** The preset of those who name none. */
export const DEFAULT_PRESET = "bold";

/** What a preset's file does not say. */
export const PLAIN_CAPTION_STYLE: CaptionStyle = {
  font: "Montserrat ExtraBold",
  fontSizePx: 84,
  maxWordsOnScreen: 4,
  position: "bottom",
  positionY: null,
  fontColor: "#FFFFFF",
  highlightColor: null,
  highlightBackgroundColor: null,
  strokeColor: "#101014",
  strokeWidthPx: 6,
  backgroundColor: null,
  shadow: "none",
  shadowColor: "#000000B0",
  animation: "none",
  uppercase: false,
};

/** A style as a task's row holds it: rows of an older version lack what was added since. */
export function completeCaptionStyle(stored: Partial<CaptionStyle>): CaptionStyle {
  return { ...PLAIN_CAPTION_STYLE, ...stored };
}

/** Whether words of a row look different from each other at any time, so that each is drawn by itself. */
export function marksWords({ animation, highlightColor, highlightBackgroundColor }: CaptionStyle): boolean {
  const moves = animation !== "none" && animation !== "fade";
  return moves || highlightColor !== null || highlightBackgroundColor !== null;
}
