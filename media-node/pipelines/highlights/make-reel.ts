// The highlight pipeline: source → moments → raw reel → the same in a template's dress, where one is asked for. Only the
// order of stages is here. The moments, each finished part and each finished reel are checkpoints: a run that takes over
// renders only what is missing.
import { join } from "node:path";
import { hasErrorCode } from "../../../shared/errors.ts";
import { roundToMs } from "../../../shared/round-to-ms.ts";
import type { HighlightJobOutput, HighlightJobRequest } from "../../../shared/tasks/highlight-job.ts";
import type { ReelTemplate } from "../../../shared/templates/reel-styles.ts";
import { logoAsset } from "../../../shared/templates/reel-template.ts";
import { searchedRange } from "../../highlights/searched-range.ts";
import { dressReel } from "../../reel/dress-reel.ts";
import { boundMoments, planReel } from "../../reel/plan-reel.ts";
import type { LocalMusic } from "../../reel/reel-audio-graph.ts";
import { requireVideo } from "../../source/probe-source.ts";
import { runStage } from "../../threads/run-stage.ts";
import { checkpoint } from "../checkpoints.ts";
import { limitRunTime } from "../limit-run-time.ts";
import { oneNotice } from "../one-notice.ts";
import type { RunContext } from "../run-context.ts";
import { withTaskSource } from "../task-source.ts";
import type { PartsProgress } from "./render-parts.ts";
import type { HighlightSelection } from "./select-highlights.ts";
import { type ReelMaterial, type StitchedReel, stitchReel } from "./stitch-reel.ts";

/** The part of the whole work that each step takes, by experience with matches of an hour. */
const FETCHED = 0.1;
const SELECTED = 0.45;
const RENDERED = 0.98;
/** Where the raw reel is finished, when a templated one comes after it. */
const RAW_FINISHED = 0.7;

/** Finds the moments of a source. */
export type SelectHighlights = (
  context: RunContext,
  request: HighlightJobRequest,
  sourcePath: string,
  onProgress: (fraction: number) => void,
) => Promise<HighlightSelection>;

/** Reports the rendering of a stretch of the whole work. */
function reportRendering({ report }: RunContext, what: string, from: number, to: number): PartsProgress {
  return (done, finished, count) =>
    report("rendering", from + (to - from) * done, `${what}: ${finished} of ${count} parts finished`);
}

/** A local path of a template's file; null where it is gone: the reel is worth more than its logo. */
async function assetPath(
  { storage, scratchFolder, signal, logger }: RunContext,
  key: string,
): Promise<string | null> {
  try {
    return await storage.localPath(key, scratchFolder, signal);
  } catch (error) {
    if (!hasErrorCode(error, "NOT_FOUND")) throw error;
    logger.warn({ storageKey: key }, "a template's file is gone");
    return null;
  }
}

async function musicOf(context: RunContext, music: ReelTemplate["music"]): Promise<LocalMusic | null> {
  const path = music === null ? null : await assetPath(context, music.asset);
  return music === null || path === null ? null : { path, gainDb: music.gainDb, duckDb: music.duckingDb };
}

const NO_MUSIC = "The template's music could not be found and was left out.";

interface DressedReel {
  readonly videoKey: string;
  readonly notice: string | null;
}

/** The reel once more, dressed. @throws AppError as drawing and rendering do */
async function dressed(
  context: RunContext,
  material: ReelMaterial,
  template: ReelTemplate,
  { raw, isMatch }: { readonly raw: StitchedReel; readonly isMatch: boolean },
): Promise<DressedReel> {
  const { request, moments, plan } = material;
  const { title } = request;
  const logoKey = logoAsset(template);
  const undressed = {
    template,
    title,
    category: isMatch ? request.category : null,
    moments,
    target: plan.target,
    frameRate: plan.frameRate,
    frameCounts: plan.pieces.map(({ frameCount }) => frameCount),
    folder: join(context.scratchFolder, "dress"),
    logoPath: logoKey === null ? null : await assetPath(context, logoKey),
    signal: context.signal,
  };
  const dressing = await runStage("dress", null, () => dressReel(undressed));
  const music = await musicOf(context, template.music);
  const { videoKey } = await stitchReel(context, {
    ...material,
    name: "templated",
    dress: { dressing, music, matchGainDb: raw.gainDb, matchFault: raw.stereoFault ?? null },
    onProgress: reportRendering(context, "Rendering with the template", RAW_FINISHED, RENDERED),
  });
  const isMusicLost = template.music !== null && music === null;
  return { videoKey, notice: oneNotice(dressing.notice, isMusicLost ? NO_MUSIC : null) };
}

/**
 * Makes the reel of a job: the pipeline of its kind.
 * @param select finds the moments; `selectHighlights`, save in tests
 * @throws AppError as fetching, scoring and rendering do; `signal.reason` on abort
 */
export async function makeReel(
  context: RunContext,
  request: HighlightJobRequest,
  select: SelectHighlights,
): Promise<HighlightJobOutput> {
  const { report } = context;
  const { source, range } = request;
  const onProgress = (done: number): void => report("fetching", FETCHED * done, "Fetching the source");
  onProgress(0);
  return await withTaskSource(context, { source, range: searchedRange(range), onProgress }, (sourcePath) =>
    makeReelOf(context, request, sourcePath, select),
  );
}

async function makeReelOf(
  context: RunContext,
  request: HighlightJobRequest,
  sourcePath: string,
  select: SelectHighlights,
): Promise<HighlightJobOutput> {
  const { report } = context;
  const selection = await checkpoint(context, "selection", () =>
    select(context, request, sourcePath, (done) =>
      report("scoring", FETCHED + (SELECTED - FETCHED) * done, "Scoring the moments of the match"),
    ),
  );
  const source = { ...selection.source, video: requireVideo(selection.source) };
  limitRunTime(request, source);
  const moments = boundMoments(selection.moments);
  const { layout, shortSidePx, template } = request;
  const plan = planReel({ moments, source, layout, shortSidePx });
  const material = { request, sourcePath, source, moments, plan };
  const rawEnds = template === null ? RENDERED : RAW_FINISHED;
  const raw = await checkpoint(context, "reel", () =>
    stitchReel(context, {
      ...material,
      name: "reel",
      dress: null,
      onProgress: reportRendering(context, "Rendering", SELECTED, rawEnds),
    }),
  );
  const templated =
    template === null
      ? null
      : await checkpoint(context, "templated", () =>
          dressed(context, material, template, { raw, isMatch: selection.isMatch }),
        );
  report("uploading", RENDERED, "Finishing");
  return {
    notice: oneNotice(selection.notice, templated?.notice ?? null),
    rawVideoKey: raw.videoKey,
    templatedVideoKey: templated?.videoKey ?? null,
    thumbnailKey: raw.thumbnailKey,
    duration: roundToMs(raw.durationS),
    moments: plan.pieces.map(({ startS, frameCount }, index) => ({
      start: roundToMs(startS),
      end: roundToMs(startS + frameCount / plan.frameRate),
      score: moments[index]?.score ?? 0,
      reason: moments[index]?.reason ?? "",
    })),
  };
}
