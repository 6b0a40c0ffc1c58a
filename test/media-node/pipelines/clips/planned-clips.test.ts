// What stays of a clip job beside its output: the plan of its clips, their measures, and the source.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { markSentenceEnds } from "../../../../media-node/clips/sentences/sentences.ts";
import { keptMeasures, measuresKey } from "../../../../media-node/pipelines/clips/clip-measures.ts";
import {
  describeFraming,
  planWords,
  wordsOfPlan,
} from "../../../../media-node/pipelines/clips/planned-clips.ts";
import { standingCrop, wholeClip } from "../../../../media-node/render/framing-plan.ts";
import { spreadWords } from "../../../../shared/captions/spread-words.ts";
import { joinWords } from "../../../../shared/captions/subtitle-lines.ts";
import { readClipPlan } from "../../../../shared/schemas/stored/clip-plan.ts";
import { saidWords, wordsBetween } from "../../../../shared/tasks/clip-plan.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { runContext } from "../../../support/media-node/run-context.ts";
import {
  cutTalk,
  storeTalk,
  TALK_KEY,
  TALK_S,
  TALK_SENTENCES,
} from "../../../support/media-node/talk-jobs.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

test("a clip job keeps what its clips were made of", async (t) => {
  const { storage } = await storeTalk(t);
  const { taskId, output, plan } = await cutTalk(t, tools, storage);
  assert.deepEqual(plan.source, { kind: "upload", storageKey: TALK_KEY });
  assert.equal(plan.sourceTaskId, undefined, "an upload is kept for itself");
  assert.deepEqual(
    { ...plan.media, decodableS: undefined },
    { durationS: TALK_S, width: 320, height: 180, frameRate: 25, hasAudio: true, decodableS: undefined },
  );
  assert.deepEqual(plan.words.texts, TALK_SENTENCES.join(" ").split(" "), "of all that is said in the range");
  assert.deepEqual(
    plan.clips.map(({ id }) => id),
    output.clips.map(({ id }) => id),
  );
  for (const [index, clip] of plan.clips.entries()) {
    const { start, end, transcript, editingStyle } = output.clips[index] as (typeof output.clips)[number];
    assert.ok(Math.abs(clip.startS - start) < 0.001 && Math.abs(clip.endS - end) < 0.001);
    const { first, next } = wordsBetween(plan.words, clip.startS, clip.endS);
    assert.equal(plan.words.texts.slice(first, next).join(" "), transcript);
    assert.equal(clip.framing[0]?.startS, start);
    assert.ok(Math.abs((clip.framing.at(-1)?.endS ?? 0) - end) < 0.041, "to its last frame");
    if (editingStyle === "BLURRED_WINGS") {
      assert.deepEqual(clip.framing[0]?.areas, [{ x: 0, y: 0, width: 320, height: 180 }]);
    }
    const span = { startS: clip.startS, durationS: clip.endS - clip.startS, frameRate: 25 };
    const context = await runContext(t, tools, { storage });
    const measures = await keptMeasures(context, measuresKey(taskId, clip.id), span);
    const frames = Math.round((clip.endS - clip.startS) * 25);
    assert.ok(Math.abs((measures?.analysis.saliency.frameCount ?? 0) - frames) <= 1);
    const other = { ...span, startS: span.startS + 0.1 };
    assert.equal(await keptMeasures(context, measuresKey(taskId, clip.id), other), undefined);
  }
});

test("measures that cannot be read are none", async (t) => {
  const { storage } = await storeTalk(t);
  const context = await runContext(t, tools, { storage });
  await storage.write("tasks/task_x/clips/clip_x/measures.gz", "no such thing");
  const span = { startS: 0, durationS: 5, frameRate: 25 };
  assert.equal(await keptMeasures(context, "tasks/task_x/clips/clip_x/measures.gz", span), undefined);
});

