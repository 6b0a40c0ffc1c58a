// What a thread asks its caller: answered in the caller's surroundings, and what has no answer ends the call.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { currentShare, withShare } from "../../../media-node/threads/call-context.ts";
import { CallerQuestions } from "../../../media-node/threads/caller-questions.ts";
import { defineTask } from "../../../media-node/threads/define-task.ts";
import { closeThreads, openThreads, runInThread } from "../../../media-node/threads/run-in-thread.ts";
import type { CallerMessage } from "../../../media-node/threads/thread-task.ts";
import { WorkClock } from "../../../media-node/threads/work-clock.ts";
import { NodeLack } from "../../../shared/node-lack.ts";
import { evenLanes } from "../../support/media-node/even-lanes.ts";
import type { Order } from "./fixtures/obedient.worker.ts";

const WORKER = new URL("./fixtures/obedient.worker.ts", import.meta.url);
const OBEY = defineTask<Order, string>(WORKER, "text");
const OTHER = defineTask<Order, string>(WORKER, "model");
const { signal } = new AbortController();
openThreads(evenLanes(1, 1));
after(closeThreads);

test("a thread gets its caller's answer, who may ask other threads for it, on a machine of one core too", async () => {
  const onQuestion = (question: unknown) => runInThread(OTHER, { answer: `${question}: yes` }, { signal });
  assert.equal(await runInThread(OBEY, { questions: ["Is it?"] }, { signal, onQuestion }), "Is it?: yes");
});

test("questions are answered in the surroundings of the call", async () => {
  const onQuestion = async () => currentShare();
  const asked = withShare("a run", () =>
    runInThread(OBEY, { questions: ["Whose?"] }, { signal, onQuestion }),
  );
  assert.equal(await asked, "a run");
});

test("while a question has no answer, its run's clock stands", async () => {
  let nowMs = 0;
  const clock = new WorkClock(1_000, () => undefined, { now: () => nowMs, after: () => () => undefined });
  const onQuestion = async () => {
    nowMs += 500;
    return "late";
  };
  await clock.run(() => runInThread(OBEY, { questions: ["When?"] }, { signal, onQuestion }));
  assert.equal(clock.workedMs(), 0);
});

test("a call whose question fails ends with that very failure, and the thread takes the next one", async () => {
  const failure = new NodeLack("memory");
  const onQuestion = () => Promise.reject(failure);
  await assert.rejects(
    runInThread(OBEY, { questions: ["What?"] }, { signal, onQuestion }),
    (error) => error === failure,
  );
  assert.equal(await runInThread(OBEY, { answer: "yes" }, { signal }), "yes");
});

test("a question that nobody answers ends the call", async () => {
  await assert.rejects(runInThread(OBEY, { questions: ["Who?"] }, { signal }), /Nobody answers/);
});

test("an abort ends a call that waits for an answer", async () => {
  const controller = new AbortController();
  const reason = new Error("Not wanted any more.");
  const onQuestion = () => {
    controller.abort(reason);
    return new Promise(() => undefined);
  };
  const asked = runInThread(OBEY, { questions: ["Why?"] }, { signal: controller.signal, onQuestion });
  await assert.rejects(asked, (error) => error === reason);
});

test("what is answered once its call is over changes nothing of its run's clock", async () => {
  let nowMs = 0;
  const clock = new WorkClock(1_000, () => undefined, { now: () => nowMs, after: () => () => undefined });
  const late = Promise.withResolvers<string>();
  const onQuestion = (question: unknown) =>
    question === "late" ? late.promise : Promise.reject(new Error("No answer."));
  await clock.run(async () => {
    await assert.rejects(runInThread(OBEY, { questions: ["late", "now"] }, { signal, onQuestion }));
    late.resolve("Here.");
    const onProgress = (): void => {
      nowMs += 500;
    };
    await runInThread(OBEY, { answer: "yes" }, { signal, onProgress });
  });
  assert.equal(clock.workedMs(), 500);
});

test("nobody is asked any more once a question has failed or the call is over", async () => {
  const asked: unknown[] = [];
  const told: string[] = [];
  const surroundings = {
    tell: ({ type }: CallerMessage) => void told.push(type),
    place: { setWaiting: () => undefined },
  };
  const failing = new CallerQuestions(async (question) => {
    asked.push(question);
    throw new Error("No answer.");
  }, surroundings);
  await failing.answer(1, "One?");
  await failing.answer(2, "Two?");
  assert.throws(() => failing.throwFailure(), /No answer/);
  const over = new CallerQuestions(async (question) => asked.push(question), surroundings);
  over.end();
  await over.answer(1, "Three?");
  assert.deepEqual([asked, told], [["One?"], ["abort"]]);
});
