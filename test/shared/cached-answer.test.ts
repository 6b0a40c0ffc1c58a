import assert from "node:assert/strict";
import { test } from "node:test";
import { cacheAnswer } from "../../shared/cached-answer.ts";

/** A reader whose answers the test gives, one after the other, and how many were asked for. */
function questions() {
  const asked: PromiseWithResolvers<string>[] = [];
  const read = (): Promise<string> => {
    const question = Promise.withResolvers<string>();
    asked.push(question);
    return question.promise;
  };
  return { asked, read };
}

test("all who ask at once, and all who ask in time, get one answer", async () => {
  let nowMs = 0;
  const { asked, read } = questions();
  const view = cacheAnswer(read, 1_000, () => nowMs);
  const both = [view(), view()];
  asked[0]?.resolve("first");
  assert.deepEqual(await Promise.all(both), ["first", "first"]);
  nowMs = 999;
  assert.equal(await view(), "first");
  nowMs = 1_000;
  const next = view();
  asked[1]?.resolve("second");
  assert.equal(await next, "second");
  assert.equal(asked.length, 2);
});

test("a question that takes longer than its answer is kept is not asked again meanwhile", async () => {
  let nowMs = 0;
  const { asked, read } = questions();
  const view = cacheAnswer(read, 1_000, () => nowMs);
  const first = view();
  nowMs = 5_000;
  const second = view();
  assert.equal(asked.length, 1);
  asked[0]?.resolve("late");
  assert.deepEqual(await Promise.all([first, second]), ["late", "late"]);
});

test("a failure is told to all who wait, and whoever asks next asks again", async () => {
  const { asked, read } = questions();
  const view = cacheAnswer(read, 1_000, () => 0);
  const both = [view(), view()];
  asked[0]?.reject(new Error("away"));
  for (const answer of both) await assert.rejects(answer, /away/);
  const next = view();
  asked[1]?.resolve("there");
  assert.equal(await next, "there");
});
