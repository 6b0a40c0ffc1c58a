// Clips of a source that brings no subtitles: their text is what the speech model hears. The words are planted, the
// rest is real.
import assert from "node:assert/strict";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { cutClips } from "../../../../media-node/pipelines/clips/cut-clips.ts";
import type { MediaTools } from "../../../../media-node/pipelines/run-context.ts";
import { transcribeTask } from "../../../../media-node/pipelines/transcription.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import type { ClipJobRequest } from "../../../../shared/tasks/clip-job.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { makeMedia } from "../../../support/media/media-fixture.ts";
import { createSharedFilms } from "../../../support/media/shared-films.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { memoryTranscripts } from "../../../support/media-node/memory-transcripts.ts";
import { runContext } from "../../../support/media-node/run-context.ts";
import { PRESET_STYLES } from "../../../support/preset-styles.ts";
import { plantRecognizer } from "../../../support/speech/planted-recognizer.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const SAMPLE = fileURLToPath(new URL("../../../../deploy/sample/sample.mp4", import.meta.url));
const { tools: real, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const SOURCE = { kind: "upload", storageKey: "uploads/talk" } as const;
const REQUEST: ClipJobRequest = {
  source: SOURCE,
  range: { startS: 0, endS: 40 },
  clipCount: 1,
  clipLengthS: { min: 6, max: 12 },
  targetWidth: 180,
  editingStyles: ["STATIC_CROP"],
  captions: PRESET_STYLES.bold,
  title: "Bees",
  prompt: null,
  declaredDurationS: 90,
};
const WORDS = ["Bees", "dance", "to", "say", "where", "flowers", "are."];

const films = createSharedFilms();

/** The beginning of the sample, as small as the clips that are made of it, without its subtitles. */
async function makeTalk(path: string): Promise<void> {
  const video = ["-vf", "scale=320:180", "-c:v", "libx264", "-preset", "ultrafast"];
  await makeMedia("-i", SAMPLE, "-t", "45", "-map", "0:v", "-map", "0:a", ...video, "-c:a", "copy", path);
}

async function scene(t: TestContext) {
  const storage = createFileStorage(await temporaryFolder(t));
  // A copy: the storage takes what it is given.
  const film = join(await temporaryFolder(t), "film.mp4");
  await copyFile(await films("talk.mp4", makeTalk), film);
  await storage.putFile("uploads/talk", film);
  const transcripts = memoryTranscripts();
  const cut = async (tools: MediaTools, changes: Partial<ClipJobRequest> = {}) =>
    cutClips(await runContext(t, tools, { storage, transcripts }), { ...REQUEST, ...changes });
  const transcribe = async (tools: MediaTools) =>
    transcribeTask(await runContext(t, tools, { storage, transcripts }), {
      source: SOURCE,
      range: { startS: 5, endS: 30 },
      quality: 720,
    });
  const captions = async (key: string | null) => (await storage.read(key ?? ""))?.toString("utf8") ?? "";
  return { cut, transcribe, captions };
}

test("what the model hears becomes captions, title and transcript, and serves a later transcription", async (t) => {
  const { cut, transcribe, captions } = await scene(t);
  const planted = plantRecognizer(real, WORDS);
  const { clips, notice } = await cut(planted.tools);
  const [clip] = clips;
  assert.ok(clip !== undefined && notice === null);
  assert.match(clip.transcript, /Bees dance to say where flowers are\./);
  assert.match(clip.title, /Bees dance|dance to say|flowers/);
  assert.match(await captions(clip.captionsKey), /Bees/);
  const heard = planted.heard.length;
  const { segments } = await transcribe(planted.tools);
  assert.ok(segments > 0);
  assert.equal(planted.heard.length, heard, "the clip job's transcript was used");
});

test("a transcription serves a later clip job within its range", async (t) => {
  const { cut, transcribe } = await scene(t);
  const planted = plantRecognizer(real, WORDS);
  await transcribe(planted.tools);
  const heard = planted.heard.length;
  const { clips } = await cut(planted.tools, { range: { startS: 6, endS: 30 } });
  assert.match(clips[0]?.transcript ?? "", /Bees/);
  assert.equal(planted.heard.length, heard);
});

test("of a talk that is all about what was to be left out, the notice says that the clip mentions it", async (t) => {
  const { cut } = await scene(t);
  const { notice } = await cut(plantRecognizer(real, WORDS).tools, { prompt: "anything but flowers" });
  assert.equal(notice, "The clip still mentions “flowers”, which was to be left out.");
});

test("a prompt that is one bare command is looked for as it was read, and the notice tells how", async (t) => {
  const { cut } = await scene(t);
  const { notice } = await cut(plantRecognizer(real, WORDS).tools, { prompt: "avoid burnout" });
  assert.equal(
    notice,
    "“avoid burnout” was read as a subject; “not about burnout” would leave it out. " +
      "Nothing in the source is plainly about “avoid burnout”, so the clips are the best of what there is.",
  );
});

test("words that the model is not sure of reach neither captions nor titles, and the notice says so", async (t) => {
  const { cut } = await scene(t);
  const { clips, notice } = await cut(plantRecognizer(real, WORDS, { score: 0.2 }).tools);
  const [clip] = clips;
  assert.ok(clip !== undefined);
  assert.deepEqual([clip.captionsKey, clip.transcript, clip.hook], [null, "", ""]);
  assert.doesNotMatch(clip.title, /dance/);
  assert.equal(notice, "The speech model was not sure of this voice, so captions were left out.");
});
