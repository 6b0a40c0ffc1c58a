import assert from "node:assert/strict";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { RATE_TITLES } from "../../../../media-node/clips/sentences/judge-sentences.ts";
import { TITLE_NUMBERS } from "../../../../media-node/clips/sentences/sentence-judgements.ts";
import { cutClips } from "../../../../media-node/pipelines/clips/cut-clips.ts";
import { observeTask } from "../../../../media-node/threads/observe-task.ts";
import type { ObjectStorage } from "../../../../shared/storage/object-storage.ts";
import type { ClipJobOutput, ClipJobRequest, ClipResult } from "../../../../shared/tasks/clip-job.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { readMedia } from "../../../support/media/read-media.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { runContext } from "../../../support/media-node/run-context.ts";
import { TALK_SENTENCES, talkFilm } from "../../../support/media-node/talk-jobs.ts";
import { PRESET_STYLES } from "../../../support/preset-styles.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const REQUEST: ClipJobRequest = {
  source: { kind: "upload", storageKey: "uploads/film" },
  range: { startS: 0, endS: null },
  clipCount: 2,
  clipLengthS: { min: 5, max: 9 },
  targetWidth: 360,
  editingStyles: ["AUTO"],
  captions: PRESET_STYLES.bold,
  title: "A film",
  prompt: null,
  declaredDurationS: 30,
};

interface Cut {
  readonly output: ClipJobOutput;
  readonly storage: ObjectStorage;
  readonly fractions: readonly number[];
  /** The text of a stored object. */
  read(key: string): Promise<string>;
  localPath(key: string): Promise<string>;
}

async function cut(t: TestContext, film: string, changes: Partial<ClipJobRequest> = {}): Promise<Cut> {
  const fractions: number[] = [];
  const report = (_stage: string, fraction: number) => fractions.push(fraction);
  const context = await runContext(t, tools, { report });
  const { storage, scratchFolder } = context;
  const upload = join(scratchFolder, "upload");
  await copyFile(film, upload);
  await storage.putFile("uploads/film", upload);
  const output = await cutClips(context, { ...REQUEST, ...changes });
  return {
    output,
    storage,
    fractions,
    read: async (key) => (await storage.read(key))?.toString("utf8") ?? "",
    localPath: (key) => storage.localPath(key, scratchFolder),
  };
}

test("a talk becomes clips that keep to range and length, with captions of what is said in them", async (t) => {
  const range = { startS: 4.5, endS: 27 };
  const { output, read, localPath, fractions } = await cut(t, await talkFilm(), { range });
  assert.ok(output.clips.length >= 1 && output.clips.length <= 2);
  const byTime = [...output.clips].sort((a, b) => a.start - b.start);
  for (const [index, clip] of byTime.entries()) {
    const { start, end, duration } = clip;
    assert.ok(start >= range.startS - 0.001 && end <= range.endS + 0.001, `${start} to ${end}`);
    assert.ok(duration >= 4.5 && duration <= 9.5 && Math.abs(end - start - duration) < 0.002, `${duration}`);
    assert.ok(start >= (byTime[index - 1]?.end ?? 0));
    const { video, durationS } = await readMedia(await localPath(clip.videoKey));
    assert.deepEqual([video.width, video.height, clip.width, clip.height], [360, 640, 360, 640]);
    assert.ok(Math.abs(durationS - duration) <= 0.05, `${durationS} and ${duration}`);
    const captions = await read(clip.captionsKey ?? "");
    assert.match(captions, /^1\n00:00:0\d,\d{3} --> /);
    const spoken = captions
      .split("\n")
      .filter((line) => line !== "" && !/^\d+$|-->/.test(line))
      .join(" ");
    assert.equal(spoken, clip.transcript);
    assert.ok(
      TALK_SENTENCES.some((sentence) => clip.transcript.includes(sentence)),
      clip.transcript,
    );
  }
  assert.deepEqual(
    fractions.toSorted((a, b) => a - b),
    fractions,
  );
  assert.equal(new Set(output.clips.map((clip) => clip.id)).size, output.clips.length);
  assert.deepEqual(
    output.clips.map((clip) => clip.index),
    output.clips.map((_, index) => index),
  );
});

/** Answers for the model of text: the title is to be of the sentence with these words. */
function preferTitle(t: TestContext, words: string): void {
  const stop = observeTask(RATE_TITLES, async ({ sentences }) => {
    const values = new Float32Array(sentences.length * TITLE_NUMBERS);
    sentences.forEach(({ text }, row) => {
      if (text.includes(words)) values[row * TITLE_NUMBERS] = 20;
    });
    return values;
  });
  t.after(stop);
}

test("a clip's title is of the clause that the model of text prefers", async (t) => {
  const film = await talkFilm();
  const whole: Partial<ClipJobRequest> = {
    clipCount: 1,
    clipLengthS: { min: 25, max: 30 },
    targetWidth: 180,
    editingStyles: ["STATIC_CROP"],
    captions: null,
  };
  for (const [words, title] of [
    ["flower", "Every flower is a sign"],
    ["secret", "That is the secret"],
  ] as const) {
    preferTitle(t, words);
    const { output } = await cut(t, film, whole);
    assert.equal(output.clips[0]?.title, title);
  }
});

test("a clip without captions has no captions file", async (t) => {
  const { output } = await cut(t, await talkFilm(), { captions: null, clipCount: 1 });
  assert.deepEqual(
    output.clips.map((clip: ClipResult) => clip.captionsKey),
    [null],
  );
});

test("a range outside the source, and sound alone, are refused with their codes", async (t) => {
  const film = await talkFilm();
  await assert.rejects(cut(t, film, { range: { startS: 40, endS: 50 } }), { code: "RANGE_OUTSIDE_SOURCE" });
  const sound = join(await temporaryFolder(t), "sound.m4a");
  await makeMedia(...generated("sine=d=12"), sound);
  await assert.rejects(cut(t, sound), { code: "SOURCE_UNSUPPORTED" });
});

/** Odd files from elsewhere, each with the code that its job ends with, or null where it gives a clip. */
const EXPECTED = {
  "cursed-vfr.mp4": null,
  "multiple-aac-tracks.mp4": "SOURCE_UNSUPPORTED",
  "no-aud.ts": "NO_MOMENTS_FOUND",
  "rotate-buck-bunny.mp4": "NO_MOMENTS_FOUND",
  "sar_2x1.mp4": null,
} as const;
for (const [name, code] of Object.entries(EXPECTED)) {
  const { path, skip } = sharedData(`media/${name}`);
  test(`${name} ends with ${code ?? "a clip"}`, { skip, timeout: 120_000 }, async (t) => {
    const cutting = cut(t, path, { clipCount: 1, clipLengthS: { min: 5, max: 7 } });
    if (code !== null) return assert.rejects(cutting, { code });
    const { output, localPath } = await cutting;
    const [clip] = output.clips;
    const { video, durationS } = await readMedia(await localPath(clip?.videoKey ?? ""));
    assert.deepEqual([video.width, video.height], [360, 640]);
    // A clip ends with a whole frame, which lasts long where there are few a second.
    const toleranceS = Math.max(0.06, Number(video.duration) / Number(video.nb_frames));
    assert.ok(
      Math.abs(durationS - (clip?.duration ?? 0)) <= toleranceS,
      `${durationS} and ${clip?.duration}`,
    );
  });
}
