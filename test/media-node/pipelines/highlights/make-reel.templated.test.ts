// The same moments in a template's dress: cards, overlays, the sound of cards, and music that steps back.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { RENDER_CLIP } from "../../../../media-node/render/render-clip.ts";
import { observeTask } from "../../../../media-node/threads/observe-task.ts";
import type { ObjectStorage } from "../../../../shared/storage/object-storage.ts";
import { readReelTemplate } from "../../../../shared/templates/reel-template.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { readFrame, readMedia, readSamples } from "../../../support/media/read-media.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { momentsAt, reelPath, runReel, storeMatch } from "../../../support/media-node/reels.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const RATE_HZ = 48_000;
const MOMENTS = momentsAt([3, 6], [9, 11]);
const TEMPLATE = readReelTemplate({
  intro: { look: "minimal", duration_s: 2 },
  outro: { look: "minimal", duration_s: 1 },
  transition: { kind: "cut" },
  colors: { background: "#F5F6F8" },
});
const request = { templateId: "tmpl_test", template: TEMPLATE };

/** Grey video with this sound. */
async function storeFilm(t: TestContext, sound: string): Promise<ObjectStorage> {
  const path = join(await temporaryFolder(t), "match.mkv");
  const video = generated("color=c=gray:s=320x180:r=25:d=14");
  await makeMedia(
    ...[...video, ...generated(sound), "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "flac", path],
  );
  return storeMatch(t, path);
}

/** Root mean square, dB of full scale. */
function levelDb(samples: Float32Array, fromS: number, toS: number): number {
  const part = samples.subarray(Math.round(fromS * RATE_HZ), Math.round(toS * RATE_HZ));
  return 10 * Math.log10(1e-12 + part.reduce((sum, value) => sum + value * value, 0) / part.length);
}

/** Level of one frequency, dB (Goertzel as a plain sum). */
function toneDb(samples: Float32Array, hz: number, fromS: number, toS: number): number {
  const part = samples.subarray(Math.round(fromS * RATE_HZ), Math.round(toS * RATE_HZ));
  let [real, imaginary] = [0, 0];
  for (const [index, value] of part.entries()) {
    real += value * Math.cos((2 * Math.PI * hz * index) / RATE_HZ);
    imaginary += value * Math.sin((2 * Math.PI * hz * index) / RATE_HZ);
  }
  return 20 * Math.log10(1e-6 + (2 * Math.hypot(real, imaginary)) / part.length);
}

test("the dressed reel has cards around the same moments, and is joined as exactly as the raw one", async (t) => {
  const storage = await storeFilm(t, "anoisesrc=d=14:c=pink:seed=3:a=0.3:r=48000");
  const messages: string[] = [];
  const output = await runReel(t, {
    tools,
    storage,
    moments: MOMENTS,
    request,
    onReport: (_stage, _fraction, message) => messages.push(message),
  });
  assert.equal(output.templatedVideoKey, "tasks/task_test/templated.mp4");
  assert.deepEqual([output.duration, output.notice], [5, null]);
  const raw = await readMedia(await reelPath(storage, output.rawVideoKey));
  const path = await reelPath(storage, output.templatedVideoKey);
  const dressed = await readMedia(path);
  assert.equal(Number(raw.video.nb_frames), 125);
  assert.equal(Number(dressed.video.nb_frames), 200);
  assert.ok(Math.abs(Number(dressed.audio.duration) - 8) <= 1_024 / RATE_HZ, dressed.audio.duration);
  assert.deepEqual(
    [dressed.video.width, dressed.video.height, dressed.video.color_space],
    [320, 180, "bt709"],
  );
  // The card's own colour, brighter than the grey of the match, at both ends and nowhere else.
  const brightness = async (timeS: number): Promise<number> =>
    (await readFrame(path, timeS)).at(0.95, 0.05)[0];
  for (const timeS of [0.5, 7.5]) assert.ok((await brightness(timeS)) > 200, `at ${timeS} s`);
  for (const timeS of [2.1, 4.9, 6.9])
    assert.ok(Math.abs((await brightness(timeS)) - 128) < 12, `at ${timeS} s`);
  assert.ok(messages.includes("Rendering with the template: 4 of 4 parts finished"));
});

test("the crowd rises under the intro card and falls under the outro, without a silence or a jump between", async (t) => {
  const storage = await storeFilm(t, "anoisesrc=d=14:c=pink:seed=3:a=0.3:r=48000");
  const output = await runReel(t, { tools, storage, moments: MOMENTS, request });
  const samples = await readSamples(await reelPath(storage, output.templatedVideoKey));
  const typicalDb = levelDb(samples, 3, 6);
  assert.ok(levelDb(samples, 0.2, 0.5) > typicalDb - 20, "the crowd is there from the beginning");
  assert.ok(levelDb(samples, 0.2, 0.5) < typicalDb - 4, "and rises");
  assert.ok(levelDb(samples, 7.5, 7.9) < typicalDb - 4, "and falls in the end");
  for (const jointS of [2, 5, 7]) {
    const level = levelDb(samples, jointS - 0.05, jointS + 0.05);
    assert.ok(Math.abs(level - typicalDb) < 3, `${level} dB at ${jointS} s, usually ${typicalDb} dB`);
  }
});

/** Loud from 3 to 5 s, quiet otherwise. */
const LOUD_AND_QUIET = "aevalsrc='(random(0)-0.5)*if(between(t,3,5),0.5,0.002)':d=14:s=48000";

test("music is heard on cards and in quiet passages, and steps back while the match is loud", async (t) => {
  const storage = await storeFilm(t, LOUD_AND_QUIET);
  const tone = join(await temporaryFolder(t), "tone.wav");
  // Shorter than the reel: it is repeated.
  await makeMedia(...generated("sine=f=997:d=3:r=48000"), "-ac", "2", tone);
  await storage.putFile("assets/tmpl_test-music.wav", tone);
  const music = { asset: "assets/tmpl_test-music.wav", gainDb: -6, duckingDb: 12 };
  const output = await runReel(t, {
    tools,
    storage,
    moments: MOMENTS,
    request: { ...request, template: { ...TEMPLATE, music } },
  });
  assert.equal(output.notice, null);
  const samples = await readSamples(await reelPath(storage, output.templatedVideoKey));
  // The moment of 3 to 6 s stands behind the intro of 2 s: loud from 2 to 4 s.
  const [card, loud, quiet] = [
    toneDb(samples, 997, 0.5, 1.5),
    toneDb(samples, 997, 2.8, 3.9),
    toneDb(samples, 997, 5.5, 6.5),
  ];
  t.diagnostic(`card ${card} dB, loud ${loud} dB, quiet ${quiet} dB`);
  assert.ok(Math.abs(card - quiet) < 3, `${card} and ${quiet} dB`);
  assert.ok(card - loud > 8 && card - loud < 16, `${card} and ${loud} dB`);
  const raw = await readSamples(await reelPath(storage, output.rawVideoKey));
  assert.ok(toneDb(raw, 997, 3.5, 4.5) < -50, "the raw reel has no music");
});

test("a match without audio has nothing but the music, and a template whose files are gone leaves them out", async (t) => {
  const path = join(await temporaryFolder(t), "match.mkv");
  const video = generated("color=c=gray:s=320x180:r=25:d=14");
  await makeMedia(...video, "-c:v", "libx264", "-preset", "ultrafast", path);
  const storage = await storeMatch(t, path);
  const music = { asset: "assets/tmpl_test-gone.wav", gainDb: -6, duckingDb: 12 };
  const output = await runReel(t, {
    tools,
    storage,
    moments: MOMENTS,
    request: { ...request, template: { ...TEMPLATE, music } },
  });
  assert.equal(output.notice, "The template's music could not be found and was left out.");
  const samples = await readSamples(await reelPath(storage, output.templatedVideoKey));
  assert.ok(samples.every((sample) => Math.abs(sample) < 1e-3));

  const tone = join(await temporaryFolder(t), "tone.wav");
  await makeMedia(...generated("sine=f=997:d=3:r=48000"), tone);
  await storage.putFile(music.asset, tone);
  await storage.remove("tasks/task_test/");
  const second = await runReel(t, {
    tools,
    storage,
    moments: MOMENTS,
    request: { ...request, template: { ...TEMPLATE, music } },
  });
  const heard = await readSamples(await reelPath(storage, second.templatedVideoKey));
  assert.ok(toneDb(heard, 997, 2, 5) > -30);
});

test("a run that takes over after the raw reel makes the dressed one alone", async (t) => {
  const storage = await storeFilm(t, "anoisesrc=d=14:c=pink:seed=3:a=0.3:r=48000");
  const power = new AbortController();
  const write = storage.write.bind(storage);
  const dying = t.mock.method(storage, "write", async (...[key, content]: Parameters<typeof write>) => {
    await write(key, content);
    if (key.endsWith("/reel.json")) power.abort(new Error("The power is gone."));
  });
  const first = runReel(t, { tools, storage, moments: MOMENTS, request, signal: power.signal });
  await assert.rejects(first, { message: "The power is gone." });
  dying.mock.restore();
  const rendered: string[] = [];
  t.after(
    observeTask(RENDER_CLIP, (input, run) => {
      rendered.push(input.outputFile);
      return run(input);
    }),
  );
  const output = await runReel(t, {
    tools,
    storage,
    moments: MOMENTS,
    request,
  });
  assert.deepEqual(
    rendered.filter((file) => file.startsWith("reel-")),
    [],
  );
  assert.equal(rendered.filter((file) => file.startsWith("templated-")).length, 4);
  assert.ok((await storage.stat(output.thumbnailKey)) !== undefined);
});
