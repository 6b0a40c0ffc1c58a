// From words to what libass needs: fonts are opened for just these words, the words laid out by those fonts' widths,
// and the script written for the frame.
import type { CaptionStyle } from "../../shared/caption-styles.ts";
import type { FrameSize } from "../render/framing-plan.ts";
import type { ClipCaptions } from "../render/render-clip.ts";
import { captionScript } from "./caption-script.ts";
import { openTypeface } from "./caption-typeface.ts";
import { type CaptionWord, shownText } from "./caption-words.ts";
import { groupWords } from "./lay-out-captions.ts";

export interface CaptionTarget {
  readonly style: CaptionStyle;
  readonly frame: FrameSize;
  readonly frameRate: number;
}

/** The captions of a clip; null where there is nothing to show. @throws what reading the project's fonts throws */
export async function drawCaptions(
  words: readonly CaptionWord[],
  { style, frame, frameRate }: CaptionTarget,
): Promise<ClipCaptions | null> {
  if (words.length === 0) return null;
  const typeface = await openTypeface(
    style.font,
    words.map((word) => shownText(word.text, style)),
  );
  const lines = groupWords(words, style, typeface);
  if (lines.length === 0) return null;
  return { script: captionScript(lines, { style, typeface, frame, frameRate }), fontPaths: typeface.paths };
}
