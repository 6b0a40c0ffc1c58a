import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Moment } from "../../../media-node/clips/explain-moments.ts";
import { type FindMomentsInput, findMoments } from "../../../media-node/clips/find-moments.ts";
import type { VideoAnalysis } from "../../../media-node/framing/shots/video-analysis.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { builtInScorer } from "../../support/models/virality.ts";
import { flatAudio } from "../../support/talks/flat-audio.ts";
import { makeSpeech } from "../../support/talks/synthetic-speech.ts";
import { turnsDuring } from "../../support/turns-during.ts";

const EPSILON_S = 1e-6;
const scoreFeatures = await builtInScorer();

function input(changes: Partial<FindMomentsInput>): FindMomentsInput {
  return {
    audio: null,
    video: null,
    cues: [],
    range: { startS: 0, endS: 120 },
    clipCount: 5,
    clipLengthS: { min: 15, max: 60 },
    scoreFeatures,
    ...changes,
  };
}

function videoOf(
  durationS: number,
  motionAt: (timeS: number) => number,
  shotsS: number[] = [],
): VideoAnalysis {
  return {
    startS: 0,
    hopS: 0.5,
    motion: Float32Array.from({ length: durationS * 2 }, (_, hop) => motionAt(hop / 2)),
    shotChangesS: Float64Array.from(shotsS),
    frameCount: durationS,
  };
}

/** Everything that must hold of any answer. */
function assertLegal(moments: readonly Moment[], { range, clipCount, clipLengthS }: FindMomentsInput): void {
  assert.ok(moments.length >= 1 && moments.length <= clipCount);
  for (const { startS, endS, scoreBreakdown, viralityScore, reason } of moments) {
    assert.ok(startS >= range.startS - EPSILON_S && endS <= range.endS + EPSILON_S, `${startS} to ${endS}`);
    assert.ok(endS - startS >= clipLengthS.min - EPSILON_S && endS - startS <= clipLengthS.max + EPSILON_S);
    const tenths = Object.values(scoreBreakdown).reduce((sum, part) => sum + Math.round(10 * part), 0);
    assert.equal(viralityScore, tenths / 10);
    assert.match(reason, /^[A-Z].*\.$/);
  }
  moments.slice(1).forEach((moment, index) => {
    assert.ok(moment.viralityScore <= (moments[index]?.viralityScore ?? 0), "best first");
  });
  const byTime = moments.toSorted((a, b) => a.startS - b.startS);
  byTime.slice(1).forEach((moment, index) => {
    assert.ok(moment.startS >= (byTime[index]?.endS ?? 0) - EPSILON_S, "overlap");
  });
}

function assertCutsNothing(
  moments: readonly Moment[],
  spans: readonly { startS: number; endS: number }[],
  slackS = EPSILON_S,
) {
  for (const timeS of moments.flatMap((moment) => [moment.startS, moment.endS])) {
    const cut = spans.find((span) => span.startS < timeS - slackS && span.endS > timeS + slackS);
    assert.equal(cut, undefined, `the cut at ${timeS} goes through ${JSON.stringify(cut)}`);
  }
}

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
        const request = input({ audio, range: { startS, endS: 170 }, clipCount, clipLengthS });
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
        const request = input({ audio, video, cues, clipLengthS: { min: 5, max: 60 } });
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
  assert.deepEqual(await findMoments(input({ audio })), await findMoments(input({ audio })));
});

test("ten minutes of talk give as many clips as asked, spread over the range", async () => {
  const { audio } = makeSpeech(8, 600);
  const moments = await findMoments(input({ audio, range: { startS: 0, endS: 600 } }));
  assert.equal(moments.length, 5);
  const starts = moments.map((moment) => moment.startS).sort((a, b) => a - b);
  assert.ok((starts.at(-1) ?? 0) - (starts[0] ?? 0) > 200, starts.join(" "));
});

test("ninety seconds asked for five clips of 15 to 60 s are filled with at least four", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { audio } = makeSpeech(seed, 90);
    const moments = await findMoments(input({ audio, range: { startS: 0, endS: 90 } }));
    assert.ok(moments.length >= 4, `${moments.length} clips for seed ${seed}`);
  }
});

test("scores differ between a lively and a dull source", async () => {
  const lively = await findMoments(input({ audio: makeSpeech(6, 120).audio }));
  const dull = await findMoments(input({ audio: flatAudio(120, -30) }));
  assert.ok((lively[0]?.viralityScore ?? 0) > 65 && (lively[0]?.viralityScore ?? 0) < 95);
  assert.ok((dull[0]?.viralityScore ?? 100) < 50);
});

test("music without pauses is cut at its quieter places", async () => {
  const audio = flatAudio(120, -20);
  audio.loudnessDb.forEach((_, hop) => {
    audio.loudnessDb[hop] = hop % 50 === 25 ? -25 : -20;
  });
  const request = input({ audio });
  const moments = await findMoments(request);
  assertLegal(moments, request);
  for (const timeS of moments.flatMap((moment) => [moment.startS, moment.endS])) {
    const isEdge = timeS === 0 || timeS === 120;
    assert.ok(isEdge || Math.abs((timeS % 1) - 0.51) < 0.03, `${timeS}`);
  }
});

test("a dead stretch is never chosen", async () => {
  const { audio } = makeSpeech(9, 120);
  for (let hop = 40 * 50; hop < 80 * 50; hop += 1) {
    audio.loudnessDb[hop] = -90;
    audio.speech[hop] = 0;
    audio.novelty[hop] = 0;
  }
  const moments = await findMoments(input({ audio, video: videoOf(120, () => 0) }));
  assert.ok(moments.length >= 2);
  for (const { startS, endS } of moments) {
    assert.ok(endS <= 42 || startS >= 78, `${startS} to ${endS} lies in the dead stretch`);
  }
});

