// A clip's captions as a file beside it: SubRip, which editors and platforms take. Its phrases are those of
// transcriptions, longer than what is burnt in, because players show subtitles small and at the bottom.
import { formatSrt } from "../../shared/subtitle-files.ts";
import { layOutTranscript } from "../speech/transcripts/lay-out-transcript.ts";
import type { CaptionWord } from "./caption-words.ts";

/** The words of a clip, on its own clock, as a SubRip file. */
export function captionSrt(words: readonly CaptionWord[], durationS: number): string {
  const spoken = words.map((word) => ({ ...word, score: 1 }));
  return formatSrt(layOutTranscript(spoken, durationS));
}
