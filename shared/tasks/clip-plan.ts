// What the clips of a job were made of, kept beside its output for as long as that is: what the editor of a clip shows,
// and what another render of it begins with. The media node writes it, both planes read it (schemas/stored/clip-plan), and a
// field changes only additively.
//
// A plan is the job's and not each clip's: a clip may grow into the words around it, and those of a job's clips are mostly
// the same. Words stand in columns, in milliseconds: six hours of speech are 60,000 of them, 1.3 MB of JSON.
import type { CaptionStyle } from "../captions/caption-styles.ts";
import type { WrittenWord } from "../captions/subtitle-lines.ts";
import { leaveOut } from "../captions/written-spaces.ts";
import type { EditingStyle } from "./clip-job.ts";
import type { MediaRange, MediaSource } from "./media-source.ts";

/** The timecode of a source's first frame. */
export interface SourceTimecode {
  /** The frames that it counts, as seconds at its rate: 01:00:00:00 of 29.97 frames a second is 3,603.6 s. */
  readonly startS: number;
  /** Whether it leaves numbers out to keep up with the clock. */
  readonly isDropFrame: boolean;
}

/** The source as it was found. */
export interface PlannedMedia {
  readonly durationS: number;
  /** As displayed, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Frames per second, nominal. */
  readonly frameRate: number;
  /** Missing where it is not known. */
  readonly hasAudio?: boolean | undefined;
  /** The place of the sound track that was heard among those of the file, from 0; missing where there is one at most. */
  readonly soundTrack?: number | undefined;
  /** When the last frame of the job's range begins that is known to decode; missing where nothing is known. */
  readonly decodableS?: number | undefined;
  /** Missing where the source has none, and of plans of earlier versions. */
  readonly timecode?: SourceTimecode | undefined;
}

/** Words in their order, one in each place of the columns. */
export interface PlannedWords {
  /** Empty for a word that was taken out. */
  readonly texts: readonly string[];
  /** On the source's clock. */
  readonly startsMs: readonly number[];
  readonly endsMs: readonly number[];
  /** Places of the words with which a speaker begins; missing where nothing tells. */
  readonly turns?: readonly number[] | undefined;
  /** Places of the words before which a space is written that would not stand there by itself; missing where there is none. */
  readonly spaces?: readonly number[] | undefined;
  /** Places of the words with which a sentence ends though no mark says so; missing where there is none. */
  readonly ends?: readonly number[] | undefined;
  /** What was recognized, of words that were corrected or taken out: by their place. */
  readonly recognized?: Readonly<Record<string, string>> | undefined;
}

export interface PlannedArea {
  /** Pixels of the source as displayed. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const PLANNED_LAYOUTS = ["crop", "split", "wings", "letterbox"] as const;
export type PlannedLayout = (typeof PLANNED_LAYOUTS)[number];

/** A stretch of a clip with one layout. */
export interface PlannedFraming {
  /** On the source's clock. */
  readonly startS: number;
  readonly endS: number;
  readonly layout: PlannedLayout;
  /** What is shown of the source: one part, or of a split frame two, the upper one first. Where it begins, of a crop that moves. */
  readonly areas: readonly PlannedArea[];
  /** Where a moving crop stands after its beginning; missing of what stands. */
  readonly path?: readonly { readonly timeS: number; readonly x: number }[] | undefined;
}

export interface PlannedClip {
  readonly id: string;
  /** On the source's clock, as it was cut. */
  readonly startS: number;
  readonly endS: number;
  /** What it is posted for, and where that is said; null where nothing tells. */
  readonly kind: string | null;
  readonly pointS: number | null;
  /** When another shot begins, within the clip. */
  readonly cutsS: readonly number[];
  readonly framing: readonly PlannedFraming[];
}

export interface ClipPlan {
  /** Where the source is kept for further renders; null where it is not. */
  readonly source: MediaSource | null;
  /** Whether nothing of the source is there but what `range` needs. */
  readonly isPartKept?: boolean | undefined;
  /** The task that the source is kept for; missing of an upload, which is kept for itself. */
  readonly sourceTaskId?: string | undefined;
  /** Null where it is not known any more. */
  readonly media: PlannedMedia | null;
  /** What of it was listened to; missing where that is not known. */
  readonly range?: MediaRange | undefined;
  /** What was asked for. */
  readonly targetWidth: number;
  readonly editingStyles: readonly EditingStyle[];
  readonly captions: CaptionStyle | null;
  readonly videoTitle: string | null;
  readonly words: PlannedWords;
  readonly clips: readonly PlannedClip[];
}

/** Places of words: from the first up to, and not with, the next. */
export interface WordRange {
  readonly first: number;
  readonly next: number;
}

/** The first place from which on a word's middle lies at this time or later. */
function firstFrom({ startsMs, endsMs }: PlannedWords, timeMs: number): number {
  const place = startsMs.findIndex((startMs, index) => (startMs + (endsMs[index] ?? startMs)) / 2 >= timeMs);
  return place === -1 ? startsMs.length : place;
}

/** The words of a stretch of the source: those whose middle lies in it. */
export function wordsBetween(words: PlannedWords, startS: number, endS: number): WordRange {
  const first = firstFrom(words, startS * 1_000);
  return { first, next: Math.max(first, firstFrom(words, endS * 1_000)) };
}

export interface PlannedWord extends WrittenWord {
  readonly place: number;
  /** On the source's clock. */
  readonly startS: number;
  readonly endS: number;
}

/** The words at these places that are said: without those that were taken out. */
export function saidWords(words: PlannedWords, { first, next }: WordRange): PlannedWord[] {
  const { texts, startsMs, endsMs, spaces = [], ends = [] } = words;
  const among = (places: readonly number[]): Set<number> =>
    new Set(places.filter((place) => place >= first && place < next));
  const [spaced, ending] = [among(spaces), among(ends)];
  const planned = texts.slice(first, next).map((text, offset): PlannedWord => {
    const place = first + offset;
    const times = { startS: (startsMs[place] ?? 0) / 1_000, endS: (endsMs[place] ?? 0) / 1_000 };
    return {
      place,
      text,
      ...times,
      ...(spaced.has(place) ? { followsSpace: true } : {}),
      ...(ending.has(place) ? { endsSentence: true } : {}),
    };
  });
  return leaveOut(planned, ({ text }) => text === "");
}
