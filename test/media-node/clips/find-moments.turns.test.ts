// A choice goes on in parts, between which others have their turn and aborts are heard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findMoments } from "../../../media-node/clips/find-moments.ts";
import type { ScoreFeatures } from "../../../media-node/clips/virality/score-virality.ts";
import { momentsInput } from "../../support/talks/legal-moments.ts";
import { makeSpeech } from "../../support/talks/synthetic-speech.ts";
import { turnsDuring } from "../../support/turns-during.ts";

test("others have their turn between the parts of a search, each of which takes seconds of a long source", async () => {
  const { audio } = makeSpeech(8, 120);
  const { scoreFeatures } = momentsInput({});
  let [calls, callTurns] = [0, 0];
  const counted: ScoreFeatures = async (...call) => {
    calls += 1;
    const scores = scoreFeatures(...call);
    callTurns += await turnsDuring(() => scores);
    return scores;
  };
  const turns = await turnsDuring(() => findMoments(momentsInput({ audio, scoreFeatures: counted })));
  assert.ok(calls > 0);
  assert.ok(turns - callTurns >= 5, `${turns - callTurns} turns`);
});

test("an abort during a long source's choice ends it before its next part", async () => {
  const { audio } = makeSpeech(8, 120);
  const controller = new AbortController();
  const reason = new Error("Not wanted any more.");
  const judgeText = async () => {
    controller.abort(reason);
    return null;
  };
  let calls = 0;
  const scoreFeatures: ScoreFeatures = (...call) => {
    calls += 1;
    return momentsInput({}).scoreFeatures(...call);
  };
  const cues = [{ startS: 1, endS: 100, text: "One sentence. Another sentence." }];
  const { signal } = controller;
  const asked = findMoments(momentsInput({ audio, cues, judgeText, scoreFeatures, signal }));
  await assert.rejects(asked, (error) => error === reason);
  assert.equal(calls, 0);
});
