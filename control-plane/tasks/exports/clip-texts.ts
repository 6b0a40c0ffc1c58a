// What is said in clips, as files: subtitles and plain text, of one clip or of all.
import { SubtitleFile, type SubtitleFormat } from "../../../shared/captions/subtitle-files.ts";
import { runInTimeSlices } from "../../../shared/process/time-slices.ts";
import type { CaptionedClip } from "./exported-clips.ts";

/** A clip, and when it begins in what the subtitles are for. */
export interface PlacedClip extends Pick<CaptionedClip, "captions"> {
  readonly atS: number;
}

function* writeSubtitles(clips: readonly PlacedClip[], format: SubtitleFormat): Generator<void, string> {
  const file = new SubtitleFile(format);
  for (const { captions, atS } of clips) {
    for (const caption of captions) {
      file.add({ ...caption, start: caption.start + atS, end: caption.end + atS });
      yield;
    }
  }
  return file.toString();
}

/** The clips' captions as one file of subtitles, on the time line of the export. */
export function subtitlesOf(clips: readonly PlacedClip[], format: SubtitleFormat): Promise<string> {
  return runInTimeSlices(writeSubtitles(clips, format));
}

/** Each clip's title, and what is said in it below. */
export function plainTextOf(clips: readonly CaptionedClip[]): string {
  const texts = clips.map(({ result, captions }) => {
    const said = captions.map(({ text }) => text).join("\n");
    return `${result.title}\n\n${said === "" ? result.transcript : said}`.trim();
  });
  return `${texts.join("\n\n\n")}\n`;
}
