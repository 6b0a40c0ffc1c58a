// What our render of one clip costs over the best single ffmpeg command for the same clip: the whole stage, from its
// call to the finished clip and thumbnail, with the start of its thread, against a command that does nothing but
// encode. 30 s of 720p25 become 1080×1920.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawCaptions } from "../media-node/captions/draw-captions.ts";
import { findClipGain } from "../media-node/render/find-gain.ts";
import { frameOfLayout } from "../media-node/render/frame-of-layout.ts";
import { type FramingPlan, fillingCrop, standingCrop, wholeClip } from "../media-node/render/framing-plan.ts";
import type { RenderPlan } from "../media-node/render/render-arguments.ts";
import { type ClipCaptions, renderClip } from "../media-node/render/render-clip.ts";
import { probeSource } from "../media-node/source/probe-source.ts";
import { closeThreads } from "../media-node/threads/run-in-thread.ts";
import { outputFrameRate } from "../shared/frame-rates.ts";
import { PRESET_STYLES } from "../test/support/preset-styles.ts";
import { CAMERA_PIECE, FILM_FRAME_RATE, makeFilm } from "./clips/generated-film.ts";
import { prepareReference, type ReferenceRender, renderReference } from "./clips/render-reference.ts";
import { readBenchConfig } from "./measuring/bench-node.ts";
import type { BenchCase, BenchDefinition, Measures } from "./measuring/harness.ts";
import { readNumber } from "./measuring/read-number.ts";

const START_S = 12.3;
/** What the film has behind the clip. */
const AFTER_S = 5;
const SECONDS = { default: 30, min: 1, max: 180 };
const TARGET = frameOfLayout("PORTRAIT", 1_080);
/** What the film's audio needs to reach the target loudness, measured once. */
const GAIN_DB = 4;
const SECONDS_PER_WORD = 0.36;

interface Scene {
  readonly ffmpeg: string;
  readonly folder: string;
  readonly plan: RenderPlan;
  readonly captions: ClipCaptions | null;
}

async function makeCaptions(ffmpeg: string, durationS: number): Promise<ClipCaptions> {
  const style = PRESET_STYLES.bold;
  const words = Array.from({ length: Math.floor(durationS / SECONDS_PER_WORD) }, (_, index) => ({
    text: ["every", "word", "is", "shown", "while", "it", "is", "spoken."][index % 8] ?? "",
    startS: index * SECONDS_PER_WORD,
    endS: (index + 0.9) * SECONDS_PER_WORD,
  }));
  const drawn = await drawCaptions(words, { style, ffmpeg, frame: TARGET, frameRate: FILM_FRAME_RATE });
  if (drawn === null) throw new Error("There are words, so that there are captions.");
  return drawn;
}

function ourCase(scene: Scene): BenchCase {
  const folder = join(scene.folder, "ours");
  return {
    name: "clipmill",
    run: (signal) => renderOurs(scene, folder, signal),
    cleanUp: async () => {
      await closeThreads();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Progress tells the steps apart: it is first reported when encoding begins, and last when all is encoded. */
async function renderOurs(
  { ffmpeg, plan, captions }: Scene,
  folder: string,
  signal: AbortSignal,
): Promise<Measures> {
  const startMs = performance.now();
  const loudness = await findClipGain(ffmpeg, plan, signal);
  let measuredMs: number | undefined;
  let encodedMs = startMs;
  const onProgress = (): void => {
    encodedMs = performance.now();
    measuredMs ??= encodedMs;
  };
  const { videoPath } = await renderClip(
    ffmpeg,
    { ...plan, folder, captions, gainDb: loudness?.gainDb ?? 0, stereoFault: loudness?.stereoFault ?? null },
    { signal, onProgress },
  );
  const endMs = performance.now();
  return {
    startAndMeasureMs: (measuredMs ?? endMs) - startMs,
    thumbnailMs: endMs - encodedMs,
    clipBytes: (await stat(videoPath)).size,
  };
}

function referenceCase(scene: Scene): BenchCase {
  const folder = join(scene.folder, "reference");
  const { ffmpeg, plan, captions } = scene;
  const render: ReferenceRender = { ffmpeg, plan, captions, gainDb: GAIN_DB };
  return {
    name: "one ffmpeg command",
    prepare: () => prepareReference(folder, captions),
    run: async (signal) => ({ clipBytes: (await stat(await renderReference(folder, render, signal))).size }),
    cleanUp: () => rm(folder, { recursive: true, force: true }),
  };
}

async function makeScene(
  folder: string,
  { framing, durationS }: { readonly framing: FramingPlan; readonly durationS: number },
  signal: AbortSignal,
): Promise<Scene> {
  // The node's own settings decide the binaries and threads; a render needs no database.
  const config = await readBenchConfig();
  const sourcePath = join(folder, "film.mp4");
  const source = await probeSource(config, sourcePath, signal);
  const frameRate = outputFrameRate(source.video?.frameRate ?? Number.NaN);
  const { encoderThreads } = config;
  const clip = { startS: START_S, durationS, framing };
  const plan = { sourcePath, source, ...clip, frameRate, target: TARGET, encoderThreads };
  return {
    ffmpeg: config.ffmpeg,
    folder,
    plan: { ...plan, captioned: false, gainDb: GAIN_DB },
    captions: null,
  };
}

function staticCrop(): FramingPlan {
  const size = { width: CAMERA_PIECE.widthPx, height: CAMERA_PIECE.heightPx };
  const crop = fillingCrop(size, TARGET);
  const x = 2 * Math.floor((size.width - crop.width) / 4);
  return wholeClip("STATIC_CROP", standingCrop(crop, x, 0));
}

const definition: BenchDefinition = {
  name: "render-clip",
  description: "rendering one clip of 30 s, against the best single ffmpeg command for it",
  options: { seconds: String(SECONDS.default) },
  quick: { options: { seconds: "4" } },
  run: async ({ compare, options, signal }) => {
    const durationS = readNumber("seconds", options.seconds ?? "", SECONDS);
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      const filmS = Math.ceil(START_S + durationS + AFTER_S);
      await makeFilm(join(folder, "film.mp4"), { ...CAMERA_PIECE, durationS: filmS }, signal);
      const cropped = await makeScene(folder, { framing: staticCrop(), durationS }, signal);
      const wings = wholeClip("BLURRED_WINGS", { kind: "wings" });
      const winged = await makeScene(folder, { framing: wings, durationS }, signal);
      const scenes = [
        { name: "STATIC_CROP without captions", scene: cropped },
        {
          name: "STATIC_CROP with captions",
          scene: { ...cropped, captions: await makeCaptions(cropped.ffmpeg, durationS) },
        },
        { name: "BLURRED_WINGS without captions", scene: winged },
      ];
      for (const { name, scene } of scenes) {
        await compare({ name, warmUps: 0, reference: referenceCase(scene), candidates: [ourCase(scene)] });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