test("words come back as they were, without those that were taken out", () => {
  const words = [
    { text: "One,", startS: 0.1, endS: 0.4567, startsTurn: true },
    { text: "two.", startS: 0.5, endS: 1, startsTurn: false },
    { text: "Three.", startS: 1.25, endS: 2, startsTurn: true },
  ];
  const planned = planWords(markSentenceEnds(words));
  assert.deepEqual(wordsOfPlan(planned), [{ ...words[0], endS: 0.457 }, words[1], words[2]]);
  const mended = { ...planned, texts: ["One,", "", "Three."] };
  assert.deepEqual(
    wordsOfPlan(mended).map(({ text, startsTurn }) => [text, startsTurn]),
    [
      ["One,", true],
      ["Three.", true],
    ],
  );
  assert.equal(planWords([{ text: "a", startS: 0, endS: 1 }]).turns, undefined);
});

test("spaces of scripts that have none between words come back, also where their word was taken out", () => {
  const plan = {
    source: null,
    media: null,
    targetWidth: 180,
    editingStyles: ["AUTO"],
    captions: null,
    videoTitle: null,
    words: planWords(spreadWords("今天天气很好 我们出去玩吧", 1, 3)),
    clips: [],
  };
  const { words: kept } = readClipPlan(JSON.parse(JSON.stringify(plan)));
  assert.deepEqual(kept.spaces, [3]);
  assert.equal(joinWords(wordsOfPlan(kept)), "今天天气很好 我们出去玩吧");
  const mended = { ...kept, texts: kept.texts.with(3, "") };
  assert.equal(joinWords(wordsOfPlan(mended)), "今天天气很好 出去玩吧");
  assert.equal(planWords(spreadWords("It is so.", 0, 1)).spaces, undefined);
});

test("the ends of sentences that no mark tells come back, for who lays words out that did not hear them", () => {
  const said = (text: string, startS: number) => spreadWords(text, startS, startS + 2);
  const words = [...said("they left in the night", 0), ...said("nobody knows where they are", 4)];
  const planned = planWords(markSentenceEnds(words));
  assert.deepEqual(planned.ends?.[0], 4);
  const back = saidWords(planned, { first: 0, next: words.length });
  assert.deepEqual(
    back.filter(({ endsSentence }) => endsSentence === true).map(({ place }) => place),
    planned.ends,
  );
  assert.equal(planWords(markSentenceEnds(said("They left. Nobody knows.", 0))).ends, undefined);
});

test("framing is told in pixels of the whole source, and of a camera that moves where it stands", () => {
  const span = { startS: 10, durationS: 4, frameRate: 25, source: { width: 640, height: 360 } };
  const area = { x: 80, y: 20, width: 480, height: 320 };
  const standing = wholeClip("STATIC_CROP", standingCrop({ width: 180, height: 320 }, 30, 0));
  assert.deepEqual(describeFraming({ ...span, area, framing: standing }), [
    { startS: 10, endS: 14, layout: "crop", areas: [{ x: 110, y: 20, width: 180, height: 320 }] },
  ]);
  const path = [{ startFrame: 0, at: 0, speed: 2, half: 0 }];
  const moving = wholeClip("DYNAMIC_CROP", { kind: "crop", crop: { width: 202, height: 360 }, y: 0, path });
  const [told] = describeFraming({ ...span, durationS: 1, framing: moving });
  assert.deepEqual(told?.areas, [{ x: 0, y: 0, width: 202, height: 360 }]);
  assert.deepEqual(told?.path, [{ timeS: 10.52, x: 26 }]);
  const half = { width: 320, height: 320, x: 0, y: 0 };
  const split = wholeClip("SPLIT_SCREEN", { kind: "split", upper: half, lower: { ...half, x: 160 } });
  assert.deepEqual(
    describeFraming({ ...span, area, framing: split })[0]?.areas.map(({ x, y }) => [x, y]),
    [
      [80, 20],
      [240, 20],
    ],
  );
});
