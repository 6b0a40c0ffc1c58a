// What dressing a reel gives: images that ffmpeg lays over its pieces, and cards before and behind them. Pure data, in
// pixels of the target and in frames of the piece; what draws is in dress-reel, what lays over is in overlay-filters.

/** A part of an image that is seen, and may wander over it: what is hidden appears from behind an edge. */
export interface OverlayWindow {
  readonly width: number;
  readonly height: number;
  /** ffmpeg expressions of `n`: the window's upper left corner in pixels of the image. */
  readonly x: string;
  readonly y: string;
}

export interface Overlay {
  /** A PNG of even width and height. */
  readonly imagePath: string;
  /** ffmpeg expressions of `n`, the piece's frame from 0: where the image's (or the window's) corner lies. */
  readonly x: string;
  readonly y: string;
  /** The first frame with it, negative where it is under way when the piece begins, and the first without. */
  readonly startFrame: number;
  readonly endFrame: number;
  readonly fadeInFrames: number;
  readonly fadeOutFrames: number;
  /** All of the image where this is left out. */
  readonly window?: OverlayWindow;
}

export interface Card {
  readonly kind: "intro" | "outro";
  readonly frameCount: number;
  /** A PNG of the target's size, without transparency. */
  readonly backgroundPath: string;
  /** In the order in which they are laid over each other. */
  readonly overlays: readonly Overlay[];
}

export interface ReelDressing {
  readonly intro: Card | null;
  readonly outro: Card | null;
  /** One list for each moment, in the order in which they are laid over each other. */
  readonly pieces: readonly (readonly Overlay[])[];
  /** What of the template had to be left out, for a person; null where nothing had. */
  readonly notice: string | null;
}
