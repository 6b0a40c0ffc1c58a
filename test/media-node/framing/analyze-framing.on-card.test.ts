// A clip's frames as a card decodes them, by an ffmpeg that behaves as one on a machine with cards.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, beforeEach, type TestContext, test } from "node:test";
import { cardInput, shrunkOnCard } from "../../../media-node/ffmpeg/cards/card-decoding.ts";
import { CardSessions } from "../../../media-node/ffmpeg/cards/card-sessions.ts";
import type { FrameSize } from "../../../media-node/ffmpeg/fit-frames.ts";
import { analyzeFraming } from "../../../media-node/framing/analyze-framing.ts";
import { framingArgs } from "../../../media-node/framing/framing-arguments.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { createSharedFilms } from "../../support/media/shared-films.ts";
import { CARD_DECODES, cardScript } from "../../support/media-node/ffmpeg-script.ts";
import { BUILDS, BUNDLED } from "../../support/media-node/media-tools.ts";
import { decodingCards } from "../../support/media-node/nvidia-script.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A machine that does much else takes a minute for what takes seconds. */
const WAIT_MS = 300_000;
const DURATION_S = 12;
/** Each frame of a large film takes a tenth of a second in all. */
const FRAME_RATE = 4;
const SIZE = { width: 640, height: 360 };
/** Large enough to be halved before anything is looked at. */
const LARGE = { width: 1920, height: 1080 };

let cards: CardSessions;
beforeEach(async () => {
  await closeThreads();
  cards = decodingCards([0]);
});
after(async () => {
  CardSessions.withdraw("decoding");
  await closeThreads();
  await assertNoChildren();
});

function callOf(ffmpeg: string, sourcePath: string, sourceSize: FrameSize = SIZE) {
  const source = { ffmpeg, sourcePath, videoSpecifier: "v:0" as const, sourceSize, audioSpecifier: null };
  return {
    ...source,
    faceModelPath: null,
    startS: 1,
    durationS: DURATION_S,
    frameRate: FRAME_RATE,
    leavesBarsOut: true,
  };
}

const films = createSharedFilms();

function makeFilm(file: string, { width, height }: FrameSize = SIZE, filters: string[] = []) {
  const size = `s=${width}x${height}`;
  const drawn = generated(`testsrc2=${size}:r=${FRAME_RATE}:d=${DURATION_S + 2}`);
  return films(file, (path) => makeMedia(...drawn, ...filters, "-preset", "ultrafast", path));
}

async function analyses(t: TestContext, film: string, ffmpeg = BUNDLED.ffmpeg, size: FrameSize = SIZE) {
  const signal = AbortSignal.timeout(WAIT_MS);
  const onCard = await analyzeFraming(
    callOf(await cardScript(t, { 0: CARD_DECODES }, ffmpeg), film, size),
    signal,
  );
  const status = cards.status()[0];
  const places = Array.from({ length: 4 }, () => cards.take());
  const inSoftware = await analyzeFraming(callOf(ffmpeg, film, size), signal);
  for (const place of places) place?.giveBack(false);
  return { onCard, inSoftware, status };
}

test("on a card the frames are halved there, and all that follows is the processor's", () => {
  const input = { ...callOf("ffmpeg", "/data/film.mp4"), timeoutMs: 1_000 };
  const colour = { width: 320, height: 180 };
  const [plain, onCard] = [framingArgs(input, colour), framingArgs(input, colour, undefined, 2)];
  const graphOf = (args: readonly string[]): string => args[args.indexOf("-filter_complex") + 1] ?? "";
  const shrunk = shrunkOnCard(2, colour).join(",");
  assert.equal(graphOf(onCard), graphOf(plain).replace("[0:v:0]", `[0:v:0]${shrunk},`));
  const at = onCard.indexOf("-xerror");
  assert.deepEqual(onCard.slice(at, at + cardInput(2).length + 1), [...cardInput(2), "-i"]);
  const without = onCard.toSpliced(at, cardInput(2).length);
  assert.deepEqual(without.toSpliced(without.indexOf("-filter_complex") + 1, 1, graphOf(plain)), plain);
});

function meanDifference(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

for (const build of BUILDS) {
  test(`a card shows what the processor shows with ${build.name}`, { skip: build.skip }, async (t) => {
    const { onCard, inSoftware, status } = await analyses(
      t,
      await makeFilm("large.mp4", LARGE),
      build.ffmpeg,
      LARGE,
    );
    assert.partialDeepStrictEqual(status, { begun: 1, failed: 0, active: 0 });
    assert.equal(onCard.looks.length, inSoftware.looks.length);
    assert.equal(onCard.saliency.frameCount, DURATION_S * FRAME_RATE);
    assert.equal(inSoftware.saliency.frameCount, DURATION_S * FRAME_RATE);
    for (const measure of ["detail", "motion"] as const) {
      const [seen, expected] = [onCard.saliency[measure], inSoftware.saliency[measure]];
      assert.ok(Math.max(...expected) > 0.1, `nothing to see in ${measure}`);
      const difference = meanDifference(seen, expected);
      assert.ok(difference > 0 && difference < 0.01, `${measure}: ${difference}`);
    }
  });
}

test("a part within black bars is found and cut out on a card as by the processor", async (t) => {
  const bars = ["-vf", "drawbox=y=0:h=60:w=iw:c=black:t=fill,drawbox=y=300:h=60:w=iw:c=black:t=fill"];
  const { onCard, inSoftware, status } = await analyses(t, await makeFilm("bars.mp4", SIZE, bars));
  assert.partialDeepStrictEqual(status, { begun: 1, failed: 0 });
  assert.ok(inSoftware.area !== undefined);
  assert.deepEqual(onCard.area, inSoftware.area);
});

test("frames that change their size on a card are the processor's", async (t) => {
  const folder = await temporaryFolder(t);
  const parts = ["640x360", "1280x720"].map(async (size, index) => {
    const path = join(folder, `${size}.ts`);
    await makeMedia(
      ...generated(`testsrc2=s=${size}:r=${FRAME_RATE},trim=duration=7`),
      ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "4", "-bf", "0", "-pix_fmt", "yuv420p"],
      ...["-output_ts_offset", String(index * 7), path],
    );
    return readFile(path);
  });
  const film = join(folder, "film.ts");
  await writeFile(film, Buffer.concat(await Promise.all(parts)));
  const { onCard, inSoftware, status } = await analyses(t, film);
  assert.partialDeepStrictEqual(status, { begun: 1, failed: 1 });
  assert.deepEqual(onCard, inSoftware);
});

test("a film that is to be turned is not asked of a card", async (t) => {
  const film = await makeFilm("plain.mp4");
  const ffmpeg = await cardScript(t, { 0: "exit 1" });
  await analyzeFraming({ ...callOf(ffmpeg, film), isTurned: true }, AbortSignal.timeout(WAIT_MS));
  assert.partialDeepStrictEqual(cards.status()[0], { begun: 0 });
});
