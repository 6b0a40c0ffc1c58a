// Stored files, and outputs of tasks.
import { DAY, GIB, HOUR, KIB, MIB, MINUTE, SECOND } from "./units.ts";

export const STORAGE_LIMITS = {
  uploadUrlTtlMs: 6 * HOUR,
  fileUrlTtlMs: DAY,
  /** How long files are kept where the settings say nothing else: uploads and results each, and transcripts. */
  filesKeptDays: { min: 1, max: 36_500, default: 30 },
  transcriptsKeptDays: { min: 1, max: 36_500, default: 30 },
  /** What lies behind an address may change. */
  urlTranscriptsKeptHours: { min: 1, max: 876_000, default: 24 },
  /**
   * Intermediate files of an ended task, and the sources of clips that may be rendered again: as long as links to the
   * clips hold. It must be long enough for a node that still works on the task to notice its end.
   */
  workKeptMinutes: { min: 1, max: 525_600, default: 1_440 },
  /** From the end of one sweep, which goes on until nothing is due, to the next. */
  expirySweepMs: MINUTE,
  /** Removals of one kind of files at once in one control plane, each of which claims so many at a time. */
  removalsAtOnce: 4,
  removalsPerClaim: 25,
  /** Removals that one sweep makes due because they waited for a time that the database's clock was set back from. */
  removalsHastened: 10_000,
  /** Uploads whose time is up that one claim looks at; the next one goes on behind them. */
  uploadsPerLook: 1_000,
  /** A removal that takes longer counts as failed; a failed one is tried again after this time, doubled each time. */
  removalTimeoutMs: MINUTE,
  firstRemovalRetryMs: 2 * MINUTE,
  maxRemovalRetryMs: 6 * HOUR,
  /**
   * What a client had removed is removed again until nothing can come back: so long after a task's end nodes that had
   * still worked on it may have written.
   */
  lateWritesMs: 10 * MINUTE,
  /** How long a client that has something removed is let wait for the storage; shorter than HTTP_LIMITS.replyTimeoutMs. */
  requestedRemovalMs: 3 * SECOND,
  /** Tasks that a refusal to remove an upload names. */
  namedTasks: 20,
  /**
   * A file that no row names goes when it is older than any row would keep it, and a month at least, so that a wrong
   * database costs nothing.
   */
  orphanKeptMs: 31 * DAY,
  orphanMarginMs: DAY,
  orphanSearchMs: DAY,
  /** A search that shows nothing for this long has failed, or its process has died: it is made again. */
  orphanClaimMs: HOUR,
  /** Of outputs, how much time before that is searched; each is looked at on so many days. */
  outputSearchMs: 30 * DAY,
  /** Files of a listing that are looked up together; the search goes on behind them where it is cut off. */
  orphansPerStatement: 500,
  /** How often the room of the storage is looked at beside the times when it is about to be filled. */
  roomCheckMs: 5 * SECOND,
  /** What an operator may have kept free. */
  minFreeMb: { min: 0, max: 100_000_000 },
  /** What one account may keep and have announced, and its announcements that wait for their content. */
  uploadQuotaGb: { min: 1, max: 1_000_000, default: 200 },
  openUploads: { min: 1, max: 100_000, default: 100 },
  /** Of an account's announcements, how many are looked for where it may have no more, and at once. */
  settledUploads: 200,
  settledAtOnce: 8,
  /** An upload that began before its link expired may go on for this long after. */
  lateUploadMs: 6 * HOUR,
  /** From the last moment at which an upload can be stored or named to its removal. */
  uploadMarginMs: 10 * MINUTE,
  keyLength: 512,
  /** An upload's parts, all of one size but the last. */
  partBytes: { min: 5 * MIB, max: GIB },
  parts: 10_000,
  /** How long addresses of parts hold, which moves on with each part that comes, and when that ends. */
  partsUrlTtlMs: DAY,
  partsMaxMs: 7 * DAY,
  /** Addresses at the storage itself that are made at once. */
  partUrlsAtOnce: 32,
  /** A writer shows this often that it holds a part; one that shows nothing for longer than the latter has lost it. */
  partClaimBeatMs: SECOND,
  partClaimLostMs: 5 * SECOND,
  /** How long a part waits for the connection that sends it already, which is longer than a silent one is kept. */
  partClaimWaitMs: 45 * SECOND,
  /** How long a join waits for each part that is being sent still. */
  joinWaitMs: 7 * SECOND,
  /** Parts into which nothing was written for this long belong to an upload that no row knows. */
  partsKeptMs: 8 * DAY,
  /** A temporary file into which nothing was written for this long belongs to a write that never ended. */
  temporaryKeptMs: HOUR,
  readChunkBytes: 256 * KIB,
  /**
   * Calls of a folder's disk that wait for a thread: more than requests and runs make of one that works. Of one that
   * hangs, those are left in the line whose requests were answered long ago.
   */
  waitingDiskCalls: 10_000,
  /** Files of one folder that are removed at the same time. */
  removedAtOnce: 4,
} as const;

