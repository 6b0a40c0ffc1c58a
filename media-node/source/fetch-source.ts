// The first stage of every video pipeline: from a task's source to a local file. An upload is already ours and is
// only located; a URL is downloaded under the network policy into the scratch folder, under a fixed name, because a
// name from outside could carry anything. The pipeline stores the file afterwards, so that a new run need not fetch.
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError, hasErrorCode } from "../../shared/errors.ts";
import type { NetworkPolicy } from "../../shared/network/network-safety.ts";
import type { Resolver } from "../../shared/network/resolve-name.ts";
import { NodeLack, requireRoom } from "../../shared/node-lack.ts";
import { ObjectReplaced } from "../../shared/storage/object-replaced.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import type { MediaSource, StoredSource } from "../../shared/tasks/media-source.ts";
import { downloadSource, type SourceLimits } from "./download-source.ts";
import { SOURCE_FAILURES, unreachable } from "./source-failure.ts";
import { downloadWithYtDlp } from "./yt-dlp.ts";
import type { YtDlpChoice } from "./yt-dlp-arguments.ts";

export interface FetchSource {
  readonly source: MediaSource;
  readonly storage: ObjectStorage;
  /** An existing folder of this run alone. */
  readonly scratchFolder: string;
  readonly policy: NetworkPolicy;
  /** The path of yt-dlp, for web pages; without it they cannot be reached. */
  readonly ytdlp?: string | undefined;
  /** The ffmpeg with which yt-dlp joins video and audio; one on the PATH where not given. */
  readonly ffmpeg?: string | undefined;
  /** What is taken of a page that offers several; the best video for clips where not given. */
  readonly choice?: YtDlpChoice | undefined;
  readonly signal: AbortSignal;
  /** From 0 to 1; called only where the size is known. */
  readonly onProgress: (fraction: number) => void;
  /** The system's resolver where not given. */
  readonly resolve?: Resolver;
  readonly limits: SourceLimits;
}

export interface FetchedSource {
  /** Not to be changed: it may be the stored object itself. */
  readonly path: string;
  readonly sizeBytes: number;
}

/** Higher ones cost hours of download and are made smaller at once. */
const BEST_VIDEO: YtDlpChoice = { wanted: "video", maxHeightPx: 1_080 };
const FILE_NAME = "source.bin";

/**
 * Fetches the source. @throws AppError SOURCE_UNREACHABLE (retryable or not), SOURCE_TOO_LARGE, SOURCE_UNSUPPORTED
 * for an empty file; NodeLack once the disk is full as far as it may be; `signal.reason` on abort. Nothing is left in the
 * scratch folder on failure.
 */
export async function fetchSource(fetch: FetchSource): Promise<FetchedSource> {
  if (fetch.source.kind === "upload") {
    const { storageKey } = fetch.source;
    // Before a storage without local files copies it here.
    const stored = await fetch.storage.stat(storageKey);
    if (stored !== undefined && stored.sizeBytes > fetch.limits.bytes) {
      throw SOURCE_FAILURES.tooLarge(storageKey, fetch.limits.bytes);
    }
    return await fetchStored({ ...fetch, source: fetch.source });
  }
  const path = join(fetch.scratchFolder, FILE_NAME);
  const room = watchRoom(fetch.scratchFolder, fetch.limits);
  const signal = AbortSignal.any([fetch.signal, room.signal]);
  try {
    return { path, sizeBytes: await fetchUrl({ ...fetch, signal }, fetch.source.url, path) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    room.stop();
  }
}

/**
 * Fires with NodeLack once less is free on the disk than must stay free. Nobody but a stranger's server knows how much will
 * come where it does not say so, or how much several downloads bring together.
 */
function watchRoom(
  folder: string,
  { diskFloorBytes, roomLookMs }: SourceLimits,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const full = new AbortController();
  const look = (): void => {
    requireRoom(folder, 0, diskFloorBytes).catch((error: unknown) => {
      if (error instanceof NodeLack) full.abort(error);
    });
  };
  const timer = setInterval(look, roomLookMs);
  return { signal: full.signal, stop: () => clearInterval(timer) };
}

type FetchStored = Pick<FetchSource, "storage" | "scratchFolder" | "signal"> & {
  readonly source: StoredSource;
};

/** Finds what is ours already. @throws AppError SOURCE_UNREACHABLE, SOURCE_UNSUPPORTED for an empty file */
export async function fetchStored({
  storage,
  scratchFolder,
  signal,
  source: { storageKey, tag },
}: FetchStored): Promise<FetchedSource> {
  try {
    const path = await storage.localPath(storageKey, scratchFolder, signal, tag);
    const { size } = await stat(path);
    if (size === 0) throw new AppError("SOURCE_UNSUPPORTED", "The uploaded file is empty.");
    return { path, sizeBytes: size };
  } catch (error) {
    if (error instanceof ObjectReplaced && tag !== undefined) {
      throw unreachable("The uploaded file was replaced after the task had been created.", {
        retryable: false,
        cause: error,
      });
    }
    if (!hasErrorCode(error, "NOT_FOUND")) throw error;
    throw unreachable("The uploaded file is not there, or no longer.", { retryable: false, cause: error });
  }
}

async function fetchUrl(fetch: FetchSource, url: string, path: string): Promise<number> {
  const { policy, signal, onProgress, resolve, ytdlp, ffmpeg, scratchFolder, limits } = fetch;
  const sizeBytes = await downloadSource({ url, path, policy, limits, signal, onProgress, resolve });
  if (sizeBytes !== undefined) return sizeBytes;
  if (ytdlp === undefined) {
    throw unreachable(
      "The URL is a web page and not a video file, and this appliance has no yt-dlp to find the video on it.",
      { retryable: false },
    );
  }
  return await downloadWithYtDlp({
    binary: ytdlp,
    ffmpeg,
    url,
    choice: fetch.choice ?? BEST_VIDEO,
    path,
    scratchFolder,
    policy,
    resolve,
    maxBytes: limits.bytes,
    connectTimeoutMs: limits.connectTimeoutMs,
    idleTimeoutMs: limits.idleTimeoutMs,
    rateWindowMs: limits.rateWindowMs,
    minWindowBytes: limits.minWindowBytes,
    timeoutMs: limits.downloadTimeoutMs,
    signal,
    onProgress,
  });
}
