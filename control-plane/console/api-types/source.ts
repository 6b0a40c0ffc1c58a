// What a task was made from, as the page plays it.

export interface SourceView {
  /** A link to the upload; null where the source was none, or is not kept any more. */
  readonly url: string | null;
}
