// The frame that a clip or a reel is rendered for.
import type { ReelLayout } from "../../shared/tasks/highlight-job.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";

/** The size of a layout in pixels: 16:9, 9:16 or 1:1, in even numbers. Clips are PORTRAIT. */
export function frameOfLayout(layout: ReelLayout, shortSidePx: number): FrameSize {
  const longSidePx = 2 * Math.round((shortSidePx * 16) / 9 / 2);
  switch (layout) {
    case "LANDSCAPE":
      return { width: longSidePx, height: shortSidePx };
    case "PORTRAIT":
      return { width: shortSidePx, height: longSidePx };
    case "SQUARE":
      return { width: shortSidePx, height: shortSidePx };
  }
}
