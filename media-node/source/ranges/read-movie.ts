// What a film's `moov` box says of where its samples lie and when they are shown. Films whose samples could lie elsewhere
// than it says (fragments, other files, encryption's side tables) or be shown at times that this does not compute (more
// than one edit) are refused, and read whole.
import { RANGED_READ_LIMITS } from "../../../shared/limits/sources.ts";
import { type Box, onlyBox, readBoxes, refuse, requireBox } from "./iso-boxes.ts";
import {
  type Chunks,
  DecodeTimes,
  readChunks,
  readMaxShift,
  readSyncSamples,
  SampleSizes,
} from "./sample-tables.ts";
import { audioFrameBytes } from "./sound-descriptions.ts";

/** ffmpeg makes packets of so many single frames of sound, counted from the beginning of each chunk. */
export const FRAMES_OF_A_PACKET = 1_024;

export type TrackKind = "video" | "audio" | "subtitle" | "other";

export interface Track {
  readonly kind: TrackKind;
  readonly ticksPerSecond: number;
  /** What stands before the track's clock: when its tick 0 is shown, in seconds of the film. */
  readonly startS: number;
  readonly sampleCount: number;
  readonly sizes: SampleSizes;
  readonly times: DecodeTimes;
  /** Undefined where every sample decodes without others. */
  readonly syncSamples: Uint32Array | undefined;
  /** How much earlier or later than it is decoded a sample is shown at most. */
  readonly maxShiftS: number;
  readonly chunks: Chunks;
  /** Whether samples are single frames of sound, of which ffmpeg makes packets by itself. */
  readonly isAudioFrames: boolean;
}

export interface Movie {
  /** As its header says; 0 where it does not. */
  readonly durationS: number;
  /** In the order of their boxes. */
  readonly tracks: readonly Track[];
}

const KINDS: Readonly<Record<string, TrackKind>> = {
  vide: "video",
  soun: "audio",
  sbtl: "subtitle",
  subt: "subtitle",
  text: "subtitle",
};
/** In `moov`: fragments follow; a compressed header; references to other films. */
const REFUSED_IN_MOVIE: ReadonlySet<string> = new Set(["mvex", "cmov", "rmra"]);
/** In `stbl`: side tables of encryption; sizes of less than a byte. */
const REFUSED_IN_TABLES: ReadonlySet<string> = new Set(["saio", "saiz", "senc", "stz2"]);

function refuseAny(boxes: readonly Box[], types: ReadonlySet<string>): void {
  const found = boxes.find(({ type }) => types.has(type));
  if (found !== undefined) refuse(`there is a box of type ${found.type}`);
}

/** Ticks a second and ticks of `mvhd` and `mdhd`, which begin alike. */
function readClock({ payload, type }: Box): { readonly ticksPerSecond: number; readonly ticks: number } {
  const isLong = payload[0] === 1;
  if (payload.length < (isLong ? 32 : 20)) refuse(`a box of type ${type} is cut off`);
  const ticksPerSecond = payload.readUInt32BE(isLong ? 20 : 12);
  if (ticksPerSecond === 0) refuse("a clock stands still");
  const ticks = isLong ? Number(payload.readBigUInt64BE(24)) : payload.readUInt32BE(16);
  return { ticksPerSecond, ticks };
}

const UNITY_RATE = 0x1_0000;

interface Edit {
  readonly lengthTicks: number;
  /** On the track's clock; -1 for a stretch in which nothing is shown. */
  readonly mediaTicks: number;
  readonly hasOwnPace: boolean;
}

function readEdits(track: readonly Box[]): Edit[] {
  const edits = onlyBox(track, "edts");
  const list = edits === undefined ? undefined : onlyBox(readBoxes(edits.payload), "elst");
  if (list === undefined) return [];
  const { payload } = list;
  if (payload.length < 8) refuse("a list of edits is cut off");
  const isLong = payload[0] === 1;
  const count = payload.readUInt32BE(4);
  const entryBytes = isLong ? 20 : 12;
  if (count * entryBytes > payload.length - 8) refuse("a list of edits is cut off");
  return Array.from({ length: count }, (_, entry) => {
    const at = 8 + entry * entryBytes;
    return {
      lengthTicks: isLong ? Number(payload.readBigUInt64BE(at)) : payload.readUInt32BE(at),
      mediaTicks: isLong ? Number(payload.readBigInt64BE(at + 8)) : payload.readInt32BE(at + 4),
      hasOwnPace: payload.readUInt32BE(at + entryBytes - 4) === UNITY_RATE,
    };
  });
}

