// Whether the audio belongs to the words. Subtitles may come with a track that nobody speaks on: a dubbed film's music, a
// recording whose microphone was off. What is measured of such audio says nothing of what is said.

import { sumBetween } from "../../signal/prefix-sum.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { type MomentTimeline, TICK_S, tickAt } from "./moment-timeline.ts";

/** Share of speech-like sound while words are said: 0.44 to 0.67 in real and synthetic speech, next to none in noise. */
const MIN_SPEECH = 0.1;
/** Fewer seconds of words prove nothing. */
const MIN_SPOKEN_S = 5;

/** False only where words are said for a while and next to no speech is heard meanwhile. */
export function isSpeechAudible(timeline: MomentTimeline, words: readonly SpokenWord[]): boolean {
  let speech = 0;
  let ticks = 0;
  for (const { startS, endS } of words) {
    const from = tickAt(timeline, startS);
    const to = tickAt(timeline, endS);
    speech += sumBetween(timeline.speech, from, to);
    ticks += Math.max(0, Math.min(to, timeline.tickCount) - Math.max(0, from));
  }
  return ticks * TICK_S < MIN_SPOKEN_S || speech >= MIN_SPEECH * ticks;
}
