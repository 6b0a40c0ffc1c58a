// What a highlight template consists of. A task's row holds a complete one, so that what a template was when the task
// was created is what the reel is dressed in, on whatever node. Looks and transitions are named by what they look like,
// not by the built-in template that uses them: an operator's template may combine them in other ways.
import type { CaptionFontName } from "../captions/caption-fonts.ts";

/** How cards and lower thirds are drawn. */
export const REEL_LOOKS = ["slant", "minimal", "neon", "editorial"] as const;
export type ReelLook = (typeof REEL_LOOKS)[number];

export const REEL_TRANSITIONS = ["cut", "fade", "flash", "wipe", "slide", "stinger"] as const;
export type ReelTransitionKind = (typeof REEL_TRANSITIONS)[number];

export const REEL_SIDES = ["left", "center", "right"] as const;
export type ReelSide = (typeof REEL_SIDES)[number];

export const REEL_CORNERS = ["top_left", "top_right", "none"] as const;
export type ReelCorner = (typeof REEL_CORNERS)[number];

/** `#RRGGBB`. */
export interface ReelColors {
  readonly background: string;
  readonly primary: string;
  readonly accent: string;
  readonly text: string;
}

/** An image of its own before the first moment or behind the last. Texts have placeholders: see reel-texts. */
export interface ReelCard {
  readonly look: ReelLook;
  readonly durationS: number;
  readonly title: string;
  readonly subtitle: string;
}

/** What is written over each moment. */
export interface ReelLowerThird {
  readonly look: ReelLook;
  readonly side: ReelSide;
  /** How long it is seen from a moment's beginning; never longer than the moment. */
  readonly durationS: number;
  readonly title: string;
  /** A smaller line; empty for none. */
  readonly detail: string;
  /** Whether the moment's number among all is shown. */
  readonly counter: boolean;
}

export interface ReelTransition {
  readonly kind: ReelTransitionKind;
  /** From the first covered pixel to the last; the joint lies in its middle. */
  readonly durationS: number;
}

export interface ReelLogo {
  /** An image in a data URI, or the key of an asset. */
  readonly image: string;
  /** Where it stands over the moments; cards and stingers show it in any case. */
  readonly corner: ReelCorner;
  /** Its longer side in shares of the frame's shorter side. */
  readonly size: number;
  readonly opacity: number;
}

export interface ReelMusic {
  /** The key of an asset. */
  readonly asset: string;
  readonly gainDb: number;
  /** By how much the music steps back while the match is loud. */
  readonly duckingDb: number;
}

/** A complete highlight template. */
export interface ReelTemplate {
  readonly colors: ReelColors;
  readonly fonts: { readonly heading: CaptionFontName; readonly body: CaptionFontName };
  /** Whether headings are set in capitals. */
  readonly uppercase: boolean;
  readonly intro: ReelCard | null;
  readonly lowerThird: ReelLowerThird | null;
  readonly transition: ReelTransition;
  readonly outro: ReelCard | null;
  readonly logo: ReelLogo | null;
  readonly music: ReelMusic | null;
}
