// Stored files, and outputs of tasks.
import { DAY, GIB, HOUR, KIB, MIB, MINUTE, SECOND } from "./units.ts";

export const STORAGE_LIMITS = {
  uploadBytes: 20 * GIB,
  uploadUrlTtlMs: 6 * HOUR,
  fileUrlTtlMs: DAY,
  fileKeptMs: 30 * DAY,
  /** Intermediate files of an ended task; long enough for a node that still works on it to notice the end. */
  workKeptMs: 10 * MINUTE,
  /** From the end of one sweep, which goes on until nothing is due, to the next. */
  expirySweepMs: MINUTE,
  /** Removals of one kind of files at once in one control plane, each of which claims so many at a time. */
  removalsAtOnce: 4,
  removalsPerClaim: 25,
  /** A removal that takes longer counts as failed; a failed one is tried again after this time, doubled each time. */
  removalTimeoutMs: MINUTE,
  firstRemovalRetryMs: 2 * MINUTE,
  maxRemovalRetryMs: 6 * HOUR,
  /** A file that no row names goes when it is older than any row would keep it, so that a wrong database costs nothing. */
  orphanKeptMs: 31 * DAY,
  orphanSearchMs: DAY,
  /** Of outputs, how much time before that is searched; each is looked at on so many days. */
  outputSearchMs: 30 * DAY,
  orphansPerStatement: 500,
  /** How often the room of the storage is looked at beside the times when it is about to be filled, and for how long. */
  roomCheckMs: 5 * SECOND,
  roomTimeoutMs: 3 * SECOND,
  /** What an operator may have kept free. */
  minFreeMb: { min: 0, max: 100_000_000 },
  /** What one account may keep and have announced, and its announcements that wait for their content. */
  uploadQuotaGb: { min: 1, max: 1_000_000, default: 200 },
  openUploads: { min: 1, max: 100_000, default: 100 },
  /** An upload that began before its link expired may go on for this long after. */
  lateUploadMs: 6 * HOUR,
  /** From the last moment at which an upload can be stored or named to its removal. */
  uploadMarginMs: 10 * MINUTE,
  keyLength: 512,
  /** A temporary file into which nothing was written for this long belongs to a write that never ended. */
  temporaryKeptMs: HOUR,
  readChunkBytes: 256 * KIB,
} as const;

/** What tasks report: small outputs stand in their rows, larger ones lie in the storage. */
export const OUTPUT_LIMITS = {
  /** Of JSON in a row. */
  rowBytes: 16 * KIB,
  /** Of any output's JSON: six hours of the fastest speech are 9 MB, of one that is written sign by sign 12 MB. */
  bytes: 32 * MIB,
  /** What a control plane keeps of the outputs that it has read. */
  cacheBytes: 32 * MIB,
  /** Reads at once, each of which holds a thread of Node's four where a disk hangs, and how many wait. */
  readsAtOnce: 2,
  waitingReads: 1_000,
  /** Of one read with its wait; shorter than HTTP_LIMITS.replyTimeoutMs. */
  readTimeoutMs: 3 * SECOND,
  /** Outputs that a command of the operator's reads at once, and clips that it looks for with one statement. */
  clipReadsAtOnce: 8,
  clipsPerStatement: 1_000,
  /** What it keeps of the subtitle files that it has written from them, in each format; six hours are 0.6 MB. */
  captionCacheBytes: 8 * MIB,
  /** How long captions are written before others have their turn. */
  captionTurnMs: 10,
} as const;
