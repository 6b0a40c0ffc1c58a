// What looking at one hour costs before anything is rendered, on two threads: hearing and seeing all of it, from which
// moments are chosen, then looking closely at five clips of a minute each, from which their framing is planned. Where a
// face detector is installed (CLIPMILL_MODELS_DIR), the same is measured with faces. The aim is 90 s on two cores.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMediaNodeConfig } from "../media-node/config.ts";
import { chooseBundle, scanBundles } from "../media-node/models/find-bundles.ts";
import { ANALYZE_AUDIO_WORKER, analyzeAudio } from "../media-node/stages/analyze-audio.ts";
import { ANALYZE_FRAMING_WORKER, analyzeFraming } from "../media-node/stages/analyze-framing.ts";
import { ANALYZE_VIDEO_WORKER, analyzeVideo } from "../media-node/stages/analyze-video.ts";
import { planFraming } from "../media-node/stages/plan-framing.ts";
import { verticalFrame } from "../media-node/stages/render-arguments.ts";
import { createThreadPool } from "../media-node/threads/thread-pool.ts";
import { FILM_FRAME_RATE, makeFilm, repeatFilm } from "./generated-film.ts";
import type { BenchCase, BenchDefinition, Measures } from "./harness.ts";

const PIECE = {
  ...{ widthPx: 1_280, heightPx: 720, durationS: 120, keyFrameIntervalS: 4, crf: 24, grain: true },
} as const;
const DURATION_S = 3_600;
const CLIPS_S = [200, 900, 1_700, 2_500, 3_300];
const CLIP_S = 60;

interface Scene {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly faceModelPath: string | null;
}

function createPools() {
  const threads = { threads: 2, maxQueue: CLIPS_S.length };
  return {
    audio: createThreadPool({ workerFile: ANALYZE_AUDIO_WORKER, ...threads }),
    video: createThreadPool({ workerFile: ANALYZE_VIDEO_WORKER, ...threads }),
    framing: createThreadPool({ workerFile: ANALYZE_FRAMING_WORKER, ...threads }),
  } as {
    audio: Parameters<typeof analyzeAudio>[0]["pool"];
    video: Parameters<typeof analyzeVideo>[0]["pool"];
    framing: Parameters<typeof analyzeFraming>[0];
  };
}

type Pools = ReturnType<typeof createPools>;

async function frameClips(pools: Pools, { ffmpeg, sourcePath, faceModelPath }: Scene, signal: AbortSignal) {
  const source = { width: PIECE.widthPx, height: PIECE.heightPx };
  const clip = { durationS: CLIP_S, frameRate: FILM_FRAME_RATE, sourceSize: source };
  const file = { ffmpeg, sourcePath, streamIndex: 0, audioStreamIndex: 1, faceModelPath };
  await Promise.all(
    CLIPS_S.map(async (startS) => {
      const analysis = await analyzeFraming(pools.framing, { ...file, ...clip, startS }, signal);
      planFraming({
        ...{ source, target: verticalFrame(1_080), allowedStyles: ["AUTO"] },
        ...{ ...analysis, frameRate: FILM_FRAME_RATE },
      });
    }),
  );
}

async function analyze(pools: Pools, scene: Scene, signal: AbortSignal): Promise<Measures> {
  const { ffmpeg, sourcePath } = scene;
  const common = { ffmpeg, sourcePath, range: { startS: 0, endS: DURATION_S }, signal };
  const startMs = performance.now();
  await Promise.all([
    analyzeAudio({ ...common, pool: pools.audio, audioStreamIndex: 1 }),
    analyzeVideo({ ...common, pool: pools.video, videoStreamIndex: 0 }),
  ]);
  const overviewMs = performance.now() - startMs;
  await frameClips(pools, scene, signal);
  return { overviewMs, framingMs: performance.now() - startMs - overviewMs };
}

function analysisCase(name: string, scene: Scene): BenchCase {
  let pools: Pools | undefined;
  return {
    name,
    prepare: async () => {
      pools = createPools();
    },
    run: async (signal) => {
      if (pools === undefined) throw new Error("The case was not prepared.");
      return await analyze(pools, scene, signal);
    },
    cleanUp: async () => {
      for (const pool of Object.values(pools ?? {})) await pool.close();
    },
  };
}

/** An installed detector's file, or null. */
async function installedFaceModel(modelsDir: string): Promise<string | null> {
  const { bundles } = await scanBundles({ modelsDir, builtInDir: modelsDir });
  const bundle = chooseBundle(
    bundles.filter(({ manifest }) => manifest.family === "yunet"),
    "face-detection",
  );
  return bundle === undefined ? null : join(bundle.folder, bundle.manifest.files[0]?.path ?? "");
}

const definition: BenchDefinition = {
  name: "analysis",
  description: "looking at one hour and closely at five clips of it, with and without faces",
  run: async ({ compare, signal }) => {
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      const { ffmpeg, models } = readMediaNodeConfig({
        ...process.env,
        CLIPMILL_DATABASE_URL: "postgres://none",
      });
      const [piece, sourcePath] = [join(folder, "piece.mp4"), join(folder, "hour.mp4")];
      await makeFilm(piece, PIECE, signal);
      await repeatFilm(piece, DURATION_S / PIECE.durationS, sourcePath, signal);
      const faceModelPath = await installedFaceModel(models.modelsDir);
      const scene = { ffmpeg, sourcePath, faceModelPath: null };
      await compare({
        ...{ name: "One hour of 720p, five clips of a minute", warmUps: 0 },
        reference: analysisCase("without faces", scene),
        candidates: faceModelPath === null ? [] : [analysisCase("with faces", { ...scene, faceModelPath })],
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
