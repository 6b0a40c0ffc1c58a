// The fetch stage against real local servers, with bounds that are short enough for tests.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import type { RequestListener } from "node:http";
import type { TestContext } from "node:test";
import type { SourceLimits } from "../../../../media-node/source/download-source.ts";
import { type FetchedSource, fetchSource } from "../../../../media-node/source/fetch-source.ts";
import { DEFAULT_BOUNDS } from "../../../../shared/limits/request-bounds.ts";
import { SOURCE_LIMITS } from "../../../../shared/limits/sources.ts";
import { readNetworkPolicy } from "../../../../shared/network/network-safety.ts";
import type { Resolver } from "../../../../shared/network/resolve-name.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import type { MediaSource } from "../../../../shared/tasks/media-source.ts";
import { localServer } from "../../local-server.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

export const VIDEO = Buffer.alloc(300_000, "a video, more or less ");
export const QUICK: SourceLimits = {
  ...SOURCE_LIMITS,
  bytes: DEFAULT_BOUNDS.sourceBytes,
  diskFloorBytes: 0,
  firstResumePauseMs: 1,
  idleTimeoutMs: 3_000,
  connectTimeoutMs: 5_000,
};

export interface Setting {
  readonly allow?: string;
  readonly limits?: Partial<SourceLimits>;
  readonly resolve?: Resolver;
  readonly signal?: AbortSignal;
  readonly ytdlp?: string;
  /** A temporary one where not given. */
  readonly scratchFolder?: string;
  readonly onProgress?: (fraction: number) => void;
}

export interface Fetching {
  readonly scratchFolder: string;
  fetch(source: MediaSource | string): Promise<FetchedSource>;
}

export async function fetching(t: TestContext, setting: Setting = {}): Promise<Fetching> {
  const scratchFolder = setting.scratchFolder ?? (await temporaryFolder(t));
  const storage = createFileStorage(await temporaryFolder(t));
  return {
    scratchFolder,
    fetch: (source) =>
      fetchSource({
        source: typeof source === "string" ? { kind: "url", url: source } : source,
        storage,
        scratchFolder,
        policy: readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: setting.allow ?? "127.0.0.0/8" }),
        signal: setting.signal ?? new AbortController().signal,
        onProgress: setting.onProgress ?? (() => undefined),
        ytdlp: setting.ytdlp,
        limits: { ...QUICK, ...setting.limits },
        ...(setting.resolve === undefined ? {} : { resolve: setting.resolve }),
      }),
  };
}

/** Fetches from a server that answers so, expects the failure, and that nothing is left in the scratch folder. */
export async function assertFetchFails(
  t: TestContext,
  answer: RequestListener,
  expected: { code: string; retryable: boolean; message: RegExp },
  setting: Setting = {},
): Promise<void> {
  const server = await localServer(t, answer);
  const { fetch, scratchFolder } = await fetching(t, setting);
  await assert.rejects(fetch(`${server.url}/video.mp4`), expected);
  assert.deepEqual(await readdir(scratchFolder), []);
}
