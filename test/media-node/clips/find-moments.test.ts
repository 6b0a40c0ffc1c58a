// What holds of any choice of moments, and how many there are.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findMoments } from "../../../media-node/clips/find-moments.ts";
import { flatAudio } from "../../support/talks/flat-audio.ts";
import {
  assertCutsNothing,
  assertLegal,
  EPSILON_S,
  momentsInput,
  videoOf,
} from "../../support/talks/legal-moments.ts";
import { makeSpeech } from "../../support/talks/synthetic-speech.ts";

test("any speech gives legal clips whose cuts go through no phrase", async () => {
  const lengths = fc
    .tuple(fc.integer({ min: 5, max: 40 }), fc.integer({ min: 8, max: 60 }))
    .map(([min, more]) => ({ min, max: min + more }));
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1e6 }),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 10 }),
      lengths,
      async (seed, startS, clipCount, clipLengthS) => {
        const { audio, phrases } = makeSpeech(seed, 180);
        const request = momentsInput({ audio, range: { startS, endS: 170 }, clipCount, clipLengthS });
        const moments = await findMoments(request);
        assertLegal(moments, request);
        // A word beside a cut may round to the next millisecond.
        assertCutsNothing(moments, phrases, 0.001);
      },
    ),
    { numRuns: 100 },
  );
});

test("any cues, however they lie, are never cut", async () => {
  const spans = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 119_000 }), fc.integer({ min: 300, max: 5_000 })),
    {
      maxLength: 40,
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1e6 }),
      spans,
      fc.boolean(),
      async (seed, starts, hasAudio) => {
        const cues = starts.map(([startMs, lengthMs]) => ({
          startS: startMs / 1_000,
          endS: (startMs + lengthMs) / 1_000,
          text: "Is this number 7?",
        }));
        const audio = hasAudio ? makeSpeech(seed, 120).audio : null;
        const video = videoOf(120, () => 0.03, [20, 47.5, 80]);
        const request = momentsInput({ audio, video, cues, clipLengthS: { min: 5, max: 60 } });
        const moments = await findMoments(request);
        assertLegal(moments, request);
        assertCutsNothing(moments, cues, 0.0015);
      },
    ),
    { numRuns: 100 },
  );
});

test("the same analysis gives the same moments", async () => {
  const { audio } = makeSpeech(4, 120);
  assert.deepEqual(await findMoments(momentsInput({ audio })), await findMoments(momentsInput({ audio })));
});

test("ten minutes of talk give as many clips as asked, spread over the range", async () => {
  const { audio } = makeSpeech(8, 600);
  const moments = await findMoments(momentsInput({ audio, range: { startS: 0, endS: 600 } }));
  assert.equal(moments.length, 5);
  const starts = moments.map((moment) => moment.startS).sort((a, b) => a - b);
  assert.ok((starts.at(-1) ?? 0) - (starts[0] ?? 0) > 200, starts.join(" "));
});

test("ninety seconds asked for five clips of 15 to 60 s are filled with at least four", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { audio } = makeSpeech(seed, 90);
    const moments = await findMoments(momentsInput({ audio, range: { startS: 0, endS: 90 } }));
    assert.ok(moments.length >= 4, `${moments.length} clips for seed ${seed}`);
  }
});

test("with cues, clips begin and end with sentences where they can", async () => {
  const cues = Array.from({ length: 60 }, (_, index) => ({
    startS: 2 * index,
    endS: 2 * index + 2,
    text:
      index % 3 === 2 ? "and this is where it ends." : index % 3 === 0 ? "Here it begins" : "and it goes on",
  }));
  const moments = await findMoments(momentsInput({ cues, video: videoOf(120, () => 0.03), clipCount: 2 }));
  for (const { startS, endS } of moments) {
    assert.equal(startS % 6, 0);
    assert.equal(endS % 6, 0);
  }
});

test("a question in the first cue raises the hook, and the reason says that it is answered", async () => {
  const cuesOf = (opening: string) =>
    Array.from({ length: 20 }, (_, index) => ({
      startS: 6 * index,
      endS: 6 * index + 6,
      text: index === 0 ? opening : "Then it goes on a little.",
    }));
  const request = { video: videoOf(120, () => 0.03), clipCount: 1, clipLengthS: { min: 110, max: 120 } };
  const [plain] = await findMoments(momentsInput({ ...request, cues: cuesOf("Then it goes on a little.") }));
  const [asking] = await findMoments(momentsInput({ ...request, cues: cuesOf("Do you know why?") }));
  assert.ok((asking?.scoreBreakdown.hook ?? 0) > (plain?.scoreBreakdown.hook ?? 25));
  assert.match(asking?.reason ?? "", /answers its opening question/);
});

test("a range just as long as a clip gives that clip, speech at its ends or not", async () => {
  const { audio } = makeSpeech(13, 120);
  for (let startS = 0; startS < 100; startS += 7) {
    const moments = await findMoments(momentsInput({ audio, range: { startS, endS: startS + 15 } }));
    assert.equal(moments.length, 1);
    assert.ok((moments[0]?.endS ?? 0) - (moments[0]?.startS ?? 0) >= 14.7 - EPSILON_S);
  }
});

test("a range shorter than a clip finds nothing and says the numbers", async () => {
  await assert.rejects(
    findMoments(momentsInput({ audio: flatAudio(60, -20), range: { startS: 2, endS: 12.5 } })),
    {
      code: "NO_MOMENTS_FOUND",
      message: /15 s to 60 s.*from 2 s to 12\.5 s.*only 10\.5 s/,
    },
  );
});

test("a source that is silent and still throughout finds nothing", async () => {
  const audio = flatAudio(120, -100);
  await assert.rejects(findMoments(momentsInput({ audio, video: videoOf(120, () => 0) })), {
    code: "NO_MOMENTS_FOUND",
    message: /silent and still/,
  });
  await assert.rejects(findMoments(momentsInput({ audio })), { code: "NO_MOMENTS_FOUND" });
});

test("an hour of dense speech holds as many clips as may be asked for", async () => {
  const { audio } = makeSpeech(12, 3_600);
  const request = momentsInput({
    audio,
    range: { startS: 0, endS: 3_600 },
    clipLengthS: { min: 5, max: 180 },
    clipCount: 20,
  });
  assert.equal((await findMoments(request)).length, 20);
});
