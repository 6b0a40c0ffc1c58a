// Finished clip jobs as a media node leaves them: their outputs, plans and files, without a render.
import type { TestContext } from "node:test";
import { newId } from "../../../shared/ids.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { clipKey, sourcePrefix } from "../../../shared/storage/task-keys.ts";
import type { ClipJobRequest, ClipResult } from "../../../shared/tasks/clip-job.ts";
import type { ClipPlan } from "../../../shared/tasks/clip-plan.ts";
import type { MediaSource } from "../../../shared/tasks/media-source.ts";
import { storeClipPlan } from "../../../shared/tasks/store-clip-plan.ts";
import type { TestAccount } from "../database/test-account.ts";
import { PRESET_STYLES } from "../preset-styles.ts";
import { type TestControlPlane, type TestControlPlaneOptions, testControlPlane } from "./control-plane.ts";
import { endRun, newRun, newTask, taskEnded } from "./tasks.ts";

export const JOB_S = 60;
/** A word each second: w0 from 0.1 to 0.9 s, and so on. */
const WORDS = Array.from({ length: JOB_S }, (_, second) => `w${second}`);
const SPANS = [
  { startS: 10, endS: 20 },
  { startS: 30.04, endS: 36.2 },
] as const;

export interface ClipJobOptions {
  /** A download that is kept unless told. */
  readonly source?: MediaSource;
  readonly request?: Partial<ClipJobRequest>;
  /** Whether it is a job of a version that kept no plans. */
  readonly isEarlier?: boolean;
  readonly changes?: Partial<ClipPlan>;
}

export interface FinishedClipJob {
  readonly id: string;
  readonly clips: readonly ClipResult[];
  readonly plan: ClipPlan;
}

const VIDEO_URL = "https://93.184.215.14/talk.mp4";

function clipOf(taskId: string, index: number): ClipResult {
  const { startS: start, endS: end } = SPANS[index] ?? SPANS[0];
  const id = newId("clip");
  return {
    id,
    index,
    title: `Clip ${index + 1}`,
    description: "A clip.",
    hashtags: ["#a", "#b", "#c"],
    start,
    end,
    duration: end - start,
    viralityScore: 40,
    scoreBreakdown: { hook: 10, engagement: 10, value: 10, shareability: 10 },
    reason: "It begins well.",
    hook: "w10",
    transcript: WORDS.slice(Math.ceil(start), Math.floor(end)).join(" "),
    videoKey: clipKey(taskId, id, "video.mp4"),
    thumbnailKey: clipKey(taskId, id, "thumbnail.jpg"),
    captionsKey: clipKey(taskId, id, "captions.srt"),
    width: 1080,
    height: 1920,
    editingStyle: "STATIC_CROP",
  };
}

function planOf(taskId: string, clips: readonly ClipResult[], request: ClipJobRequest): ClipPlan {
  const { source } = request;
  return {
    source:
      source.kind === "upload" ? source : { kind: "upload", storageKey: `${sourcePrefix(taskId)}source.bin` },
    ...(source.kind === "upload" ? {} : { sourceTaskId: taskId }),
    media: { durationS: JOB_S, width: 1920, height: 1080, frameRate: 25 },
    targetWidth: request.targetWidth,
    editingStyles: request.editingStyles,
    captions: request.captions,
    videoTitle: request.title,
    words: {
      texts: WORDS,
      startsMs: WORDS.map((_, second) => second * 1_000 + 100),
      endsMs: WORDS.map((_, second) => second * 1_000 + 900),
    },
    clips: clips.map(({ id, start, end }) => ({
      id,
      startS: start,
      endS: end,
      kind: null,
      pointS: null,
      cutsS: [start + 2],
      framing: [
        { startS: start, endS: end, layout: "crop", areas: [{ x: 656, y: 0, width: 608, height: 1080 }] },
      ],
    })),
  };
}

const SRT =
  "1\n00:00:00,000 --> 00:00:02,000\nIt was\nthe best\n\n2\n00:00:04,500 --> 00:00:05,500\nof times.\n";

/** A finished job with two clips and all its files, the kept source among them. */
export async function finishedClipJob(
  { sql, storage }: { readonly sql: TestControlPlane["sql"]; readonly storage: ObjectStorage },
  accountId: string,
  {
    source = { kind: "url", url: VIDEO_URL },
    request: asked,
    isEarlier = false,
    changes,
  }: ClipJobOptions = {},
): Promise<FinishedClipJob> {
  const request: ClipJobRequest = {
    source,
    range: { startS: 0, endS: null },
    clipCount: 2,
    clipLengthS: { min: 5, max: 15 },
    targetWidth: 1080,
    editingStyles: ["AUTO"],
    captions: PRESET_STYLES.bold,
    title: "A talk",
    prompt: null,
    declaredDurationS: JOB_S,
    ...asked,
  };
  const id = await newTask(sql, accountId, { request, name: "talk.mp4" });
  const clips = [clipOf(id, 0), clipOf(id, 1)];
  const plan = { ...planOf(id, clips, request), ...changes };
  for (const { videoKey, thumbnailKey, captionsKey } of clips) {
    await storage.write(videoKey, `video ${videoKey}`);
    await storage.write(thumbnailKey, "thumbnail");
    await storage.write(captionsKey ?? "", SRT);
  }
  if (source.kind === "url") await storage.write(`${sourcePrefix(id)}source.bin`, "a source");
  const planKey = isEarlier ? {} : { planKey: await storeClipPlan(storage, id, plan) };
  await endRun(sql, await newRun(sql, id), { ok: true, output: { notice: null, clips, ...planKey } });
  await taskEnded(sql, id);
  return { id, clips, plan };
}

export interface ClipScene {
  readonly plane: TestControlPlane;
  readonly account: TestAccount;
  readonly storage: ObjectStorage;
  job(options?: ClipJobOptions): Promise<FinishedClipJob>;
}

/** A control plane with an account, for jobs of its. */
export async function clipScene(t: TestContext, options: TestControlPlaneOptions = {}): Promise<ClipScene> {
  const plane = await testControlPlane(t, options);
  const account = await plane.account();
  const storage = createFileStorage(plane.storageFolder);
  const { sql } = plane;
  return {
    plane,
    account,
    storage,
    job: (jobOptions) => finishedClipJob({ sql, storage }, account.id, jobOptions),
  };
}
