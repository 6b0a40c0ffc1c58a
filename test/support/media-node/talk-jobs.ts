// Clip jobs of a short talk with subtitles, run as a media node runs them: what they make is the beginning of tests of
// what comes after.
import { copyFile, cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { gunzipSync } from "node:zlib";
import { cutClips } from "../../../media-node/pipelines/clips/cut-clips.ts";
import type { MediaTools } from "../../../media-node/pipelines/run-context.ts";
import { readClipPlan } from "../../../shared/schemas/stored/clip-plan.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { ClipJobOutput, ClipJobRequest } from "../../../shared/tasks/clip-job.ts";
import type { ClipPlan } from "../../../shared/tasks/clip-plan.ts";
import { generated, makeMedia } from "../media/media-fixture.ts";
import { createSharedFilms } from "../media/shared-films.ts";
import { PRESET_STYLES } from "../preset-styles.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { runContext } from "./run-context.ts";

export const TALK_KEY = "uploads/talk";
export const TALK_S = 30;
export const TALK_SENTENCES = [
  "What do bees know?",
  "They know the way.",
  "Every flower is a sign.",
  "Nobody taught them.",
  "That is the secret.",
  "Here is the proof.",
] as const;

const TALK_REQUEST: ClipJobRequest = {
  source: { kind: "upload", storageKey: TALK_KEY },
  range: { startS: 0, endS: null },
  clipCount: 2,
  clipLengthS: { min: 5, max: 9 },
  targetWidth: 180,
  editingStyles: ["AUTO"],
  captions: PRESET_STYLES.bold,
  title: "A film",
  prompt: null,
  declaredDurationS: TALK_S,
};

const films = createSharedFilms();

/** Half a minute: a sentence of noise every five seconds with a subtitle over it, and a clock that runs in the picture. */
async function makeTalk(path: string): Promise<void> {
  const clock = (timeS: number): string => `00:00:${timeS.toFixed(3).padStart(6, "0").replace(".", ",")}`;
  const cues = TALK_SENTENCES.map(
    (text, index) => `${index + 1}\n${clock(index * 5 + 0.5)} --> ${clock(index * 5 + 4)}\n${text}\n`,
  );
  const subtitles = `${path}.srt`;
  await writeFile(subtitles, cues.join("\n"));
  const voice = `aevalsrc='0.4*(random(0)-0.5)*(0.4+0.6*abs(sin(13*t)))*between(mod(t,5),0.5,4)':d=${TALK_S}:s=16000,lowpass=f=3000`;
  await makeMedia(
    ...[...generated(`testsrc2=s=320x180:r=25:d=${TALK_S}`), ...generated(voice), ...["-i", subtitles]],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-c:s", "mov_text", path],
  );
}

/** Where the talk lies on this machine, until its test file ends. */
export function talkFilm(): Promise<string> {
  return films("talk-job.mp4", makeTalk);
}

async function putTalk(t: TestContext, storage: ObjectStorage): Promise<void> {
  const upload = join(await temporaryFolder(t), "upload");
  await copyFile(await talkFilm(), upload);
  await storage.putFile(TALK_KEY, upload);
}

/** A storage with that talk as an upload. */
export async function storeTalk(t: TestContext): Promise<{ storage: ObjectStorage; folder: string }> {
  const folder = await temporaryFolder(t);
  const storage = createFileStorage(folder);
  await putTalk(t, storage);
  return { storage, folder };
}

/** The plan that an output names. */
export async function planOf(storage: ObjectStorage, { planKey = "" }: ClipJobOutput): Promise<ClipPlan> {
  const stored = await storage.read(planKey);
  return readClipPlan(JSON.parse(gunzipSync(stored ?? "").toString()));
}

export interface TalkJob {
  readonly taskId: string;
  readonly output: ClipJobOutput;
  readonly plan: ClipPlan;
}

/** A whole clip job of the talk. */
export async function cutTalk(
  t: TestContext,
  tools: MediaTools,
  storage: ObjectStorage,
  changes: Partial<ClipJobRequest> = {},
): Promise<TalkJob> {
  const context = await runContext(t, tools, { storage });
  const output = await cutClips(context, { ...TALK_REQUEST, ...changes });
  return { taskId: context.taskId, output, plan: await planOf(storage, output) };
}

export interface FinishedTalk extends TalkJob {
  /** The test's own copy of the job's storage, and where that lies. */
  readonly storage: ObjectStorage;
  readonly folder: string;
}

const finished = new Map<string, Promise<TalkJob & { readonly storedIn: string }>>();

async function finishTalk(t: TestContext, tools: MediaTools, changes: Partial<ClipJobRequest>) {
  const storedIn = await films(`storage-${finished.size}`, (path) => mkdir(path));
  const storage = createFileStorage(storedIn);
  await putTalk(t, storage);
  const job = await cutTalk(t, tools, storage, { clipCount: 1, ...changes });
  return { ...job, storedIn };
}

/** A finished job of the talk with one clip, which is cut once for all tests of a file that ask for the same. */
export async function finishedTalk(
  t: TestContext,
  tools: MediaTools,
  changes: Partial<ClipJobRequest> = {},
): Promise<FinishedTalk> {
  const asked = JSON.stringify(changes);
  const made = finished.get(asked) ?? finishTalk(t, tools, changes);
  finished.set(asked, made);
  const { storedIn, ...job } = await made;
  const folder = await temporaryFolder(t);
  await cp(storedIn, folder, { recursive: true });
  return { ...job, storage: createFileStorage(folder), folder };
}
