// Sound in several tracks: which else there are, and those of one channel, as cameras and editing programs keep left and
// right, or a microphone each. One is heard of them. Merging the first two was rejected: nothing tells a pair from two
// microphones, nor from a track of noise, and each reader of sound would need a graph of filters for it.
import { AppError } from "../../shared/errors.ts";
import { SOURCE_LIMITS } from "../../shared/limits/sources.ts";
import { isAcceptedCodec } from "../ffmpeg/accepted-codecs.ts";
import type { ProbedFile, ProbedStream } from "../ffmpeg/ffprobe.ts";
import type { AudioSpecifier } from "../ffmpeg/stream-specifier.ts";

/** Where a file's sound lies. */
export interface AudioTrack {
  readonly specifier: AudioSpecifier;
  readonly channels: number;
}

/** What may be heard instead of a track. */
export interface OtherTracks {
  /** Missing where there is nothing else. */
  readonly otherTracks?: readonly AudioTrack[];
}

/** What a file tells of its tracks. */
export interface MonoTracks {
  /** How many tracks of one channel there are; 1 unless told. */
  readonly monoTracks?: number;
}

/** What hearing the tracks has told. */
export interface SilentTrack {
  /** The place of the track that players choose, where nothing is on it and another is heard. */
  readonly silentTrack?: number;
}

/** What is told of sound that is one of several tracks. Places are among the tracks of the file, from 0. */
export interface SoundTracks extends MonoTracks, SilentTrack {
  /** The place of the track that is heard; missing where there is one only. */
  readonly soundTrack?: number;
}

/** The formats of cameras and editing programs. In others several streams are several languages. */
const FORMATS = new Set(["mxf", "mov,mp4,m4a,3gp,3g2,mj2"]);

/** Recorders have eight inputs, and rarely more. */
const MAX_OTHER_TRACKS = 7;

/** Whether a stream has sound at all. */
export function hasChannels({ channels = 0 }: ProbedStream): boolean {
  return channels > 0;
}

/** @throws AppError SOURCE_UNSUPPORTED where a track claims more samples than any recording has: they take memory before any is read */
export function checkSampleRates({ streams = [] }: ProbedFile): void {
  const rate = streams.map((stream) => Number(stream.sample_rate)).find((hz) => hz > SOURCE_LIMITS.soundHz);
  if (rate === undefined) return;
  const message = `The source's sound claims ${rate} samples a second, of which no more than ${SOURCE_LIMITS.soundHz} are read.`;
  throw new AppError("SOURCE_UNSUPPORTED", message);
}

/** @param place among the streams of sound */
export function audioTrack({ channels = 1 }: ProbedStream, place: number): AudioTrack {
  return { specifier: `a:${place}`, channels };
}

/** What may be heard instead of the chosen stream; empty where there is nothing else. */
export function otherTracks({ streams = [] }: ProbedFile, chosen: ProbedStream): OtherTracks {
  const others = streams
    .filter(({ codec_type: type }) => type === "audio")
    .flatMap((stream, place) => {
      const isOther = stream !== chosen && hasChannels(stream) && isAcceptedCodec(stream.codec_name ?? "");
      return isOther ? [audioTrack(stream, place)] : [];
    });
  return others.length === 0 ? {} : { otherTracks: others.slice(0, MAX_OTHER_TRACKS) };
}

/** Where a track lies among those of its file, from 0. */
export function placeOfTrack({ specifier }: AudioTrack): number {
  return Number(specifier.slice("a:".length));
}

/** What is told of the tracks of a source's sound. */
export function tracksOf(sound: AudioTrack & OtherTracks & MonoTracks & SilentTrack): SoundTracks {
  const { otherTracks: others, monoTracks, silentTrack } = sound;
  return {
    ...(monoTracks === undefined ? {} : { monoTracks }),
    ...(silentTrack === undefined ? {} : { silentTrack }),
    ...(others === undefined ? {} : { soundTrack: placeOfTrack(sound) }),
  };
}

/** A source's sound as an earlier job has heard it: the track at this place; as it is where there is no such track. */
export function withTrackAt<Sound extends AudioTrack & OtherTracks>(
  sound: Sound,
  place: number | undefined,
): Sound {
  const track = sound.otherTracks?.find((other) => placeOfTrack(other) === place);
  return track === undefined ? sound : { ...sound, ...track };
}

function kindOf({ channels, codec_name: codec, sample_rate: rate, tags }: ProbedStream): string {
  return [channels, codec, rate, tags?.language ?? "und"].join(" ");
}

/**
 * Whether the sound lies in several tracks of one channel, which all are of one kind and tell of no other
 * language; empty where it does not.
 */
export function monoTracks({ streams = [], format }: ProbedFile): MonoTracks {
  const tracks = streams.filter(({ codec_type: type }) => type === "audio");
  const isMono = tracks.every(({ channels }) => channels === 1);
  const isOfParts = isMono && new Set(tracks.map(kindOf)).size === 1 && tracks.length > 1;
  return isOfParts && FORMATS.has(format?.format_name ?? "") ? { monoTracks: tracks.length } : {};
}

/** What is said of a source whose other tracks are not heard, or one of them is; null where there is nothing to say. */
export function tracksNotice(tracks: SoundTracks | null): string | null {
  const { monoTracks: count = 1, silentTrack, soundTrack } = tracks ?? {};
  const [silent, used] =
    silentTrack === undefined || soundTrack === undefined
      ? [null, null]
      : [`nothing was heard on track ${silentTrack + 1}`, `track ${soundTrack + 1}`];
  if (count > 1) {
    const which = silent === null ? "" : `: ${used}, since ${silent}`;
    return `The source has ${count} sound tracks of one channel each, and only one of them was used${which}.`;
  }
  return silent === null ? null : `Of the source's sound ${used} was used, since ${silent}.`;
}

/** The notice of a source's sound; null also where it has none. */
export function soundNotice(
  sound: (AudioTrack & OtherTracks & MonoTracks & SilentTrack) | null,
): string | null {
  return tracksNotice(sound && tracksOf(sound));
}
