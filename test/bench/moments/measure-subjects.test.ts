import assert from "node:assert/strict";
import { test } from "node:test";
import { measureSubjects } from "../../../bench/moments/measure-subjects.ts";
import type { Moment } from "../../../media-node/clips/explain-moments.ts";
import type { MarkedConversation, Marking, MomentMark } from "../../support/talks/marked-moments.ts";

const CUES = [
  { startS: 0, endS: 30, text: "The keeper feeds the hive. A hive sleeps in winter, says the keeper." },
  { startS: 30, endS: 60, text: "The captain steers the boat. A boat needs a captain." },
  { startS: 60, endS: 90, text: "The winter was long and the town was quiet." },
];

function mark(startS: number): MomentMark {
  return { startS, endS: startS + 30, pointS: startS, kind: "claim", firstWordsHash: 0, lastWordsHash: 0 };
}

function marking(...startsS: readonly number[]): Marking {
  return { marks: startsS.map(mark), reserve: [], skip: [], grades: "" };
}

function marked(...markings: readonly Marking[]): MarkedConversation {
  return { conversation: "bees-1", wordsSha256: "", split: "held", blockStartsS: [], markings };
}

/** Chooses stretches of 30 s that begin as given, all half relevant. */
function choosing(startsS: readonly number[]) {
  const asked: (string | null)[] = [];
  const choose = async (_cues: unknown, { prompt = null }: { readonly prompt?: string | null } = {}) => {
    asked.push(prompt);
    const clips = startsS.map((startS) => ({ startS, endS: startS + 30, topicRelevance: 0.5 }));
    return (prompt === null ? clips.slice(0, 1) : clips) as Moment[];
  };
  return { asked, choose };
}

test("asked for are the particular words of marks on which editors agree", async () => {
  const { asked, choose } = choosing([60, 0, 30]);
  const measured = await measureSubjects({ choose }, marked(marking(0, 60, 30), marking(30, 0)), CUES);
  assert.deepEqual(
    asked.map((prompt) => prompt?.split(" and ").toSorted()),
    [undefined, ["hive", "keeper"], ["boat", "captain"]],
  );
  assert.equal(measured.length, 2);
});

test("a mark is found where one of the first three clips is it", async () => {
  const { choose } = choosing([60, 0, 200]);
  assert.deepEqual(await measureSubjects({ choose }, marked(marking(0), marking(0)), CUES), [
    { isFirst: false, isInThree: true, isInThreeUnasked: false, anyMark: 1 / 3, relevance: 0.5 },
  ]);
});

test("a mark of which nothing is said twice is not asked for", async () => {
  const { asked, choose } = choosing([60]);
  assert.deepEqual(await measureSubjects({ choose }, marked(marking(60), marking(60)), CUES), []);
  assert.deepEqual(asked, [null]);
});
