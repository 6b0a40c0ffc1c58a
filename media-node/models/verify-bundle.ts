// Reads every byte of a bundle again and compares it with what its manifest says.
import { join } from "node:path";
import { errorMessage } from "../../shared/error-message.ts";
import { fileSizeOrNull } from "./file-size.ts";
import { hashFile } from "./hash-file.ts";
import type { ModelBundle } from "./model-bundle.ts";

export interface DamagedFile {
  readonly path: string;
  readonly problem: string;
}

/** The files that are not what they should be; none where the bundle is whole. @throws `signal.reason` on abort */
export async function verifyBundle(bundle: ModelBundle, signal?: AbortSignal): Promise<DamagedFile[]> {
  const damaged: DamagedFile[] = [];
  for (const { path, sizeBytes, sha256 } of bundle.manifest.files) {
    const problem = await findProblem(join(bundle.folder, path), sizeBytes, sha256, signal);
    if (problem !== undefined) damaged.push({ path, problem });
  }
  return damaged;
}

async function findProblem(
  path: string,
  sizeBytes: number,
  sha256: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const found = await fileSizeOrNull(path);
  if (found === null) return "is missing";
  if (found !== sizeBytes) return `has ${found} bytes instead of ${sizeBytes}`;
  const actual = await hashFile(path, signal).catch((error: unknown) => {
    signal?.throwIfAborted();
    return `unreadable: ${errorMessage(error)}`;
  });
  return actual === sha256 ? undefined : `has the SHA-256 ${actual} instead of ${sha256}`;
}
