// Sound in several tracks of one channel, as cameras and editing programs keep left and right, or a microphone each. One
// is read of them. Merging the first two was rejected: nothing tells a pair from two microphones, nor from a track of
// noise, and each reader of sound would need a graph of filters for it.
import type { ProbedFile, ProbedStream } from "../ffmpeg/ffprobe.ts";

/** What is told of sound that is one of several tracks. */
export interface SoundTracks {
  /** How many tracks of one channel there are; 1 unless told. */
  readonly monoTracks?: number;
}

/** The formats of cameras and editing programs. In others several streams are several languages. */
const FORMATS = new Set(["mxf", "mov,mp4,m4a,3gp,3g2,mj2"]);

function kindOf({ channels, codec_name: codec, sample_rate: rate, tags }: ProbedStream): string {
  return [channels, codec, rate, tags?.language ?? "und"].join(" ");
}

/**
 * Whether the sound lies in several tracks of one channel, which all are of one kind and tell of no other
 * language; empty where it does not.
 */
export function soundTracks({ streams = [], format }: ProbedFile): SoundTracks {
  const tracks = streams.filter(({ codec_type: type }) => type === "audio");
  const isMono = tracks.every(({ channels }) => channels === 1);
  const isOfParts = isMono && new Set(tracks.map(kindOf)).size === 1 && tracks.length > 1;
  return isOfParts && FORMATS.has(format?.format_name ?? "") ? { monoTracks: tracks.length } : {};
}

/** What is said of a source whose other tracks are not heard; null where there are none. */
export function tracksNotice(audio: SoundTracks | null): string | null {
  const { monoTracks = 1 } = audio ?? {};
  if (monoTracks === 1) return null;
  return `The source has ${monoTracks} sound tracks of one channel each, and only one of them was used.`;
}
