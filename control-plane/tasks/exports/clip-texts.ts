// What is said in clips, as files: subtitles and plain text, of one clip or of all.
import { SubtitleFile, type SubtitleFormat } from "../../../shared/captions/subtitle-files.ts";
import type { ExportedClip } from "./exported-clips.ts";

/** A clip, and when it begins in what the subtitles are for. */
export interface PlacedClip extends Pick<ExportedClip, "captions"> {
  readonly atS: number;
}

export function subtitlesOf(clips: readonly PlacedClip[], format: SubtitleFormat): string {
  const file = new SubtitleFile(format);
  for (const { captions, atS } of clips) {
    for (const caption of captions) {
      file.add({ ...caption, start: caption.start + atS, end: caption.end + atS });
    }
  }
  return file.toString();
}

/** Each clip's title, and what is said in it below. */
export function plainTextOf(clips: readonly ExportedClip[]): string {
  const texts = clips.map(({ result, captions }) => {
    const said = captions.map(({ text }) => text).join("\n");
    return `${result.title}\n\n${said === "" ? result.transcript : said}`.trim();
  });
  return `${texts.join("\n\n\n")}\n`;
}
