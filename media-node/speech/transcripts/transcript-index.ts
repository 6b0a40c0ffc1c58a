// The index of kept transcripts as a pipeline sees it: one account's, wherever the rows are. The media node's worker
// binds it to the database.

/** What is to be transcribed, and by what. */
export interface TranscriptSubject {
  /** SHA-256 of what the source is. */
  readonly sourceHash: Buffer;
  /** Video height that is asked of a video-sharing site; null for the best. */
  readonly quality: number | null;
  /** Names and versions of the recognizer's models. */
  readonly model: string;
  /** On the source's clock. */
  readonly startS: number;
  /** Null for the source's end. */
  readonly endS: number | null;
  /**
   * The place of the sound track to hear among those of the file, from 0; null where there is no choice, and missing where
   * it is not known yet.
   */
  readonly soundTrack?: number | null | undefined;
}

export interface TranscriptEntry extends TranscriptSubject {
  readonly id: string;
  readonly endS: number;
  readonly soundTrack: number | null;
  /** How long the whole source is. */
  readonly sourceS: number;
  readonly storageKey: string;
  readonly keptMs: number;
}

export interface TranscriptIndex {
  /** The storage key of the shortest kept transcript that covers the subject; none is found where the database stays away. */
  find(subject: TranscriptSubject): Promise<string | undefined>;
  /** Whether it is known to be kept: not where its job has ended meanwhile, or the database stays away. */
  add(entry: TranscriptEntry): Promise<boolean>;
}
