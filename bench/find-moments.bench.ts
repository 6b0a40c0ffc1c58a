// How long it takes to choose moments, from a file to the list, and what memory that takes: one hour as the reference,
// three hours beside it. Time may grow with length; memory of the process, its threads and ffmpeg must not follow it.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import ffmpeg from "@ffmpeg-installer/ffmpeg";
import { readBundle } from "../media-node/engines/model-bundle.ts";
import { openViralityModel } from "../media-node/engines/virality-model.ts";
import { BUILT_IN_MODELS_DIR } from "../media-node/models/find-bundles.ts";
import {
  ANALYZE_AUDIO_WORKER,
  type AnalyzeAudioPool,
  analyzeAudio,
} from "../media-node/stages/analyze-audio.ts";
import {
  ANALYZE_VIDEO_WORKER,
  type AnalyzeVideoPool,
  analyzeVideo,
} from "../media-node/stages/analyze-video.ts";
import { findMoments } from "../media-node/stages/find-moments.ts";
import { createThreadPool } from "../media-node/threads/thread-pool.ts";
import type { BenchCase, BenchDefinition, Measures } from "./harness.ts";

const run = promisify(execFile);
const PIECE_S = 300;
/** A syllable-like tone: four a second with changing pitch, a pause every three seconds or so. */
const SOUND = [
  "aevalsrc='0.3*sin(2*PI*(200+60*mod(floor(t*4),5))*t)",
  "*lt(mod(t,3.1),2.5)*lt(mod(t,0.25),0.2)'",
  `:s=16000:d=${PIECE_S}`,
].join("");
const PICTURE = `testsrc2=s=640x360:r=25:d=${PIECE_S}`;

/** Five minutes are encoded once and repeated without encoding again: packets count here, not their content. */
async function makeSource(folder: string, hours: number): Promise<string> {
  const piece = join(folder, "piece.mp4");
  const path = join(folder, `${hours}h.mp4`);
  const video = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "40", "-g", "50"];
  const inputs = ["-f", "lavfi", "-i", PICTURE, "-f", "lavfi", "-i", SOUND];
  await run(ffmpeg.path, ["-v", "error", "-y", ...inputs, ...video, "-c:a", "aac", "-b:a", "48k", piece]);
  const loops = String((hours * 3_600) / PIECE_S - 1);
  await run(ffmpeg.path, ["-v", "error", "-y", "-stream_loop", loops, "-i", piece, "-c", "copy", path]);
  return path;
}

interface Pools {
  readonly audio: AnalyzeAudioPool;
  readonly video: AnalyzeVideoPool;
}

async function chooseFrom(path: string, hours: number, pools: Pools, signal: AbortSignal): Promise<Measures> {
  const range = { startS: 0, endS: hours * 3_600 };
  const common = { ffmpeg: ffmpeg.path, sourcePath: path, range, signal };
  const startMs = performance.now();
  const audio = await analyzeAudio({ ...common, pool: pools.audio, audioStreamIndex: 1 });
  const heardMs = performance.now();
  const video = await analyzeVideo({ ...common, pool: pools.video, videoStreamIndex: 0 });
  const seenMs = performance.now();
  const model = await openViralityModel(await readBundle(join(BUILT_IN_MODELS_DIR, "virality-en")));
  await findMoments({
    ...{ audio, video, cues: [], range, clipCount: 5, clipLengthS: { min: 15, max: 60 } },
    scoreFeatures: (features, options) => model.score(features, options),
  });
  await model.dispose();
  const chosenMs = performance.now();
  return {
    hearMs: heardMs - startMs,
    seeMs: seenMs - heardMs,
    chooseMs: chosenMs - seenMs,
    hearTimesRealTime: (hours * 3_600_000) / (heardMs - startMs),
    seeTimesRealTime: (hours * 3_600_000) / (seenMs - heardMs),
  };
}

function sourceCase(hours: number, paths: ReadonlyMap<number, string>): BenchCase {
  let pools: Pools | undefined;
  return {
    name: `${hours} h`,
    prepare: async () => {
      pools = {
        audio: createThreadPool({ workerFile: ANALYZE_AUDIO_WORKER, threads: 1, maxQueue: 1 }),
        video: createThreadPool({ workerFile: ANALYZE_VIDEO_WORKER, threads: 1, maxQueue: 1 }),
      };
    },
    run: async (signal) => {
      const path = paths.get(hours);
      if (pools === undefined || path === undefined) throw new Error("The case was not prepared.");
      return await chooseFrom(path, hours, pools, signal);
    },
    cleanUp: async () => {
      await pools?.audio.close();
      await pools?.video.close();
    },
  };
}

const definition: BenchDefinition = {
  name: "find-moments",
  description: "hearing, seeing and choosing moments of one and of three hours, with peak memory",
  run: async ({ compare }) => {
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      const paths = new Map<number, string>();
      for (const hours of [1, 3]) paths.set(hours, await makeSource(folder, hours));
      await compare({
        name: "From a 640x360 file to its moments",
        reference: sourceCase(1, paths),
        candidates: [sourceCase(3, paths)],
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
