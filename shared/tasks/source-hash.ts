// What a source is, as a hash: transcripts are kept by it. A media node keeps and finds them, and a control plane removes
// those of a source that its account removes, so that both must agree.
import { createHash } from "node:crypto";
import type { MediaSource } from "./media-source.ts";

/** An upload is its key, under which there is only one content for good; a URL is itself. */
export function hashSource(source: MediaSource): Buffer {
  const text = source.kind === "url" ? `url ${source.url}` : `upload ${source.storageKey}`;
  return createHash("sha256").update(text).digest();
}
