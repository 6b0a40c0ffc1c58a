// Matches whose moments are known, through the whole selection: are they found, in the right order, and not what only
// sounds or looks like them? Average precision is explained in support/ranked-moments. Other seeds than these few can be
// tried by `CLIPMILL_TEST_MATCH_SEEDS=11,12,13`.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import type { RunContext } from "../../../media-node/pipelines/run-context.ts";
import { rankHighlights, selectHighlights } from "../../../media-node/pipelines/select-highlights.ts";
import type { FoundHighlights } from "../../../media-node/stages/find-highlights.ts";
import { probeSource } from "../../../media-node/stages/probe-source.ts";
import { AppError } from "../../../shared/errors.ts";
import type { HighlightJobRequest, SportCategory } from "../../../shared/highlight-job.ts";
import { createLogger } from "../../../shared/logger.ts";
import { readNetworkPolicy } from "../../../shared/network-safety.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media-fixture.ts";
import { mediaTools } from "../../support/media-pools.ts";
import { memoryTranscripts } from "../../support/memory-transcripts.ts";
import { averagePrecision, covers } from "../../support/ranked-moments.ts";
import { sharedData } from "../../support/shared-data.ts";
import { MATCH_CATEGORIES, type MatchTruth, makeMatch } from "../../support/synthetic-match.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SEEDS = (process.env.CLIPMILL_TEST_MATCH_SEEDS ?? "1,2").split(",").map(Number);
const LEAST_MEAN_AVERAGE_PRECISION = 0.8;

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const EVERYTHING: HighlightJobRequest = {
  ...{ source: { kind: "upload", storageKey: "unused" }, range: { startS: 0, endS: null } },
  ...{ title: null, category: "OTHER", layout: "LANDSCAPE", shortSidePx: 360 },
  ...{ templateId: null, template: null, declaredDurationS: null },
};

async function runContext(t: TestContext): Promise<RunContext> {
  const scratchFolder = await temporaryFolder(t);
  return {
    ...{ taskId: "task_test", scratchFolder, storage: createFileStorage(scratchFolder), tools },
    ...{ transcripts: memoryTranscripts(), policy: readNetworkPolicy({}), report: () => undefined },
    ...{ logger: createLogger("test", "silent"), signal: AbortSignal.timeout(240_000) },
  };
}

/** Every moment of a file, and those of its reel. */
async function find(t: TestContext, sourcePath: string, category: SportCategory): Promise<FoundHighlights> {
  const context = await runContext(t);
  const source = await probeSource(tools, sourcePath, context.signal);
  assert.ok(source.video !== null);
  const range = { startS: 0, endS: source.durationS };
  const match = { sourcePath, source, video: source.video, range, onProgress: () => undefined };
  return rankHighlights(context, { category }, match);
}

async function select(t: TestContext, sourcePath: string, category: SportCategory) {
  return selectHighlights(await runContext(t), { ...EVERYTHING, category }, sourcePath, () => undefined);
}

/** Which event each of the best moments found, for a person who reads why a match went wrong. */
function describe({ ranked }: FoundHighlights, { events }: MatchTruth): string {
  const best = ranked.slice(0, events.length + 4).map((moment) => {
    const found = events.find((event) => covers(moment, event));
    const what = found === undefined ? "nothing" : `${found.kind} ${found.strength.toFixed(2)}`;
    return `${moment.score} ${moment.startS.toFixed(0)}-${moment.endS.toFixed(0)} ${what}`;
  });
  return best.join(", ");
}

const precisions: number[] = [];

for (const category of MATCH_CATEGORIES) {
  for (const seed of SEEDS) {
    test(`the best moment of ${category} ${seed} is in its reel, and what happens ranks before what does not`, async (t) => {
      const path = join(await temporaryFolder(t), "match.mp4");
      const truth = await makeMatch(path, { category, seed });
      const found = await find(t, path, category);
      const precision = averagePrecision(found.ranked, truth.events);
      precisions.push(precision);
      t.diagnostic(`average precision ${precision.toFixed(3)}: ${describe(found, truth)}`);
      const isInReel = found.reel.some((moment) => covers(moment, truth.top));
      assert.ok(isInReel, `${truth.top.kind} at ${truth.top.timeS.toFixed(1)} s is not in the reel`);
    });
  }
}

test("over these matches the mean average precision is at least 0.8", (t) => {
  assert.equal(precisions.length, MATCH_CATEGORIES.length * SEEDS.length);
  const mean = precisions.reduce((sum, precision) => sum + precision, 0) / precisions.length;
  t.diagnostic(`mean average precision ${mean.toFixed(3)}, worst ${Math.min(...precisions).toFixed(3)}`);
  assert.ok(mean >= LEAST_MEAN_AVERAGE_PRECISION, `${mean}`);
});

test("a match without sound still gives moments, and most of the best show what happened", async (t) => {
  const path = join(await temporaryFolder(t), "match.mp4");
  const truth = await makeMatch(path, { category: "FOOTBALL", seed: 3, isSilent: true });
  const found = await find(t, path, "FOOTBALL");
  t.diagnostic(`average precision ${averagePrecision(found.ranked, truth.events).toFixed(3)}`);
  t.diagnostic(describe(found, truth));
  const best = found.ranked.slice(0, 3);
  const right = best.filter((moment) => truth.events.some((event) => covers(moment, event)));
  assert.ok(right.length >= 2, describe(found, truth));
});

test("a picture that stands still has no moments, whatever is heard", async (t) => {
  const path = join(await temporaryFolder(t), "still.mp4");
  const sound = generated("aevalsrc='0.5*(random(0)-0.5)*between(mod(t,30),10,14)':d=90:s=16000");
  const picture = generated("color=c=0x336633:s=320x180:r=12.5:d=90");
  await makeMedia(...picture, ...sound, "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path);
  await assert.rejects(select(t, path, "FOOTBALL"), { code: "NO_MOMENTS_FOUND" });
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
  test(`${name}, which nobody made for this, gives moments inside it or none`, { skip }, async (t) => {
    const { durationS } = await probeSource(tools, path, AbortSignal.timeout(30_000));
    try {
      const { moments } = await select(t, path, "OTHER");
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
