// The subtitle track as SubRip text: one cue per phrase, from the phrase's first audible sample to its last.
import type { Talk } from "./speech.ts";

function clock(timeS: number): string {
  const ms = Math.round(timeS * 1_000);
  const pad = (value: number, digits: number): string => `${Math.floor(value)}`.padStart(digits, "0");
  return `${pad(ms / 3_600_000, 2)}:${pad((ms / 60_000) % 60, 2)}:${pad((ms / 1_000) % 60, 2)},${pad(ms % 1_000, 3)}`;
}

/** A whole SRT file; its times are of the film. */
export function subtitlesOf(talk: Talk): string {
  return talk.phrases
    .map(({ startS, endS, text }, index) => `${index + 1}\n${clock(startS)} --> ${clock(endS)}\n${text}\n`)
    .join("\n");
}