test("no clip holds a few dead seconds in its middle", async () => {
  const { audio } = makeSpeech(9, 120);
  for (const fromS of [30, 60, 90]) {
    audio.loudnessDb.fill(-90, fromS * 50, (fromS + 6) * 50);
    audio.novelty.fill(0, fromS * 50, (fromS + 6) * 50);
  }
  for (const { startS, endS } of await findMoments(input({ audio }))) {
    for (const fromS of [30, 60, 90])
      assert.ok(endS < fromS + 3 || startS > fromS + 3, `${startS} to ${endS}`);
  }
});

test("a silent stretch with motion may be chosen", async () => {
  const moments = await findMoments(input({ audio: flatAudio(120, -100), video: videoOf(120, () => 0.05) }));
  assert.ok(moments.length >= 1);
});

test("a livelier stretch is preferred", async () => {
  const { audio } = makeSpeech(10, 120);
  const random = seededRandom(1);
  audio.loudnessDb.forEach((level, hop) => {
    const isLively = hop >= 60 * 50 && hop < 90 * 50;
    if (!isLively && level > -50) audio.loudnessDb[hop] = -38 + random();
    if (!isLively) {
      audio.speech[hop] = (audio.speech[hop] ?? 0) / 3;
      audio.novelty[hop] = (audio.novelty[hop] ?? 0) / 3;
    }
  });
  const [best] = await findMoments(input({ audio, clipCount: 1, clipLengthS: { min: 10, max: 25 } }));
  assert.ok(best !== undefined && best.endS > 62 && best.startS < 88, JSON.stringify(best));
});

test("a source without audio is cut at shot changes where it has them", async () => {
  const shots = [11, 31, 52, 74, 95, 110];
  const request = input({
    video: videoOf(120, (timeS) => 0.02 + 0.01 * Math.sin(timeS), shots),
    clipCount: 2,
  });
  const moments = await findMoments(request);
  assertLegal(moments, request);
  const cuts = moments.flatMap((moment) => [moment.startS, moment.endS]);
  assert.ok(cuts.filter((timeS) => shots.includes(timeS)).length >= 2, cuts.join(" "));
});

test("nothing known of sound or video still gives legal clips", async () => {
  const video = { ...videoOf(120, () => -1), frameCount: 1 };
  const request = input({ video });
  assertLegal(await findMoments(request), request);
});

test("with cues, clips begin and end with sentences where they can", async () => {
  const cues = Array.from({ length: 60 }, (_, index) => ({
    startS: 2 * index,
    endS: 2 * index + 2,
    text:
      index % 3 === 2 ? "and this is where it ends." : index % 3 === 0 ? "Here it begins" : "and it goes on",
  }));
  const moments = await findMoments(input({ cues, video: videoOf(120, () => 0.03), clipCount: 2 }));
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
  const [plain] = await findMoments(input({ ...request, cues: cuesOf("Then it goes on a little.") }));
  const [asking] = await findMoments(input({ ...request, cues: cuesOf("Do you know why?") }));
  assert.ok((asking?.scoreBreakdown.hook ?? 0) > (plain?.scoreBreakdown.hook ?? 25));
  assert.match(asking?.reason ?? "", /answers its opening question/);
});

test("a range just as long as a clip gives that clip, speech at its ends or not", async () => {
  const { audio } = makeSpeech(13, 120);
  for (let startS = 0; startS < 100; startS += 7) {
    const moments = await findMoments(input({ audio, range: { startS, endS: startS + 15 } }));
    assert.equal(moments.length, 1);
    assert.ok((moments[0]?.endS ?? 0) - (moments[0]?.startS ?? 0) >= 14.7 - EPSILON_S);
  }
});

test("a range shorter than a clip finds nothing and says the numbers", async () => {
  await assert.rejects(findMoments(input({ audio: flatAudio(60, -20), range: { startS: 2, endS: 12.5 } })), {
    code: "NO_MOMENTS_FOUND",
    message: /15 s to 60 s.*from 2 s to 12\.5 s.*only 10\.5 s/,
  });
});

test("a source that is silent and still throughout finds nothing", async () => {
  const audio = flatAudio(120, -100);
  await assert.rejects(findMoments(input({ audio, video: videoOf(120, () => 0) })), {
    code: "NO_MOMENTS_FOUND",
    message: /silent and still/,
  });
  await assert.rejects(findMoments(input({ audio })), { code: "NO_MOMENTS_FOUND" });
});

test("others have their turn between the parts of a search, each of which takes seconds of a long source", async () => {
  const { audio } = makeSpeech(8, 120);
  let [calls, callTurns] = [0, 0];
  const counted: FindMomentsInput["scoreFeatures"] = async (...call) => {
    calls += 1;
    const scores = scoreFeatures(...call);
    callTurns += await turnsDuring(() => scores);
    return scores;
  };
  const turns = await turnsDuring(() => findMoments(input({ audio, scoreFeatures: counted })));
  assert.ok(calls > 0);
  assert.ok(turns - callTurns >= 5, `${turns - callTurns} turns`);
});

test("an hour of dense speech holds as many clips as may be asked for", async () => {
  const { audio } = makeSpeech(12, 3_600);
  const request = input({
    audio,
    range: { startS: 0, endS: 3_600 },
    clipLengthS: { min: 5, max: 180 },
    clipCount: 20,
  });
  assert.equal((await findMoments(request)).length, 20);
});
