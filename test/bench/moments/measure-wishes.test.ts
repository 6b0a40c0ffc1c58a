import assert from "node:assert/strict";
import { test } from "node:test";
import { measureWishes } from "../../../bench/moments/measure-wishes.ts";
import type { Moment } from "../../../media-node/clips/explain-moments.ts";
import type { MomentKind } from "../../../media-node/clips/sentences/moment-kinds.ts";
import type { MarkedConversation, Marking, MomentMark } from "../../support/talks/marked-moments.ts";

function mark(startS: number, kind: MomentKind): MomentMark {
  return { startS, endS: startS + 30, pointS: startS, kind, firstWordsHash: 0, lastWordsHash: 0 };
}

function marking(...marks: readonly MomentMark[]): Marking {
  return { marks: marks.slice(0, 2), reserve: marks.slice(2), skip: [], grades: "" };
}

function conversationOf(...markings: readonly Marking[]): MarkedConversation {
  return { conversation: "bees-1", wordsSha256: "", split: "held", blockStartsS: [], markings };
}

/** Chooses stretches of 30 s that begin as given, by the prompt. */
function choosing(byPrompt: Readonly<Record<string, readonly number[]>>) {
  const asked: (string | null)[] = [];
  const choose = async (_cues: unknown, { prompt = null }: { readonly prompt?: string | null } = {}) => {
    asked.push(prompt);
    return (byPrompt[prompt ?? ""] ?? []).map((startS) => ({ startS, endS: startS + 30 }) as Moment);
  };
  return { asked, choose };
}

test("a wish is met by marks of its kind, those that were nearly taken too", async () => {
  const marked = conversationOf(
    marking(mark(0, "joke"), mark(100, "joke"), mark(200, "joke")),
    marking(mark(0, "joke"), mark(300, "claim")),
  );
  const { asked, choose } = choosing({ "": [100, 300, 400], "the funniest parts": [0, 200, 300] });
  assert.deepEqual(await measureWishes({ choose }, marked, []), [
    { kind: "joke", chosen: 2 / 3, unasked: 1 / 3, anyKind: 1, markings: (1 / 3 + 1) / 2 },
  ]);
  assert.deepEqual(asked, [null, "the funniest parts"]);
});

test("a kind of which editors marked fewer places than are looked at is not asked for", async () => {
  const marked = conversationOf(
    marking(mark(0, "joke"), mark(100, "joke")),
    marking(mark(5, "joke"), mark(105, "joke")),
  );
  const { asked, choose } = choosing({});
  assert.deepEqual(await measureWishes({ choose }, marked, []), []);
  assert.deepEqual(asked, [null]);
});
