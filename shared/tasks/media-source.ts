// Which media a task works on, and which stretch of them: the same for every kind. Task rows and stored plans hold both, so
// a field changes only additively.

/** An object in our storage. */
export interface StoredSource {
  readonly kind: "upload";
  readonly storageKey: string;
  /** The content that was there when the task was created; absent where the storage never replaces any. */
  readonly tag?: string;
}

/** Where the media comes from: an object in our storage, or an address that the client named. */
export type MediaSource = StoredSource | { readonly kind: "url"; readonly url: string };

/** A stretch of the source in seconds on its own clock; null ends mean "to the source's end". */
export interface MediaRange {
  readonly startS: number;
  readonly endS: number | null;
}
