// From a file to the moments of its reel, with the real ffmpeg and the built-in model.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { selectHighlights } from "../../../../media-node/pipelines/highlights/select-highlights.ts";
import type { RunContext } from "../../../../media-node/pipelines/run-context.ts";
import { createLogger } from "../../../../shared/logger.ts";
import type { HighlightJobRequest } from "../../../../shared/tasks/highlight-job.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { createSharedFilms } from "../../../support/media/shared-films.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
const films = createSharedFilms();
after(async () => {
  await close();
  await assertNoChildren();
});

const REQUEST: HighlightJobRequest = {
  source: { kind: "upload", storageKey: "uploads/match" },
  range: { startS: 0, endS: null },
  title: null,
  category: "FOOTBALL",
  layout: "LANDSCAPE",
  shortSidePx: 180,
  declaredDurationS: null,
  templateId: null,
} as HighlightJobRequest;

const ENCODED = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "50"] as const;
const EVENT_S = 60;

/** A box that drifts, and races through the frame in the seconds before each event. */
function race(eventsS: readonly number[], lengthS: number, video: string): string {
  const isRacing = eventsS.map((timeS) => `between(t,${timeS - 6},${timeS + 1})`).join("+");
  const x = `if(${isRacing},mod(t*W,W-w),W/3+9*sin(t))`;
  return `color=c=green:${video}:d=${lengthS}[field];color=c=white:s=32x32:d=${lengthS}[box];[field][box]overlay=x='${x}':y=8`;
}

/** A crowd that murmurs, and roars for eight seconds at the event. */
const CROWD = `aevalsrc='(random(0)-0.5)*(0.03+0.5*between(t,${EVENT_S},${EVENT_S + 8}))':d=120:s=16000`;

async function select(t: TestContext, sourcePath: string, changes: Partial<HighlightJobRequest> = {}) {
  const context = {
    taskId: "task_test",
    scratchFolder: await temporaryFolder(t),
    tools,
    logger: createLogger("test", "silent"),
    signal: AbortSignal.timeout(400_000),
  } as unknown as RunContext;
  const fractions: number[] = [];
  const selection = await selectHighlights(context, { ...REQUEST, ...changes }, sourcePath, (done) =>
    fractions.push(done),
  );
  assert.deepEqual(
    fractions,
    fractions.toSorted((a, b) => a - b),
    "progress only grows",
  );
  assert.equal(fractions.at(-1), 1);
  return selection;
}

function matchFile(): Promise<string> {
  return films("match.mp4", (path) =>
    makeMedia(
      ...generated(race([EVENT_S], 120, "s=320x180:r=10")),
      ...generated(CROWD),
      ...[...ENCODED, "-c:a", "aac", path],
    ),
  );
}

test("the moment of a match is found, and told why", async (t) => {
  const { moments, notice, source } = await select(t, await matchFile());
  assert.equal(notice, null);
  assert.equal(source.video?.width, 320);
  const [moment, ...others] = moments;
  assert.deepEqual(others, []);
  assert.ok(moment !== undefined && Math.abs(moment.peakS - EVENT_S) < 3, `${moment?.peakS}`);
  assert.ok(moment.startS < EVENT_S - 3 && moment.endS > EVENT_S + 2);
  assert.match(moment.reason, /crowd/);
});

test("moments lie in the asked range, on the source's clock", async (t) => {
  const range = { startS: 40, endS: 90 };
  const { moments } = await select(t, await matchFile(), { range });
  assert.ok(Math.abs((moments[0]?.peakS ?? 0) - EVENT_S) < 3);
  for (const { startS, endS } of moments) assert.ok(startS >= 40 && endS <= 90);
});

test("of a range without audio that reaches beyond the source's first hour that hour is searched, and that is told", async (t) => {
  const path = join(await temporaryFolder(t), "long.mp4");
  await makeMedia(...generated(race([600, 3_650], 3_700, "s=96x54:r=1")), ...ENCODED, path);
  const { moments, notice } = await select(t, path, { range: { startS: 120, endS: null } });
  assert.match(
    notice ?? "",
    /^Only the first 60 minutes of the footage were searched for moments\. No match /,
  );
  assert.ok(
    moments.some(({ peakS }) => Math.abs(peakS - 600) < 8),
    moments.map(({ peakS }) => peakS).join(" "),
  );
  assert.ok(moments.every(({ endS }) => endS <= 3_600));
});

test("a still source has no moments", async (t) => {
  const path = join(await temporaryFolder(t), "still.mp4");
  await makeMedia(...generated("color=c=green:s=320x180:r=10:d=40"), ...[...ENCODED, "-f", "mp4", path]);
  await assert.rejects(select(t, path), { code: "NO_MOMENTS_FOUND" });
});

test("a source without video is refused", async (t) => {
  const path = join(await temporaryFolder(t), "sound.m4a");
  await makeMedia(...generated("sine=d=10:r=16000"), "-c:a", "aac", path);
  await assert.rejects(select(t, path), { code: "SOURCE_UNSUPPORTED" });
});

test("a range beyond the source is refused", async (t) => {
  const range = { startS: 500, endS: null };
  await assert.rejects(select(t, await matchFile(), { range }), { code: "RANGE_OUTSIDE_SOURCE" });
});
