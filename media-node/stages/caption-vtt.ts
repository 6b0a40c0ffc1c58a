// Writes captions as a WebVTT file, for players that show subtitles themselves.
import type { CaptionLine } from "./lay-out-captions.ts";

/** `hh:mm:ss.mmm` */
function vttTime(timeS: number): string {
  return new Date(Math.max(0, Math.round(timeS * 1_000))).toISOString().slice(11, 23);
}

/** The same lines as a WebVTT file. */
export function captionVtt(lines: readonly CaptionLine[]): string {
  const cues = lines.map((line) => {
    const text = line.words.map((word) => word.text).join(" ");
    const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return `${vttTime(line.startS)} --> ${vttTime(line.endS)}\n${safe}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}
