// Broadcasts of matches as real files, with what happens in them known: seeded, small (320×180 at 8 frames a second,
// 16 kHz), seven to nine minutes, made in some seconds. Written from what broadcasts are like, without regard to how
// anything is detected: events have build-up, reactions and replays in varying number, and much else is as loud or as
// lively as they are. Every match has one event of strength 1, which no reel may miss.

import { encodeFilm, QUICK_CODECS } from "../media/raw-video.ts";
import { FRAME } from "./broadcast-scenes.ts";
import { crowdDbAt, mixMatch } from "./match-audio.ts";
import type { Broadcast, PlantedEvent } from "./match-broadcast.ts";
import { footballMatch } from "./match-football.ts";
import { drawFrames, FRAME_RATE } from "./match-frames.ts";
import { MATCH_RATE_HZ } from "./match-mix.ts";
import { motorsportMatch } from "./match-motorsport.ts";
import { tennisMatch } from "./match-tennis.ts";
import { footballVenue, motorsportVenue, tennisVenue, type Venue } from "./match-venues.ts";

export const MATCH_CATEGORIES = ["FOOTBALL", "TENNIS", "MOTORSPORT"] as const;
export type MatchCategory = (typeof MATCH_CATEGORIES)[number];

export interface MatchTruth {
  readonly durationS: number;
  /** In order of time. */
  readonly events: readonly PlantedEvent[];
  /** The event of strength 1. */
  readonly top: PlantedEvent;
  /** How far the people are over their usual murmur at a time, dB. */
  readonly crowdRiseDb: (timeS: number) => number;
}

export interface MatchOptions {
  readonly category: MatchCategory;
  readonly seed: number;
  /** Leaves the sound out. */
  readonly isSilent?: boolean;
}

function stage(category: MatchCategory, seed: number): { broadcast: Broadcast; venue: Venue } {
  switch (category) {
    case "FOOTBALL": {
      const { broadcast, world } = footballMatch(seed);
      return { broadcast, venue: footballVenue(world, seed) };
    }
    case "TENNIS": {
      const { broadcast, world } = tennisMatch(seed);
      return { broadcast, venue: tennisVenue(world, seed) };
    }
    case "MOTORSPORT": {
      const { broadcast, world } = motorsportMatch(seed);
      return { broadcast, venue: motorsportVenue(world, seed) };
    }
  }
}

/** Writes a match to a file and tells what happens in it. */
export async function makeMatch(path: string, options: MatchOptions): Promise<MatchTruth> {
  const { category, seed, isSilent = false } = options;
  const { broadcast, venue } = stage(category, seed);
  await encodeFilm(path, {
    ...FRAME,
    frameRate: FRAME_RATE,
    frames: drawFrames(broadcast, venue, seed),
    sound: isSilent ? null : { samples: mixMatch(broadcast, seed), sampleRateHz: MATCH_RATE_HZ },
    codecs: QUICK_CODECS,
    keyFrameInterval: 4 * FRAME_RATE,
  });
  const { events, nowS } = broadcast;
  const top = events.find(({ strength }) => strength === 1);
  if (top === undefined) throw new Error("A match has an event that stands out.");
  const crowdRiseDb = (timeS: number): number => crowdDbAt(broadcast, timeS) - broadcast.sounds.crowdDb;
  return { durationS: nowS, events, top, crowdRiseDb };
}
