// The stretch of a large source that a task works on, in a sparse local copy: from a URL whose server keeps to ranges, or
// from an object of a storage without local files. Whatever stands against it is no failure: the source is then fetched
// whole, by fetch-source, which also names what is wrong with it.
import { join } from "node:path";
import { RANGED_READ_LIMITS } from "../../shared/limits/sources.ts";
import type { NetworkPolicy } from "../../shared/network/network-safety.ts";
import type { Resolver } from "../../shared/network/resolve-name.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import type { MediaSource } from "../../shared/tasks/media-source.ts";
import { RANGED_COPY_NAME } from "../ffmpeg/inputs/ranged-input.ts";
import type { Span } from "../signal/span.ts";
import { boundDownload } from "./bound-download.ts";
import type { SourceLimits } from "./download-source.ts";
import type { Bytes } from "./ranges/byte-ranges.ts";
import { copyRanges, type ReadRanges } from "./ranges/copy-ranges.ts";
import { withHttpRanges } from "./ranges/http-ranges.ts";
import { openStoredRanges, type RangeSource } from "./ranges/range-source.ts";

export interface FetchRanges {
  readonly source: MediaSource;
  /** What is worked on, in seconds on the source's clock; the end may be Infinity. */
  readonly span: Span;
  readonly storage: ObjectStorage;
  /** An existing folder of this run alone. */
  readonly scratchFolder: string;
  readonly policy: NetworkPolicy;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** The system's resolver where not given. */
  readonly resolve?: Resolver;
  readonly limits: SourceLimits;
}

export type FetchedRanges =
  | (ReadRanges & {
      readonly isCopied: true;
      readonly path: string;
      /** What tells that another run has read the same bytes; null where it cannot have read others. */
      readonly version: string | null;
      readonly sourceBytes: number;
      readonly ranges: number;
      /** Where the copy, a sparse file, has anything. */
      readonly pieces: readonly Bytes[];
    })
  | (ReadRanges & { readonly isCopied: false; readonly reason: string });

const NO_RANGES: FetchedRanges = {
  isCopied: false,
  reason: "it is small, or cannot be had in ranges of one version",
  readBytes: 0,
  requests: 0,
};

async function copyOf(fetch: FetchRanges, source: RangeSource, signal: AbortSignal): Promise<FetchedRanges> {
  const path = join(fetch.scratchFolder, RANGED_COPY_NAME);
  const { span, onProgress, limits } = fetch;
  const { firstResumePauseMs: firstRepeatPauseMs, diskFloorBytes } = limits;
  const copy = { source, span, path, signal, onProgress, firstRepeatPauseMs, diskFloorBytes };
  const copied = await copyRanges(copy);
  if (!copied.isCopied) return copied;
  const { readBytes, requests, ranges, pieces } = copied;
  return {
    isCopied: true,
    path,
    version: source.version,
    sourceBytes: source.sizeBytes,
    readBytes,
    requests,
    ranges,
    pieces,
  };
}

/** A stranger's source, whose server may drip; the storage has bounds of its own. */
function counted(source: RangeSource, count: (bytes: number) => void): RangeSource {
  async function* read(range: Bytes, signal: AbortSignal): AsyncGenerator<Buffer> {
    for await (const chunk of source.read(range, signal)) {
      count(chunk.length);
      yield chunk;
    }
  }
  return { ...source, read };
}

/**
 * Copies what is needed of the source, or says why it must be read whole.
 * @throws AppError SOURCE_UNREACHABLE when it takes too long or is too slow; NodeLack; `signal.reason` on abort
 */
export async function fetchRanges(fetch: FetchRanges): Promise<FetchedRanges> {
  const { limits } = fetch;
  const { signal, count, release } = boundDownload(fetch.signal, limits);
  try {
    const { source, storage, policy, resolve } = fetch;
    if (source.kind === "url") {
      const { url } = source;
      const request = { url, policy, limits, resolve };
      const copy = (opened: RangeSource) => copyOf(fetch, counted(opened, count), signal);
      return (await withHttpRanges(request, signal, copy)) ?? NO_RANGES;
    }
    const stored = await openStoredRanges(storage, source.storageKey, source.tag);
    if (stored === undefined || stored.sizeBytes > limits.bytes) return NO_RANGES;
    const isLarge = stored.sizeBytes >= RANGED_READ_LIMITS.minSourceBytes;
    return isLarge ? await copyOf(fetch, stored, signal) : NO_RANGES;
  } finally {
    release();
  }
}
