// What a source is, as a hash: transcripts are kept by it. A media node keeps and finds them, and a control plane removes
// those of a source that its account removes, so that both must agree.
import { createHash } from "node:crypto";
import type { ObjectStorage } from "../storage/object-storage.ts";
import type { MediaSource } from "./clip-job.ts";

/** An upload is what was uploaded when; a URL is itself. */
export async function hashSource(storage: Pick<ObjectStorage, "stat">, source: MediaSource): Promise<Buffer> {
  const hash = createHash("sha256");
  if (source.kind === "url") return hash.update(`url ${source.url}`).digest();
  const info = await storage.stat(source.storageKey);
  const version = `${info?.sizeBytes} ${info?.modifiedAt.toISOString()}`;
  return hash.update(`upload ${source.storageKey} ${version}`).digest();
}
