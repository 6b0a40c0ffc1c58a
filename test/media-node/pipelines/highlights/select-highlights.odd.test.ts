// Sources that are hard to choose moments from: without audio, without movement, and files that nobody made for this.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { probeSource } from "../../../../media-node/source/probe-source.ts";
import { AppError } from "../../../../shared/errors.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { describeMoments, rankMoments, selectMoments } from "../../../support/matches/found-highlights.ts";
import { averagePrecision, covers } from "../../../support/matches/ranked-moments.ts";
import { makeSmallMatch } from "../../../support/matches/small-match.ts";
import { makeMatch } from "../../../support/matches/synthetic-match.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

test("a match without audio still gives moments, and most of the best show what happened", async (t) => {
  const path = join(await temporaryFolder(t), "match.mp4");
  const truth = await makeMatch(path, { category: "FOOTBALL", seed: 3, isSilent: true });
  const found = await rankMoments(t, tools, { path, category: "FOOTBALL" });
  t.diagnostic(`average precision ${averagePrecision(found.ranked, truth.events).toFixed(3)}`);
  t.diagnostic(describeMoments(found, truth.events));
  const best = found.ranked.slice(0, 3);
  const right = best.filter((moment) => truth.events.some((event) => covers(moment, event)));
  assert.ok(right.length >= 2, describeMoments(found, truth.events));
});

/** Sound that says nothing of a match: none at all, or some for a moment. */
const SILENT_TRACKS = {
  "a track on which nothing is heard": "anullsrc=r=48000",
  "one click on its track": "aevalsrc='0.8*between(t,40,40.01)*(random(0)-0.5)':s=48000",
  "one cheer on its track": "aevalsrc='0.5*between(t,40,45)*(random(0)-0.5)':s=48000",
  "sound for its first tenth alone": "aevalsrc='0.05*lt(t,9)*(random(0)-0.5)':s=48000",
} as const;

test("a match with a track that is silent, but for a moment, gives the moments that it gives without one", async (t) => {
  const folder = await temporaryFolder(t);
  const match = ["-i", await makeSmallMatch(t)];
  const copied = ["-map", "0:v", "-c:v", "copy"];
  const mute = join(folder, "mute.mp4");
  await makeMedia(...match, ...copied, mute);
  const expected = await selectMoments(t, tools, { path: mute, category: "FOOTBALL" });
  assert.ok(expected.moments.length > 0);
  for (const [title, track] of Object.entries(SILENT_TRACKS)) {
    const path = join(folder, "silent.mp4");
    await makeMedia(...match, ...generated(track), ...copied, "-map", "1:a", "-t", "90", path);
    const { moments } = await selectMoments(t, tools, { path, category: "FOOTBALL" });
    assert.deepEqual(moments, expected.moments, title);
  }
});

test("a video that stands still has no moments, whatever is heard", async (t) => {
  const path = join(await temporaryFolder(t), "still.mp4");
  const sound = generated("aevalsrc='0.5*(random(0)-0.5)*between(mod(t,30),10,14)':d=90:s=16000");
  const video = generated("color=c=0x336633:s=320x180:r=12.5:d=90");
  await makeMedia(...video, ...sound, "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path);
  await assert.rejects(selectMoments(t, tools, { path, category: "FOOTBALL" }), { code: "NO_MOMENTS_FOUND" });
});

test("of a second in which all moves it is not said that the source stands still", async (t) => {
  const path = join(await temporaryFolder(t), "moving.mp4");
  await makeMedia(
    ...generated("testsrc2=s=320x180:r=10:d=8"),
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    path,
  );
  const range = { startS: 3, endS: 4 };
  await assert.rejects(selectMoments(t, tools, { path, category: "OTHER", range }), {
    code: "NO_MOMENTS_FOUND",
    message: "Too little moves from 3 s to 4 s to make a moment.",
  });
});

test("where the video ends before the sound, moments are of what is seen, and that is said", async (t) => {
  const [match, path] = [await makeSmallMatch(t), join(await temporaryFolder(t), "early.mp4")];
  const { durationS } = await probeSource(tools, match, AbortSignal.timeout(30_000));
  const videoEndS = Math.round(0.6 * durationS);
  const video = ["-filter_complex", `[0:v]trim=end=${videoEndS}[v]`, "-map", "[v]", "-map", "0:a"];
  await makeMedia("-i", match, ...video, "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "copy", path);
  const { moments, notice } = await selectMoments(t, tools, { path, category: "FOOTBALL" });
  assert.match(
    notice ?? "",
    /^The source's video ends at \d+\.\d s, before its sound: moments were searched/,
  );
  assert.ok(moments.length > 0);
  for (const { endS } of moments) assert.ok(endS <= videoEndS + 0.5, `${endS} of ${videoEndS}`);
  const range = { startS: videoEndS + 10, endS: durationS };
  await assert.rejects(selectMoments(t, tools, { path, category: "FOOTBALL", range }), {
    code: "NO_MOMENTS_FOUND",
    message: /ends at .* s, before its sound and the range\./,
  });
});

const ODD_FILES = [
  "cursed-vfr.mp4",
  "multiple-aac-tracks.mp4",
  "no-aud.ts",
  "rotate-buck-bunny.mp4",
  "sar_2x1.mp4",
];

for (const name of ODD_FILES) {
  const { path, skip } = sharedData(`media/${name}`);
  test(`${name}, which nobody made for this, gives moments inside it, or says why not`, {
    skip,
  }, async (t) => {
    const { durationS, video } = await probeSource(tools, path, AbortSignal.timeout(30_000));
    const selecting = selectMoments(t, tools, { path, category: "OTHER" });
    if (video === null) {
      await assert.rejects(selecting, { code: "SOURCE_UNSUPPORTED" });
      return;
    }
    try {
      const { moments } = await selecting;
      assert.ok(moments.length > 0);
      let endS = 0;
      for (const moment of moments) {
        assert.ok(moment.startS >= endS && moment.endS > moment.startS, `${moment.startS} to ${moment.endS}`);
        endS = moment.endS;
      }
      assert.ok(endS <= durationS + 1e-6, `${endS} of ${durationS} s`);
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === "NO_MOMENTS_FOUND", String(error));
    }
  });
}
