// From words to what libass needs: fonts are opened for just these words, the words laid out by those fonts' widths,
// and the script written for the frame. Beside it they become a file that editors and platforms take.

import type { CaptionStyle } from "../../shared/captions/caption-styles.ts";
import { layOutTranscript } from "../../shared/captions/lay-out-transcript.ts";
import { formatSrt } from "../../shared/captions/subtitle-files.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import type { ClipCaptions } from "../render/render-clip.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";
import { partialSpans, withFill } from "./caption-motion.ts";
import { captionScript } from "./caption-script.ts";
import { drawableWords, openTypeface } from "./caption-typeface.ts";
import { shownWords, splitUnspaced } from "./caption-words.ts";
import type { ShownFaces } from "./clear-of-faces.ts";
import { inDrawnColors } from "./drawn-colors.ts";
import { groupWords } from "./lay-out-captions.ts";
import { withShapedWidths } from "./shaped-widths.ts";

export interface CaptionTarget {
  readonly style: CaptionStyle;
  /** The one that will draw them. */
  readonly ffmpeg: string;
  readonly frame: FrameSize;
  readonly frameRate: number;
  /** Where faces stand in the frame; none unless told. */
  readonly faces?: readonly ShownFaces[];
}

/**
 * The captions of a clip, of its words on its own clock; null where there is nothing to show.
 * @throws what reading the project's fonts throws, and as `runFfmpeg` where this one draws no captions
 */
export async function drawCaptions(
  words: readonly SpokenWord[],
  { style, ffmpeg, frame, frameRate, faces = [] }: CaptionTarget,
): Promise<ClipCaptions | null> {
  if (words.length === 0) return null;
  const cased = shownWords(words, style);
  const texts = cased.map(({ text }) => text);
  const opened = await openTypeface(style.font, texts);
  const drawable = drawableWords(texts, opened);
  const shown = cased.map((word, index) => ({ ...word, text: drawable[index] ?? "" }));
  const drawnTexts = splitUnspaced(shown).map(({ text }) => text);
  const typeface = await withShapedWidths(opened, drawnTexts, ffmpeg);
  const lines = groupWords(shown, style, typeface);
  if (lines.length === 0) return null;
  const drawn = await inDrawnColors(withFill(style), ffmpeg);
  const script = captionScript(lines, { style: drawn, typeface, frame, frameRate, faces });
  return { script, fontPaths: typeface.paths, partial: partialSpans(lines, style) };
}

/**
 * The words of a clip, on its own clock, as a SubRip file. Its phrases are those of transcriptions, longer than what is
 * burnt in, because players show subtitles small and at the bottom.
 */
export function captionSrt(words: readonly SpokenWord[], durationS: number): string {
  const spoken = words.map((word) => ({ ...word, score: 1 }));
  return formatSrt(layOutTranscript(spoken, durationS));
}
