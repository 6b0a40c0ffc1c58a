// SHA-256 of a file as hex, read as a stream: models have gigabytes.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** @throws the file system's error; `signal.reason` on abort */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  const stream = createReadStream(path, { highWaterMark: 1 << 20, ...(signal && { signal }) });
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
