// Media from strangers.
import { HOUR, KIB, MIB, MINUTE, SECOND } from "./units.ts";

/** Beside the bounds of a source's length and size, which are settings: REQUEST_BOUNDS. */
export const SOURCE_LIMITS = {
  redirects: 5,
  connectTimeoutMs: 10 * SECOND,
  /**
   * Of one address of several, before the next is tried. Node.js gives each 250 ms, in which a handshake over half the
   * world, or one lost packet, does not end: all would be given up where the last cannot be reached from here at all.
   */
  addressTimeoutMs: 2_500,
  /** No byte for this long ends a download. */
  idleTimeoutMs: 30 * SECOND,
  downloadTimeoutMs: 2 * HOUR,
  /**
   * Of a download that is never silent for so long, what must come in each window: 4 KiB a second, less than a telephone
   * line's. Who sends less would keep a place of a node's for the whole of its time, with a byte now and then.
   */
  rateWindowMs: 2 * MINUTE,
  minWindowBytes: 512 * KIB,
  /** Interim answers (1xx) before the answer; each of them renews the time that a server has for it. */
  interimAnswers: 8,
  /** How often it is looked whether what comes leaves free what must stay free. */
  roomLookMs: SECOND,
  /** Broken connections in one download that are resumed; the pause doubles each time. */
  resumes: 3,
  firstResumePauseMs: 500,
  /** Connections of one yt-dlp through its proxy. */
  proxyConnections: 32,
  /** Width times height of a video frame: 8K with room for odd shapes. */
  framePixels: 8_192 * 4_608,
  streams: 64,
  /**
   * Samples of sound a second: DSD512, the fastest there is, has 2.8 million as it is decoded. To bring more down to what
   * models hear takes a filter that grows with the rate: seconds at 16 million, and at 2 billion all memory there is.
   */
  soundHz: 3_000_000,
} as const;

/** Sources of which a node reads only what it needs. */
export const RANGED_READ_LIMITS = {
  /** Smaller sources are read whole: a few seconds of most networks. */
  minSourceBytes: 64 * MIB,
  /** A job that needs more of a source reads it whole, which a later run then finds. */
  maxShare: 0.5,
  /** What is asked for first, and of headers further on. */
  headBytes: 64 * KIB,
  headerBytes: 4 * KIB,
  /** Boxes at the top of a file. */
  topBoxes: 64,
  /** The tables of six hours at 60 frames a second with two audio tracks are 40 MiB. */
  tablesBytes: 64 * MIB,
  tracks: 64,
  /** Of all tracks together, as a copy's tables list them. */
  samples: 6_000_000,
  chunks: 2_000_000,
  /** Ranges are read together where what lies between them is smaller than this. */
  gapBytes: 256 * KIB,
  ranges: 4_096,
  /** The list of a kept part's pieces: no more than there are ranges, and two for tables. */
  packedHeadBytes: 256 * KIB,
  /** Of one request. */
  requestBytes: 8 * MIB,
  requestsAtOnce: 4,
  /** Requests of one copy that broke and were made again; the pause doubles each time. */
  repeats: 8,
  firstRepeatPauseMs: 500,
} as const;

/** Recordings that get an index of ours (FLV, Matroska); others are read as they are. */
export const INDEX_LIMITS = {
  /** What stands before the index, which is copied: a file's head and what it tells of itself, with an index of twelve hours. */
  beginningBytes: 4 * MIB,
  /** In one element of a Matroska file's head, as tracks in their list: files have some twenty. All are looked at in one turn. */
  headChildren: 256,
  /** Of all streams. Twelve hours of one have 43,200 at most, since one a second is kept. */
  keyFrames: 200_000,
  /** Tags of FLV, elements of Matroska. Twelve hours of 60 frames a second and sound have 5 million, in groups 20 million. */
  parts: 30_000_000,
} as const;
