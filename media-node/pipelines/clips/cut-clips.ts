// The clip pipeline: source → probe → listen and look → moments → clips. Only the order of stages is here. The chosen
// moments and each finished clip are checkpoints: a run that takes over renders only what is missing.
import type { ClipJobOutput, ClipJobRequest, ClipResult } from "../../../shared/tasks/clip-job.ts";
import { laneWidth } from "../../threads/run-in-thread.ts";
import { mapBounded } from "../map-bounded.ts";
import { overallProgress } from "../overall-progress.ts";
import type { RunContext } from "../run-context.ts";
import { checkpoint } from "../task-files.ts";
import { withTaskSource } from "../task-source.ts";
import { cutClip } from "./cut-clip.ts";
import { selectClips } from "./select-clips.ts";

/** The part of the whole work that each step takes, by experience with sources of a few minutes. */
const FETCHED = 0.12;
const SELECTED = 0.25;
const RENDERED = 0.98;

export async function cutClips(context: RunContext, request: ClipJobRequest): Promise<ClipJobOutput> {
  const { report } = context;
  const { source, range } = request;
  const onProgress = (done: number): void => report("fetching", FETCHED * done, "Fetching the source");
  onProgress(0);
  return await withTaskSource(context, { source, range, onProgress }, (sourcePath) =>
    cutClipsOf(context, request, sourcePath),
  );
}

async function cutClipsOf(
  context: RunContext,
  request: ClipJobRequest,
  sourcePath: string,
): Promise<ClipJobOutput> {
  const { report } = context;
  const selection = await checkpoint(context, "selection", () =>
    selectClips(context, request, sourcePath, (done) =>
      report("scoring", FETCHED + (SELECTED - FETCHED) * done, "Listening and looking for moments"),
    ),
  );
  const count = selection.moments.length;
  let finished = 0;
  const progress = overallProgress(count, (done) => {
    const message = `Rendering: ${finished} of ${count} ${count === 1 ? "clip" : "clips"} finished`;
    report("rendering", SELECTED + (RENDERED - SELECTED) * done, message);
  });
  // One more than render at once: the next clip is framed meanwhile, and then waits for its place.
  const atOnce = laneWidth("render") + 1;
  const clips = await mapBounded(selection.moments, atOnce, (moment, index) =>
    checkpoint<ClipResult>(context, `clip-${moment.clipId}`, () =>
      cutClip(context, request, {
        sourcePath,
        selection,
        moment,
        index,
        onProgress: (done) => progress(index, done),
      }),
    ).then((clip) => {
      finished += 1;
      progress(index, 1);
      return clip;
    }),
  );
  report("uploading", RENDERED, "Finishing");
  // What the score was made from stays with the clip, so that the model can be fitted to what becomes of it.
  const described = clips.map((clip, index) => {
    const features = selection.moments[index]?.features;
    return features === undefined ? clip : { ...clip, features };
  });
  return { notice: selection.notice, clips: described };
}