/** Looks at the room of a disk or a bucket, by control planes and media nodes. */
export const SPACE_LIMITS = {
  /** How long a look waits where nothing is known yet, and where it can go by the last answer. */
  firstLookMs: 3 * SECOND,
  lookMs: SECOND,
  /**
   * How long the last answer counts while the next one is waited for: as long as a bucket's connection may be silent. Until
   * then jobs are taken whose runs end for want of the storage, and are tried again without counting.
   */
  patienceMs: 15 * SECOND,
} as const;

/** What tasks report: small outputs stand in their rows, larger ones lie in the storage. */
export const OUTPUT_LIMITS = {
  /** Of JSON in a row. */
  rowBytes: 16 * KIB,
  /** Of any output's JSON: six hours of the fastest speech are 9 MB, of one that is written sign by sign 12 MB. */
  bytes: 32 * MIB,
  /**
   * Of a plan of clips, which is read whole: twelve hours of as many words as are taken of subtitles are 16 MB in Latin
   * letters and 24 MB in letters of three bytes.
   */
  planBytes: 28 * MIB,
  /**
   * What is unzipped of one before a turn of the event loop: by zlib's 16 KiB twelve hours waited for 500 turns, which on a
   * busy control plane is longer than a client is let wait.
   */
  unzippedAtOnceBytes: MIB,
  /** What a control plane keeps of the outputs that it has read. */
  cacheBytes: 32 * MIB,
  /**
   * Reads at once, and how many wait. Where a disk hangs, each holds a thread of Node's four; a bucket that is slow with each
   * request brings the more of them the more are asked for.
   */
  readsAtOnce: { folder: 2, bucket: 8 },
  waitingReads: 1_000,
  /** Of one read with its wait; shorter than HTTP_LIMITS.replyTimeoutMs. */
  readTimeoutMs: 3 * SECOND,
  /** Outputs that a command of the operator's reads at once, and clips that it looks for with one statement. */
  clipReadsAtOnce: 8,
  clipsPerStatement: 1_000,
  /** What it keeps of the subtitle files that it has written from them, in each format; six hours are 0.6 MB. */
  captionCacheBytes: 8 * MIB,
} as const;

/** Exports of jobs. */
export const EXPORT_LIMITS = {
  /** Archives that one control plane sends at once: of each a file is open, in a bucket a connection is taken. */
  zipsAtOnce: 16,
  /** Files of an archive whose sizes are asked for at once. */
  statsAtOnce: 8,
  /** Archives whose sizes are asked for, or wait for who asked and was not let wait, and how long those wait. */
  looks: 64,
  looksKeptMs: 5 * MINUTE,
} as const;

/** Calls of an S3-compatible service. */
export const S3_LIMITS = {
  /** Connections of a process; further calls wait for one. */
  connections: 64,
  connectTimeoutMs: 3 * SECOND,
  /** Of one address of several, as SOURCE_LIMITS.addressTimeoutMs; leaves time for another and for TLS. */
  addressTimeoutMs: 1_500,
  /** A connection on which nothing moves for this long is given up, save where a join's end or a sent content's is waited for. */
  idleTimeoutMs: 15 * SECOND,
  /**
   * The same of one that has taken content: it may lie in the buffers of the system, which are megabytes, or of a proxy that
   * takes all of it before it passes it on, and nobody tells how far it is.
   */
  sentTimeoutMs: MINUTE,
  /** Of a call whose content is small, with its tries; a call that sends or joins a part may take longer. */
  callTimeoutMs: 20 * SECOND,
  /**
   * Of a part, or a small object whole: four at once on a line of 20 kB/s take as long. One on which nothing moves is given up
   * long before.
   */
  partTimeoutMs: 30 * MINUTE,
  joinTimeoutMs: 10 * MINUTE,
  /** Of the removal of what was sent of an upload that failed; shorter than NODE_STOP_LIMITS.workerMs. */
  abandonTimeoutMs: 3 * SECOND,
  /** Tries of one call, with pauses that grow and have jitter. */
  attempts: 4,
  /** A part that cannot be moved is tried again until nothing has moved for this long. */
  stallTimeoutMs: 90 * SECOND,
  minRetryPauseMs: 200,
  maxRetryPauseMs: 5 * SECOND,
  /** Parts in which large files are moved, and how many of one file at once; an upload's are in memory meanwhile. */
  partBytes: 8 * MIB,
  partsAtOnce: 4,
  /** The service's own bounds: parts of an upload, objects of a page or a removal. */
  maxParts: 10_000,
  pageObjects: 1_000,
  /** An upload in parts that is older was abandoned: longer than any client may take for one. */
  leftoverKeptMs: DAY,
  /** How long credentials are used before their file, or the machine, is asked for them again. */
  credentialsKeptMs: 15 * SECOND,
  /** Clocks further apart are told of; services refuse what is signed more than 15 minutes off. */
  clockSkewMs: 5 * MINUTE,
} as const;
