// What optional models add to the choice of moments: what they heard is planted, the rest is real.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Moment } from "../../../media-node/clips/explain-moments.ts";
import { type FindMomentsInput, findMoments } from "../../../media-node/clips/find-moments.ts";
import type { AudioEvents } from "../../../media-node/senses/audio-events/audio-events.ts";
import type { FrameScores } from "../../../media-node/senses/image-text/frame-scores.ts";
import { builtInScorer } from "../../support/models/virality.ts";
import { makeTalk } from "../../support/talks/synthetic-talk.ts";
import { SLEEP_TALK } from "../../support/talks/talk-texts.ts";

const scoreFeatures = await builtInScorer();
// Plain parts only, told twice: nothing in the words speaks for any of them.
const BODY = SLEEP_TALK.filter(({ kind }) => kind === "body");
const TALK = makeTalk([...BODY, ...BODY]);
const HOP_S = 5;
const WINDOWS = Math.floor(TALK.range.endS / HOP_S);

function input(changes: Partial<FindMomentsInput>): FindMomentsInput {
  return {
    audio: TALK.audio,
    video: null,
    cues: [],
    words: TALK.words,
    range: TALK.range,
    clipCount: 3,
    clipLengthS: { min: 15, max: 40 },
    scoreFeatures,
    ...changes,
  };
}

/** Laughter over one stretch of `HOP_S` seconds. */
function laughingAt(timeS: number): AudioEvents {
  const laughter = new Float32Array(WINDOWS);
  const cell = Math.floor(timeS / HOP_S);
  laughter.fill(1, cell - 1, cell + 1);
  return { startS: 0, hopS: HOP_S, laughter, applause: new Float32Array(WINDOWS) };
}

function isIn({ startS, endS }: Moment, timeS: number): boolean {
  return startS <= timeS && endS >= timeS;
}

for (const share of [0.2, 0.5, 0.8]) {
  const timeS = share * TALK.range.endS;
  test(`who asks for the funniest parts gets the laughter that was heard at ${share} of the talk`, async () => {
    const prompt = "the funniest parts";
    const [best] = await findMoments(input({ audioEvents: laughingAt(timeS), prompt }));
    assert.ok(best !== undefined && isIn(best, timeS), JSON.stringify(best));
    assert.match(best.reason, /makes people laugh|matches what was asked for/);
  });

  test(`laughter at ${share} of a talk makes the clip with it better than without`, async () => {
    const around = { clipCount: 1, range: { startS: timeS - 25, endS: timeS + 25 } };
    const [laughing] = await findMoments(input({ ...around, audioEvents: laughingAt(timeS) }));
    const [silent] = await findMoments(input({ ...around, audioEvents: laughingAt(-100) }));
    assert.ok(laughing !== undefined && silent !== undefined && isIn(laughing, timeS));
    assert.ok(laughing.viralityScore > silent.viralityScore + 1, `${laughing.viralityScore}`);
  });
}

/** Frames of the whole talk, of which those around one time show what was asked for. */
function shownAt(timeS: number): FrameScores {
  const topic = new Float32Array(Math.ceil(TALK.range.endS / 5));
  topic.fill(1, Math.round(timeS / 5) - 1, Math.round(timeS / 5) + 2);
  return { startS: 0, stepS: 5, topic, title: null };
}

for (const part of [1, 5, 8]) {
  const { startS = 0, endS = 0 } = TALK.parts[part] ?? {};
  const timeS = (startS + endS) / 2;
  test(`who asks for a dog gets the frames that show one in part ${part} of the talk`, async () => {
    const [best] = await findMoments(input({ frameScores: shownAt(timeS), prompt: "a dog" }));
    assert.ok(best !== undefined && isIn(best, timeS), JSON.stringify(best));
    assert.match(best.reason, /shows what was asked for/i);
  });

  test(`frames find a dog in part ${part} of a source in which nobody speaks`, async () => {
    const { range, audio } = TALK;
    const wordless = { cues: [], range, audio, video: null, clipCount: 1, scoreFeatures };
    const [best] = await findMoments({
      ...wordless,
      clipLengthS: { min: 10, max: 20 },
      prompt: "a dog",
      frameScores: shownAt(timeS),
    });
    const sharedS = Math.min(best?.endS ?? 0, timeS + 7.5) - Math.max(best?.startS ?? 0, timeS - 7.5);
    assert.ok(sharedS >= 5, JSON.stringify(best));
  });
}

test("without optional models everything is as if there were none", async () => {
  assert.deepEqual(
    await findMoments(input({ audioEvents: null, frameScores: null })),
    await findMoments(input({})),
  );
});

for (const [prompt, isLaughing] of [
  ["the funniest parts", true],
  ["where the crowd applauds", false],
] as const) {
  test(`who asks for ${prompt} gets them where nobody speaks, too`, async () => {
    const [laughterS, applauseS] = [0.3 * TALK.range.endS, 0.7 * TALK.range.endS];
    const { laughter } = laughingAt(laughterS);
    const { laughter: applause } = laughingAt(applauseS);
    const audioEvents = { startS: 0, hopS: HOP_S, laughter, applause };
    const [best] = await findMoments(input({ words: [], audioEvents, prompt }));
    const timeS = isLaughing ? laughterS : applauseS;
    assert.ok(best !== undefined && isIn(best, timeS), JSON.stringify(best));
    assert.match(best.reason, isLaughing ? /laugh/ : /applause|cheer/);
  });
}
