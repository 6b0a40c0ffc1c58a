// What a highlight job asks of a media node, checked and with every default filled in, and what the node reports. The
// control plane writes the request into the task's row and the media node reads it: a field changes only additively.

import type { ReelTemplate } from "../templates/reel-styles.ts";
import type { MediaRange, MediaSource } from "./media-source.ts";

export const SPORT_CATEGORIES = [
  "FOOTBALL",
  "AMERICAN_FOOTBALL",
  "BASKETBALL",
  "BASEBALL",
  "CRICKET",
  "HOCKEY",
  "RUGBY",
  "TENNIS",
  "VOLLEYBALL",
  "COMBAT",
  "MOTORSPORT",
  "ESPORTS",
  "OTHER",
] as const;
export type SportCategory = (typeof SPORT_CATEGORIES)[number];
export const DEFAULT_CATEGORY: SportCategory = "OTHER";

export const REEL_LAYOUTS = ["LANDSCAPE", "PORTRAIT", "SQUARE"] as const;
export type ReelLayout = (typeof REEL_LAYOUTS)[number];
export const DEFAULT_LAYOUT: ReelLayout = "LANDSCAPE";

/** The model whose templates render a reel; no client generates with it. */
export const HIGHLIGHT_RENDER_MODEL = "highlight-render";

export interface HighlightJobRequest {
  readonly source: MediaSource;
  readonly range: MediaRange;
  readonly title: string | null;
  readonly category: SportCategory;
  readonly layout: ReelLayout;
  /** The shorter side of the reel's frame, in pixels: 1080 is 1920×1080, 1080×1920 or 1080×1080 by layout. */
  readonly shortSidePx: number;
  /** A template of HIGHLIGHT_RENDER_MODEL; null leaves the templated render out. */
  readonly templateId: string | null;
  /** That template as it was when the task was created, complete: one that changes changes no task. */
  readonly template: ReelTemplate | null;
  readonly declaredDurationS: number | null;
}

export interface HighlightMoment {
  /** Seconds on the source's clock. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly reason: string;
}

/** A finished reel as the media node reports it; files are storage keys, which each read turns into signed URLs. */
export interface HighlightJobOutput {
  readonly notice: string | null;
  readonly rawVideoKey: string;
  /** Null where no template was asked for. */
  readonly templatedVideoKey: string | null;
  readonly thumbnailKey: string;
  /** Of the stitched reel, in seconds. */
  readonly duration: number;
  readonly moments: readonly HighlightMoment[];
}
