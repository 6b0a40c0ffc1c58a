// Which samples a program reads that works on stretches of a film. ffmpeg opens a file by reading its beginning, seeks to
// the key frame before a stretch, and reads on from there in all tracks, somewhat beyond its end. What is taken here is
// rather too much: what is missing later costs a second, whole read (see ranged-input).
import type { Span } from "../../signal/span.ts";
import { FRAMES_OF_A_PACKET, type Movie, type Track } from "./read-movie.ts";
import { lastNotAbove, type SampleRun } from "./sample-tables.ts";

/** What is read of any file that is opened: ffmpeg looks at 5 s at most, and at what shows late. */
const HEAD_S = 8;
/** Room before a stretch for a seek, and for faces and cuts that are looked at around it. */
const LEAD_S = 5;
/** Decoders and filters read ahead of what they give, and tracks are interleaved. */
const TAIL_S = 10;
/** Decoders hold frames back, one for each of 16 threads and those that are shown later, and queues hold packets. */
const TAIL_SAMPLES = 64;
/** The same where only key frames are decoded, and what lies between them is not read. */
const TAIL_KEY_FRAMES = 32;
/** The end is looked at to find out whether the content is there: see probe-source. */
const END_S = 12;
/** Other tracks are sought to the key frame's time, and read from the packet in which that lies. */
const SEEK_SLACK_S = 1;

/** The samples of each track that are needed, ascending and apart. */
export type NeededSamples = readonly (readonly SampleRun[])[];

function sampleAt({ ticksPerSecond, startS, times }: Track, timeS: number): number {
  // A time that was made from ticks must lead back to them.
  return Math.max(0, times.sampleAt((timeS - startS) * ticksPerSecond + 0.001));
}

function syncSampleAt(track: Track, timeS: number): number {
  const sample = sampleAt(track, timeS);
  const { syncSamples } = track;
  return syncSamples === undefined ? sample : (syncSamples[lastNotAbove(syncSamples, sample)] ?? 0);
}

function timeOf({ ticksPerSecond, startS, times }: Track, sample: number): number {
  return startS + times.ticksOf(sample) / ticksPerSecond;
}

/** Where reading begins for a stretch: at the earliest of the key frames that a seek may choose. */
function anchorS({ tracks }: Movie, fromS: number): number {
  const anchors = tracks
    .filter(({ kind, sampleCount }) => kind === "video" && sampleCount > 0)
    .map((track) => timeOf(track, syncSampleAt(track, fromS - track.maxShiftS)));
  return Math.min(fromS, ...anchors);
}

/** A stretch of each track, read side by side. */
function runsOf(tracks: readonly Track[], fromS: number, toS: number): SampleRun[] {
  const endOf = (track: Track, endS: number): number =>
    Math.min(track.sampleCount, sampleAt(track, endS + track.maxShiftS) + 1);
  const videoEnds = tracks.map((track) =>
    track.kind === "video" ? Math.min(track.sampleCount, endOf(track, toS) + TAIL_SAMPLES) : 0,
  );
  // Where frames are far apart, those that are read ahead bring the sound of minutes with them.
  const coveredS = Math.max(
    toS,
    ...tracks.map((track, index) => timeOf(track, Math.max(0, (videoEnds[index] ?? 0) - 1))),
  );
  return tracks.map((track, index) => {
    const isVideo = track.kind === "video";
    const first = syncSampleAt(track, isVideo ? fromS : fromS - SEEK_SLACK_S);
    return { first, end: isVideo ? (videoEnds[index] ?? 0) : endOf(track, coveredS + SEEK_SLACK_S) };
  });
}

/** The key frames behind a stretch, each by itself. */
function keyFramesAfter({ kind, syncSamples }: Track, sample: number): SampleRun[] {
  if (kind !== "video" || syncSamples === undefined) return [];
  const next = syncSamples.findIndex((sync) => sync >= sample);
  if (next === -1) return [];
  return [...syncSamples.subarray(next, next + TAIL_KEY_FRAMES)].map((sync) => ({
    first: sync,
    end: sync + 1,
  }));
}

/** Runs in order, those joined that touch. */
function joinRuns(runs: readonly SampleRun[]): SampleRun[] {
  const joined: SampleRun[] = [];
  for (const run of [...runs].sort((a, b) => a.first - b.first)) {
    const last = joined.at(-1);
    if (last !== undefined && run.first <= last.end) {
      joined[joined.length - 1] = { first: last.first, end: Math.max(last.end, run.end) };
    } else joined.push(run);
  }
  return joined;
}

/** Wholly in packets: a packet must not lack a part. */
function inPackets({ chunks, sampleCount, isAudioFrames }: Track, run: SampleRun): SampleRun {
  if (!isAudioFrames) return run;
  const { firstSamples } = chunks;
  const startOf = (sample: number): number =>
    firstSamples[Math.min(chunks.count - 1, lastNotAbove(firstSamples, sample))] ?? 0;
  const before = (run.first - startOf(run.first)) % FRAMES_OF_A_PACKET;
  const chunkOfLast = Math.min(chunks.count - 1, lastNotAbove(firstSamples, run.end - 1));
  const last = Math.ceil((run.end - startOf(run.end - 1)) / FRAMES_OF_A_PACKET) * FRAMES_OF_A_PACKET;
  const end = Math.min(startOf(run.end - 1) + last, firstSamples[chunkOfLast + 1] ?? sampleCount);
  return { first: run.first - before, end };
}

/** The earliest time at which anything is shown: sources are told times from there. */
function firstS({ tracks }: Movie): number {
  return Math.min(...tracks.filter(({ sampleCount }) => sampleCount > 0).map((track) => timeOf(track, 0)));
}

function endsS(movie: Movie): number[] {
  const ends = movie.tracks
    .filter(({ kind, sampleCount }) => sampleCount > 0 && (kind === "video" || kind === "audio"))
    .map((track) => track.startS + track.times.endTicks / track.ticksPerSecond);
  return movie.durationS > 0 ? [movie.durationS, Math.max(...ends)] : [Math.max(...ends)];
}

/** The samples that work on this stretch of the source reads, in seconds on the source's clock. */
export function neededSamples(movie: Movie, { startS, endS }: Span): NeededSamples {
  // The source's clock begins with what is shown first; which of the two is meant is left open by reading for both.
  const shiftS = firstS(movie);
  const rangeFromS = anchorS(movie, startS + Math.min(0, shiftS) - LEAD_S);
  const rangeToS = endS + Math.max(0, shiftS) + TAIL_S;
  const endFromS = anchorS(movie, Math.min(...endsS(movie)) + Math.min(0, shiftS) - END_S);
  const { tracks } = movie;
  const head = runsOf(tracks, 0, HEAD_S + Math.max(0, shiftS));
  const range = runsOf(tracks, rangeFromS, rangeToS);
  const tail = runsOf(tracks, endFromS, endFromS);
  return tracks.map((track, index) => {
    const { sampleCount } = track;
    if (sampleCount === 0) return [];
    const wanted = range[index] ?? { first: 0, end: sampleCount };
    const runs = [
      { first: 0, end: head[index]?.end ?? sampleCount },
      wanted,
      ...keyFramesAfter(track, wanted.end),
      { first: tail[index]?.first ?? 0, end: sampleCount },
    ];
    return joinRuns(runs.map((run) => inPackets(track, run)));
  });
}
