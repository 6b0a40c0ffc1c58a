// The pipeline of a render: plan → source → one clip, with what was asked for instead. Nothing is transcribed or scored
// again; where the clip stays the same stretch, its frames are not measured again either.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError } from "../../../shared/errors.ts";
import { newIdOf } from "../../../shared/ids.ts";
import { OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import { readClipPlan } from "../../../shared/schemas/stored/clip-plan.ts";
import type { ClipJobOutput, ClipResult } from "../../../shared/tasks/clip-job.ts";
import { type ClipPlan, type PlannedClip, wordsBetween } from "../../../shared/tasks/clip-plan.ts";
import type { RenderJobRequest } from "../../../shared/tasks/render-job.ts";
import { storeClipPlan } from "../../../shared/tasks/store-clip-plan.ts";
import { stillNotice, unheardNotice, wordlessNotice } from "../../clips/notices.ts";
import type { Span } from "../../signal/span.ts";
import { probeSource, requireVideo, type SourceInfo } from "../../source/probe-source.ts";
import { withTrackAt } from "../../source/sound-tracks.ts";
import { runStage } from "../../threads/run-stage.ts";
import { checkpoint, keepCheckpoint, storedCheckpoint } from "../checkpoints.ts";
import { limitRunTime } from "../limit-run-time.ts";
import { oneNotice } from "../one-notice.ts";
import type { RunContext } from "../run-context.ts";
import { withTaskSource } from "../task-source.ts";
import { correctWords, momentOf, type Rerender } from "./changed-clip.ts";
import { measuresKey } from "./clip-measures.ts";
import { cutClip } from "./cut-clip.ts";
import { lettersNotice } from "./letters-notice.ts";
import { mediaOf, wordsOfPlan } from "./planned-clips.ts";

const decompress = promisify(gunzip);

/** The part of the whole work that each step takes. */
const FETCHED = 0.1;
const RENDERED = 0.98;
/** A clip may end so much behind what the container says is the end. */
const END_TOLERANCE_S = 0.1;
/** @throws AppError SOURCE_UNREACHABLE, not to be tried again, where the job was removed after the render was asked for */
async function readPlan({ storage }: RunContext, { plan }: RenderJobRequest): Promise<ClipPlan> {
  const stored = await storage.read(plan.storageKey);
  if (stored === undefined) {
    throw new AppError("SOURCE_UNREACHABLE", "The job of this clip was removed.", { retryable: false });
  }
  const json = await decompress(stored, { maxOutputLength: OUTPUT_LIMITS.bytes });
  return readClipPlan(JSON.parse(json.toString()));
}

/**
 * Probes the source, of which an earlier job may have found out where it stops to decode, and which of its sound tracks is
 * heard. Of a clip behind the job's range the former says nothing: the job has looked no farther, and all that lies between
 * would be decoded.
 */
async function inspect(
  context: RunContext,
  sourcePath: string,
  { media, range }: ClipPlan,
  startS: number,
): Promise<SourceInfo> {
  const probed = await runStage("probe", null, () => probeSource(context.tools, sourcePath, context.signal));
  const video = requireVideo(probed);
  const audio = probed.audio && withTrackAt(probed.audio, media?.soundTrack);
  const source = { ...probed, audio };
  const decodableS = media?.decodableS;
  const isBehindRange = startS >= (range?.endS ?? Number.POSITIVE_INFINITY);
  return decodableS === undefined || isBehindRange ? source : { ...source, video: { ...video, decodableS } };
}

/** @throws AppError RANGE_OUTSIDE_SOURCE */
function spanWithin({ durationS }: SourceInfo, { startS, endS }: RenderJobRequest): Span {
  if (startS < durationS && endS <= durationS + END_TOLERANCE_S) {
    return { startS, endS: Math.min(endS, durationS) };
  }
  throw new AppError("RANGE_OUTSIDE_SOURCE", `The source ends after ${durationS.toFixed(1)} s.`);
}

const PLANNED = "planned";
const SOURCE = "source";

function clipName(clipId: string): string {
  return `clip-${clipId}`;
}

/** Renders the clip, and notes what of. */
function renderClipAgain(context: RunContext, rerender: Rerender, sourcePath: string): Promise<ClipResult> {
  const { report } = context;
  const { request, plan, words, clipId } = rerender;
  const { editingStyles, captions } = request;
  const options = { targetWidth: plan.targetWidth, editingStyles, captions, title: plan.videoTitle };
  return checkpoint<ClipResult>(context, clipName(clipId), async () => {
    const source = await inspect(context, sourcePath, plan, request.startS);
    const span = spanWithin(source, request);
    limitRunTime({ range: span }, source);
    const moment = momentOf(rerender, span);
    const { result, planned } = await cutClip(context, options, {
      sourcePath,
      source,
      words: wordsOfPlan(words),
      moment,
      index: 0,
      title: request.title,
      earlierMeasuresKey: measuresKey(request.jobId, request.clipId),
      onProgress: (done) => report("rendering", FETCHED + (RENDERED - FETCHED) * done, "Rendering the clip"),
    });
    // First of all: a clip that is finished has its plan.
    await keepCheckpoint(context, PLANNED, planned);
    await keepCheckpoint(context, SOURCE, source);
    return result;
  });
}

/** Keeps what the new clip was made of, so that it can be rendered again as well. Returns where that lies. */
async function keepPlanOf(context: RunContext, { request, plan, words }: Rerender): Promise<string> {
  const [planned, source] = [
    await storedCheckpoint<PlannedClip>(context, PLANNED),
    await storedCheckpoint<SourceInfo>(context, SOURCE),
  ];
  const { editingStyles, captions } = request;
  const media = source === undefined ? plan.media : mediaOf(source);
  return storeClipPlan(context.storage, context.taskId, {
    ...plan,
    // What is known of the job's range stays: the next render may lie in it.
    media: media === null ? null : { ...media, decodableS: plan.media?.decodableS },
    editingStyles,
    captions,
    words,
    clips: planned === undefined ? [] : [planned],
  });
}

/** What a person is told beside the clip. */
async function noticeOf(context: RunContext, rerender: Rerender, clip: ClipResult): Promise<string | null> {
  const { request, plan, words } = rerender;
  const source = await storedCheckpoint<SourceInfo>(context, SOURCE);
  const span = { startS: clip.start, endS: clip.end };
  const still = stillNotice([span], source?.video?.endS);
  if (request.captions === null) return still;
  const { first, next } = wordsBetween(words, span.startS, span.endS);
  return oneNotice(
    still,
    unheardNotice(span, plan.range),
    wordlessNotice(clip.transcript, next - first),
    await lettersNotice(context, request.captions, [{ text: clip.transcript }]),
  );
}

/**
 * Renders a finished clip once more.
 * @throws AppError SOURCE_UNREACHABLE, RANGE_OUTSIDE_SOURCE; as cutting a clip does
 */
export async function rerenderClip(context: RunContext, request: RenderJobRequest): Promise<ClipJobOutput> {
  const { report, taskId } = context;
  const { source, startS, endS, features } = request;
  const onProgress = (done: number): void => report("fetching", FETCHED * done, "Reading the source");
  onProgress(0);
  const plan = await readPlan(context, request);
  const clipId = await checkpoint(context, "clip-id", async () => newIdOf("clip", taskId));
  const rerender = { request, plan, words: correctWords(plan.words, request.words), clipId };
  const clip =
    (await storedCheckpoint<ClipResult>(context, clipName(clipId))) ??
    (await withTaskSource(context, { source, range: { startS, endS }, onProgress }, (sourcePath) =>
      renderClipAgain(context, rerender, sourcePath),
    ));
  report("uploading", RENDERED, "Finishing");
  return {
    notice: await noticeOf(context, rerender, clip),
    clips: [{ ...clip, ...(features === undefined ? {} : { features }) }],
    planKey: await keepPlanOf(context, rerender),
  };
}