/** When tick 0 of a track is shown, by its list of edits. @throws NotReadableInRanges for more than one piece */
function readStartS(track: readonly Box[], movieTicks: number, trackTicks: number): number {
  const edits = readEdits(track);
  let startS = 0;
  for (const [index, { lengthTicks, mediaTicks, hasOwnPace }] of edits.entries()) {
    if (mediaTicks === -1) startS += lengthTicks / movieTicks;
    else if (mediaTicks < 0 || !hasOwnPace || index < edits.length - 1) refuse("a track is edited");
    else return startS - mediaTicks / trackTicks;
  }
  return startS;
}

/**
 * By a flag, beside which an alias has nothing else. ffmpeg goes by the alias, whatever the flag says: it leaves the track
 * out, and warns of it with the path, of as many lines as a stranger likes, which would be taken for its own words.
 */
function requireOwnSamples(information: readonly Box[]): void {
  const references = requireBox(readBoxes(requireBox(information, "dinf").payload), "dref");
  if (references.payload.length < 8) refuse("the references are cut off");
  for (const { type, payload } of readBoxes(references.payload.subarray(8))) {
    const isOwn = payload.length >= 4 && (payload.readUInt32BE(0) & 1) === 1;
    if (!isOwn || (type !== "url " && payload.length > 4)) refuse("samples lie in another file");
  }
}

function readTrack(box: Box, movieTicks: number): Track {
  const track = readBoxes(box.payload);
  const media = readBoxes(requireBox(track, "mdia").payload);
  const { ticksPerSecond } = readClock(requireBox(media, "mdhd"));
  const handler = requireBox(media, "hdlr").payload;
  if (handler.length < 12) refuse("a track does not say what it is");
  const kind = KINDS[handler.toString("latin1", 8, 12)] ?? "other";
  const information = readBoxes(requireBox(media, "minf").payload);
  requireOwnSamples(information);
  const boxes = readBoxes(requireBox(information, "stbl").payload);
  refuseAny(boxes, REFUSED_IN_TABLES);
  const sizes = new SampleSizes(requireBox(boxes, "stsz"));
  const sampleCount = sizes.count;
  const times = new DecodeTimes(requireBox(boxes, "stts"), sampleCount);
  // So ffmpeg tells tracks of which it makes packets itself.
  const isAudioFrames = kind === "audio" && times.commonStep === 1;
  if (isAudioFrames && audioFrameBytes(requireBox(boxes, "stsd")) !== sizes.commonBytes) {
    refuse("frames of sound have no certain size");
  }
  return {
    kind,
    ticksPerSecond,
    startS: readStartS(track, movieTicks, ticksPerSecond),
    sampleCount,
    sizes,
    times,
    syncSamples: readSyncSamples(boxes, sampleCount),
    maxShiftS: readMaxShift(boxes) / ticksPerSecond,
    chunks: readChunks(boxes, sampleCount),
    isAudioFrames,
  };
}

/** What a copy's tables may need of entries. */
function tableEntries({ isAudioFrames, sampleCount, chunks }: Track): number {
  return isAudioFrames ? Math.ceil(sampleCount / FRAMES_OF_A_PACKET) + chunks.count : sampleCount;
}

/** Reads a `moov` box. @throws NotReadableInRanges */
export function readMovie(moov: Box): Movie {
  const boxes = readBoxes(moov.payload);
  refuseAny(boxes, REFUSED_IN_MOVIE);
  const { ticksPerSecond, ticks } = readClock(requireBox(boxes, "mvhd"));
  const trackBoxes = boxes.filter(({ type }) => type === "trak");
  if (trackBoxes.length === 0) refuse("there are no tracks");
  if (trackBoxes.length > RANGED_READ_LIMITS.tracks) refuse("there are too many tracks");
  const tracks: Track[] = [];
  let samples = 0;
  for (const box of trackBoxes) {
    const track = readTrack(box, ticksPerSecond);
    samples += tableEntries(track);
    if (samples > RANGED_READ_LIMITS.samples) refuse("there are too many samples");
    tracks.push(track);
  }
  return { durationS: ticks === 0xffff_ffff ? 0 : ticks / ticksPerSecond, tracks };
}
