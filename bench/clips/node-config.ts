// A media node's settings as benchmarks use them: the node's own choice of binaries and threads, without a database.
import { availableParallelism } from "node:os";
import { type MediaNodeConfig, readMediaNodeConfig } from "../../media-node/config.ts";
import { type ChosenPrograms, chooseMediaPrograms } from "../../media-node/ffmpeg/choose-ffmpeg.ts";
import type { ModelNews } from "../../media-node/pipelines/run-context.ts";
import { laneBounds } from "../../media-node/threads/lane-bounds.ts";
import { openThreads } from "../../media-node/threads/run-in-thread.ts";

/** What models tell of, which nobody reads here. */
export const NO_NEWS: ModelNews = { onProvider: () => undefined, onFailure: () => undefined };

/** Where the settings name no other number; benchmarks have one run, and another behind it. */
const RUNS = 2;

/** As many threads as a node has; end them with `closeThreads`. */
export function openBenchThreads({ renderThreads, concurrency }: MediaNodeConfig): void {
  const runs = concurrency ?? RUNS;
  openThreads(laneBounds({ cores: availableParallelism(), renderThreads, runs, devices: 0 }));
}

export async function readBenchConfig(): Promise<MediaNodeConfig & ChosenPrograms> {
  const config = readMediaNodeConfig({ ...process.env, CLIPMILL_DATABASE_URL: "postgres://none" });
  return { ...config, ...(await chooseMediaPrograms(config.programs)) };
}
