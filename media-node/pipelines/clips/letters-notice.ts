// What is told of letters that captions cannot be drawn with here: for want of a font, or of an ffmpeg that joins them.
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import { openTypeface } from "../../captions/caption-typeface.ts";
import { shownWords } from "../../captions/caption-words.ts";
import { missingLettersNotice } from "../../captions/missing-letters.ts";
import { unshapedNotice } from "../../clips/notices.ts";
import { oneNotice } from "../one-notice.ts";
import type { RunContext } from "../run-context.ts";

/**
 * A sentence for the client about letters that are left out or not joined; null where all can be drawn.
 * @throws what reading the project's fonts throws
 */
export async function lettersNotice(
  { tools }: RunContext,
  style: CaptionStyle,
  words: readonly { readonly text: string }[],
): Promise<string | null> {
  const texts = shownWords(words, style).map(({ text }) => text);
  const { missing } = await openTypeface(style.font, texts);
  return oneNotice(unshapedNotice(words, tools.ffmpeg), missingLettersNotice(missing, "captions"));
}
