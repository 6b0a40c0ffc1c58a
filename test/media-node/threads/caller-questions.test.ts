// What a thread asks its caller: answered in the caller's surroundings, and what has no answer ends the call.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { currentShare, withShare } from "../../../media-node/threads/call-context.ts";
import { defineTask } from "../../../media-node/threads/define-task.ts";
import { closeThreads, openThreads, runInThread } from "../../../media-node/threads/run-in-thread.ts";
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
  assert.equal(await runInThread(OBEY, { question: "Is it?" }, { signal, onQuestion }), "Is it?: yes");
});

test("questions are answered in the surroundings of the call", async () => {
  const onQuestion = async () => currentShare();
  const asked = withShare("a run", () => runInThread(OBEY, { question: "Whose?" }, { signal, onQuestion }));
  assert.equal(await asked, "a run");
});

test("while a question has no answer, its run's clock stands", async () => {
  let nowMs = 0;
  const clock = new WorkClock(1_000, () => undefined, { now: () => nowMs, after: () => () => undefined });
  const onQuestion = async () => {
    nowMs += 500;
    return "late";
  };
  await clock.run(() => runInThread(OBEY, { question: "When?" }, { signal, onQuestion }));
  assert.equal(clock.workedMs(), 0);
});

test("a call whose question fails ends with that very failure, and the thread takes the next one", async () => {
  const failure = new NodeLack("memory");
  const onQuestion = () => Promise.reject(failure);
  await assert.rejects(
    runInThread(OBEY, { question: "What?" }, { signal, onQuestion }),
    (error) => error === failure,
  );
  assert.equal(await runInThread(OBEY, { answer: "yes" }, { signal }), "yes");
});

test("a question that nobody answers ends the call", async () => {
  await assert.rejects(runInThread(OBEY, { question: "Who?" }, { signal }), /Nobody answers/);
});

test("an abort ends a call that waits for an answer", async () => {
  const controller = new AbortController();
  const reason = new Error("Not wanted any more.");
  const onQuestion = () => {
    controller.abort(reason);
    return new Promise(() => undefined);
  };
  const asked = runInThread(OBEY, { question: "Why?" }, { signal: controller.signal, onQuestion });
  await assert.rejects(asked, (error) => error === reason);
});
