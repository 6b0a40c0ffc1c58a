// Choosing in languages that a judge of English reads by a gloss: a story in the middle of small talk and announcements.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findMoments } from "../../../media-node/clips/find-moments.ts";
import { MOTION_UNKNOWN } from "../../../media-node/framing/shots/video-analysis.ts";
import { builtInJudge, builtInScorer } from "../../support/models/virality.ts";
import { speakSentences } from "../../support/talks/judged-talk.ts";
import { TOLD_STORIES, type ToldStory } from "../../support/talks/told-stories.ts";

const scoreFeatures = await builtInScorer();
const judgeText = await builtInJudge();

/** So often the small talk is said before the story and after it. */
const TIMES = 5;

async function chooseFrom({ smallTalk, story }: ToldStory) {
  const around = Array.from({ length: TIMES }, () => smallTalk).flat();
  const words = speakSentences([...around, ...story, ...around]);
  const endS = (words.at(-1)?.endS ?? 0) + 1;
  const motion = new Float32Array(2 * Math.ceil(endS)).fill(MOTION_UNKNOWN);
  const storyWords = story.join(" ").split(" ").length;
  const aroundWords = around.join(" ").split(" ").length;
  const [chosen] = await findMoments({
    audio: null,
    video: { startS: 0, hopS: 0.5, motion, shotChangesS: new Float64Array(), frameCount: 0 },
    cues: [],
    words,
    range: { startS: 0, endS },
    clipCount: 1,
    clipLengthS: { min: 15, max: 35 },
    scoreFeatures,
    judgeText,
  });
  return {
    chosen,
    startS: words[aroundWords]?.startS ?? 0,
    endS: words[aroundWords + storyWords - 1]?.endS ?? 0,
  };
}

for (const talk of TOLD_STORIES) {
  test(`a confession is chosen, not the small talk around it: ${talk.language}`, async () => {
    const { chosen, startS, endS } = await chooseFrom(talk);
    const insideS = Math.min(chosen?.endS ?? 0, endS) - Math.max(chosen?.startS ?? 0, startS);
    const lengthS = (chosen?.endS ?? 0) - (chosen?.startS ?? 0);
    // Without anybody who reads it, it would be no better than the rest.
    assert.ok((chosen?.viralityScore ?? 0) > 60, `${chosen?.viralityScore}`);
    assert.ok(insideS > 0.7 * lengthS, `${chosen?.startS} to ${chosen?.endS}, told ${startS} to ${endS}`);
  });
}
