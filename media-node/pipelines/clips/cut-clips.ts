// The clip pipeline: source → probe → listen and look → moments → clips. Only the order of stages is here. The chosen
// moments and each finished clip are checkpoints: a run that takes over renders only what is missing.
import type { ClipJobOutput, ClipJobRequest, ClipResult } from "../../../shared/tasks/clip-job.ts";
import type { PlannedClip } from "../../../shared/tasks/clip-plan.ts";
import { storeClipPlan } from "../../../shared/tasks/store-clip-plan.ts";
import { markSentenceEnds } from "../../clips/sentences/sentences.ts";
import { laneWidth } from "../../threads/run-in-thread.ts";
import { checkpoint, keepCheckpoint, storedCheckpoint } from "../checkpoints.ts";
import { keptSource } from "../kept-source.ts";
import { limitRunTime } from "../limit-run-time.ts";
import { mapBounded } from "../map-bounded.ts";
import { overallProgress } from "../overall-progress.ts";
import type { RunContext } from "../run-context.ts";
import { withTaskSource } from "../task-source.ts";
import type { ClipToCut } from "./clip-to-cut.ts";
import { cutClip } from "./cut-clip.ts";
import { mediaOf, planWords } from "./planned-clips.ts";
import { type ClipSelection, selectClips } from "./select-clips.ts";

/** The share of the work that each step takes, measured with sources of a few minutes. */
const FETCHED = 0.12;
const SELECTED = 0.25;
const RENDERED = 0.98;
/** Small files that are read at once. */
const PLANS_AT_ONCE = 8;

/**
 * Makes all clips of a job: the pipeline of its kind. A run that takes over finds the chosen moments, and
 * each clip that is done.
 * @throws AppError as fetching, `selectClips` and `cutClip` do; `signal.reason` on abort
 */
export async function cutClips(context: RunContext, request: ClipJobRequest): Promise<ClipJobOutput> {
  const { report } = context;
  const { source, range } = request;
  const onProgress = (done: number): void => report("fetching", FETCHED * done, "Fetching the source");
  onProgress(0);
  return await withTaskSource(context, { source, range, isKept: true, onProgress }, (sourcePath) =>
    cutClipsOf(context, request, sourcePath),
  );
}

function plannedName(clipId: string): string {
  return `planned-${clipId}`;
}

/** Cuts one moment, or finds it cut by a run before. */
function cutMoment(context: RunContext, request: ClipJobRequest, clip: ClipToCut): Promise<ClipResult> {
  const { clipId } = clip.moment;
  return checkpoint<ClipResult>(context, `clip-${clipId}`, async () => {
    const { result, planned } = await cutClip(context, request, clip);
    // Before the clip itself: a finished clip always has its plan.
    await keepCheckpoint(context, plannedName(clipId), planned);
    return result;
  });
}

/** Keeps what the clips were made of. Returns where that lies. */
async function keepPlanOf(
  context: RunContext,
  request: ClipJobRequest,
  { source, words, moments }: ClipSelection,
): Promise<string> {
  const kept = await keptSource(context, request.source);
  const planned = await mapBounded(moments, PLANS_AT_ONCE, ({ clipId }) =>
    storedCheckpoint<PlannedClip>(context, plannedName(clipId)),
  );
  return storeClipPlan(context.storage, context.taskId, {
    source: kept?.source ?? null,
    ...(kept?.isPart === true ? { isPartKept: true } : {}),
    ...(request.source.kind === "upload" ? {} : { sourceTaskId: context.taskId }),
    media: mediaOf(source),
    range: request.range,
    targetWidth: request.targetWidth,
    editingStyles: request.editingStyles,
    captions: request.captions,
    videoTitle: request.title,
    words: planWords(words),
    clips: planned.filter((clip) => clip !== undefined),
  });
}

async function cutClipsOf(
  context: RunContext,
  request: ClipJobRequest,
  sourcePath: string,
): Promise<ClipJobOutput> {
  const { report } = context;
  const selected = await checkpoint(context, "selection", () =>
    selectClips(context, request, sourcePath, (done) =>
      report("scoring", FETCHED + (SELECTED - FETCHED) * done, "Listening and looking for moments"),
    ),
  );
  // In the plan too, whose words control planes lay out, which cannot tell where sentences end.
  const selection = { ...selected, words: markSentenceEnds(selected.words) };
  const { source, words, moments } = selection;
  limitRunTime(request, source);
  const count = moments.length;
  let finished = 0;
  const progress = overallProgress(count, (done) => {
    const message = `Rendering: ${finished} of ${count} ${count === 1 ? "clip" : "clips"} finished`;
    report("rendering", SELECTED + (RENDERED - SELECTED) * done, message);
  });
  // One more than render at once, so that the next clip is framed meanwhile.
  const atOnce = laneWidth("render") + 1;
  const clips = await mapBounded(moments, atOnce, async (moment, index) => {
    const onProgress = (done: number): void => progress(index, done);
    const clip = await cutMoment(context, request, { sourcePath, source, words, moment, index, onProgress });
    finished += 1;
    progress(index, 1);
    return clip;
  });
  report("uploading", RENDERED, "Finishing");
  // The score's inputs stay with the clip, so that the model can be fitted to how the clip does.
  const described = clips.map((clip, index) => {
    const features = moments[index]?.features;
    return features === undefined ? clip : { ...clip, features };
  });
  return {
    notice: selection.notice,
    clips: described,
    planKey: await keepPlanOf(context, request, selection),
  };
}
