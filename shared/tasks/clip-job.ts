// What a clip job asks of a media node: the client's request once it is checked and every default is filled in. The
// control plane writes it into the task's row and the media node reads it, so a field changes only additively.
import type { CaptionStyle } from "../captions/caption-styles.ts";
import type { MediaRange, MediaSource } from "./media-source.ts";

export const EDITING_STYLES = [
  "AUTO",
  "STATIC_CROP",
  "DYNAMIC_CROP",
  "BLURRED_WINGS",
  "SPLIT_SCREEN",
  "LETTERBOX",
] as const;
export type EditingStyle = (typeof EDITING_STYLES)[number];

export const TARGET_RESOLUTIONS = ["360p", "480p", "720p", "1080p", "1440p", "2160p"] as const;
/** Of clips and of reels. */
export const DEFAULT_RESOLUTION: (typeof TARGET_RESOLUTIONS)[number] = "1080p";

/**
 * Repeats of a request are known by all of it: a field that is added is absent unless the client said it, for a default
 * would have a repeat over an upgrade refused as another request.
 */
export interface ClipJobRequest {
  readonly source: MediaSource;
  readonly range: MediaRange;
  readonly clipCount: number;
  readonly clipLengthS: { readonly min: number; readonly max: number };
  /** Width in pixels of the vertical clip. */
  readonly targetWidth: number;
  readonly editingStyles: readonly EditingStyle[];
  /** Null when the client wants no captions. */
  readonly captions: CaptionStyle | null;
  readonly title: string | null;
  readonly prompt: string | null;
  readonly declaredDurationS: number;
}

/** One finished clip as the media node reports it; files are storage keys, which each read turns into signed URLs. */
export interface ClipResult {
  readonly id: string;
  readonly index: number;
  readonly title: string;
  readonly description: string;
  readonly hashtags: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly duration: number;
  readonly viralityScore: number;
  readonly scoreBreakdown: {
    readonly hook: number;
    readonly engagement: number;
    readonly value: number;
    readonly shareability: number;
  };
  readonly reason: string;
  readonly hook: string;
  readonly transcript: string;
  readonly videoKey: string;
  readonly thumbnailKey: string;
  readonly captionsKey: string | null;
  readonly width: number;
  readonly height: number;
  readonly editingStyle: EditingStyle;
  /** What the score was made from, for fitting the model later; not shown to clients. Clips of old versions lack it. */
  readonly features?: { readonly version: number; readonly values: readonly (number | null)[] };
}

export interface ClipJobOutput {
  readonly notice: string | null;
  readonly clips: readonly ClipResult[];
  /** Where the plan of the clips lies (see clip-plan); not shown to clients. Jobs of old versions lack it. */
  readonly planKey?: string;
}
