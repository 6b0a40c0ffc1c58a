import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import {
  type CardFailure,
  CardSessions,
  onCardFailure,
} from "../../../../media-node/ffmpeg/cards/card-sessions.ts";
import { ANALYZE_VIDEO } from "../../../../media-node/framing/shots/analyze-video.ts";
import type { VideoAnalysis } from "../../../../media-node/framing/shots/video-analysis.ts";
import { ANALYZE_MATCH_VIDEO } from "../../../../media-node/highlights/video/analyze-match-video.ts";
import type { MatchVideo } from "../../../../media-node/highlights/video/match-video.ts";
import { closeThreads, runInThread } from "../../../../media-node/threads/run-in-thread.ts";
import { DECODER_LIMITS } from "../../../../shared/limits/processes.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { createSharedFilms } from "../../../support/media/shared-films.ts";
import { CARD_DECODES, cardScript } from "../../../support/media-node/ffmpeg-script.ts";
import { BUNDLED } from "../../../support/media-node/media-tools.ts";
import { decodingCards } from "../../../support/media-node/nvidia-script.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

/** Threads that start from here on find the cards. */
let sessions: CardSessions;
before(() => {
  sessions = decodingCards([0, 1]);
});

after(async () => {
  CardSessions.withdraw("decoding");
  await closeThreads();
  await assertNoChildren();
});

const DURATION_S = 64;

const films = createSharedFilms();

/** Four scenes, large enough to be halved once and more. */
async function makeLongFilm(path: string): Promise<void> {
  const size = "s=640x360:r=4:d=16";
  const scenes = [`testsrc2=${size}`, `color=c=navy:${size}`, `testsrc=${size}`, `color=c=yellow:${size}`];
  await makeMedia(
    ...scenes.flatMap((scene) => generated(scene)),
    ...[
      "-filter_complex",
      "[0][1][2][3]concat=n=4",
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-g",
      "4",
      path,
    ],
  );
}

/** A film that becomes larger in its midst, as a stream does when the line is better. */
async function growingFilm(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  const parts = ["640x360", "1280x720"].map(async (size, index) => {
    const [first, second] = index === 0 ? ["testsrc2", "smptebars"] : ["testsrc", "testsrc2"];
    const path = join(folder, `${size}.ts`);
    await makeMedia(
      ...[first, second].flatMap((source) => generated(`${source}=s=${size}:r=4,trim=duration=16`)),
      ...["-filter_complex", "[0][1]concat=n=2", "-c:v", "libx264", "-preset", "ultrafast", "-g", "4"],
      ...["-bf", "0", "-pix_fmt", "yuv420p", "-output_ts_offset", String(index * 32), path],
    );
    return readFile(path);
  });
  const path = join(folder, "film.ts");
  await writeFile(path, Buffer.concat(await Promise.all(parts)));
  return path;
}

function overview(ffmpeg: string, sourcePath: string): Promise<VideoAnalysis> {
  const call = { ffmpeg, sourcePath, videoSpecifier: "v:0" as const, startS: 0, endS: DURATION_S };
  return runInThread(ANALYZE_VIDEO, call, { signal: AbortSignal.timeout(60_000) });
}

/** With all places on the cards taken. */
async function byProcessor<T>(
  work: (ffmpeg: string, sourcePath: string) => Promise<T>,
  film: string,
): Promise<T> {
  const places = Array.from({ length: 2 * DECODER_LIMITS.decodesPerCard }, () => sessions.take());
  try {
    return await work(BUNDLED.ffmpeg, film);
  } finally {
    for (const place of places) place?.giveBack(false);
  }
}

function watchMatch(ffmpeg: string, sourcePath: string): Promise<MatchVideo> {
  const call = { ffmpeg, sourcePath, videoSpecifier: "v:0" as const, range: { startS: 0, endS: DURATION_S } };
  return runInThread(ANALYZE_MATCH_VIDEO, call, { signal: AbortSignal.timeout(60_000) });
}

test("the overview of a card shows the shots and the motion that the processor's shows", async (t) => {
  const film = await films("long.mp4", makeLongFilm);
  const ffmpeg = await cardScript(t, { 0: CARD_DECODES, 1: CARD_DECODES });
  const byCard = await overview(ffmpeg, film);
  assert.deepEqual(sessions.status(), [
    { card: 0, active: 0, begun: 1, failed: 0, isResting: false },
    { card: 1, active: 0, begun: 0, failed: 0, isResting: false },
  ]);
  const expected = await byProcessor(overview, film);
  assert.deepEqual(byCard.shotChangesS, expected.shotChangesS);
  assert.ok(byCard.shotChangesS.length >= 3);
  byCard.motion.forEach((value, at) => {
    assert.ok(Math.abs(value - (expected.motion[at] ?? Number.NaN)) < 0.005, `${at}: ${value}`);
  });
});

test("a card that fails in the midst costs nothing of the overview or of a match's", async (t) => {
  const film = await films("long.mp4", makeLongFilm);
  const halfWay = `${CARD_DECODES} 2>/dev/null | head -c 60000; echo "CUDA_ERROR_UNKNOWN" >&2; exit 1`;
  const ffmpeg = await cardScript(t, { 0: halfWay, 1: halfWay });
  const heard: CardFailure[] = [];
  t.after(onCardFailure((failure) => heard.push(failure)));
  const failuresBefore = sessions.status().reduce((sum, { failed }) => sum + failed, 0);
  assert.deepEqual(await overview(ffmpeg, film), await byProcessor(overview, film));
  const { shotChangesS } = await watchMatch(ffmpeg, film);
  assert.ok(shotChangesS.length >= 3);
  const failures = sessions.status().reduce((sum, { failed }) => sum + failed, 0);
  assert.equal(failures - failuresBefore, 2);
  await until("both failures to be told", () => heard.length === 2);
  assert.deepEqual(
    heard.map(({ reason }) => reason),
    ["CUDA_ERROR_UNKNOWN", "CUDA_ERROR_UNKNOWN"],
  );
  assert.deepEqual(
    sessions.status().map(({ active }) => active),
    [0, 0],
  );
});

test("a film that changes its size is seen to its end on a card as by the processor", async (t) => {
  const film = await growingFilm(t);
  const ffmpeg = await cardScript(t, { 0: CARD_DECODES, 1: CARD_DECODES });
  const [seen, watched] = [await overview(ffmpeg, film), await watchMatch(ffmpeg, film)];
  const expectedSeen = await byProcessor(overview, film);
  const expectedWatched = await byProcessor(watchMatch, film);
  assert.ok(expectedWatched.frameCount > 200);
  assert.equal(watched.frameCount, expectedWatched.frameCount);
  assert.deepEqual(watched.shotChangesS, expectedWatched.shotChangesS);
  // The frame that the old filters hold is lost with them.
  assert.ok(seen.frameCount >= expectedSeen.frameCount - 1, `${seen.frameCount}`);
  assert.deepEqual(seen.shotChangesS, expectedSeen.shotChangesS);
});
