// Brings an image that a client named here: an upload is only located, a URL is downloaded under the network
// policy, with bounds of its own, since an image is small beside a film.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { IMAGE_LIMITS } from "../../shared/limits/images.ts";
import { SOURCE_LIMITS } from "../../shared/limits/sources.ts";
import type { NetworkPolicy } from "../../shared/network/network-safety.ts";
import type { Resolver } from "../../shared/network/resolve-name.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import type { MediaSource } from "../../shared/tasks/media-source.ts";
import { downloadSource } from "../source/download-source.ts";
import { fetchSource } from "../source/fetch-source.ts";
import { unreachable } from "../source/source-failure.ts";

export interface FetchImage {
  readonly source: MediaSource;
  readonly storage: ObjectStorage;
  /** An existing folder of this run alone. */
  readonly scratchFolder: string;
  /** For a download, in that folder. */
  readonly fileName: string;
  readonly policy: NetworkPolicy;
  readonly signal: AbortSignal;
  /** The system's resolver where not given. */
  readonly resolve?: Resolver;
}

const LIMITS = {
  ...SOURCE_LIMITS,
  bytes: IMAGE_LIMITS.inputBytes,
  downloadTimeoutMs: IMAGE_LIMITS.downloadTimeoutMs,
  diskFloorBytes: 0,
};

const ignore = (): void => undefined;

/**
 * A local path, not to be changed: it may be the stored object itself.
 * @throws AppError SOURCE_UNREACHABLE, SOURCE_TOO_LARGE, SOURCE_UNSUPPORTED; `signal.reason` on abort
 */
export async function fetchImage(fetch: FetchImage): Promise<string> {
  const { source, storage, scratchFolder, policy, signal, resolve } = fetch;
  if (source.kind === "upload") {
    const { path } = await fetchSource({
      source,
      storage,
      scratchFolder,
      policy,
      limits: LIMITS,
      signal,
      onProgress: ignore,
    });
    return path;
  }
  const path = join(scratchFolder, fetch.fileName);
  const download = { url: source.url, path, policy, limits: LIMITS, signal, resolve, onProgress: ignore };
  if ((await downloadSource(download)) !== undefined) return path;
  await rm(path, { force: true });
  throw unreachable("The image's URL is a web page and not a file.", { retryable: false });
}
