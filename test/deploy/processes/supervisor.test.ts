import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExitStatus } from "../../../deploy/processes/exit-status.ts";
import {
  nextPauseMs,
  type RunningService,
  type Service,
  superviseService,
} from "../../../deploy/processes/supervisor.ts";
import { createLogger } from "../../../shared/logger.ts";
import { StartError } from "../../../shared/process/start-error.ts";

const logger = createLogger("test", "silent");
const policy = { firstPauseMs: 10, maxPauseMs: 40, steadyAfterMs: 1_000 };
const options = { logger, policy, signal: new AbortController().signal };

interface Run extends RunningService {
  readonly startedAtMs: number;
  end(status: ExitStatus): void;
}

/** A service whose runs the test ends; `failures` are the starts, counted from 0, that reject. */
function fakeService(failures: ReadonlyMap<number, Error> = new Map()) {
  const runs: Run[] = [];
  const waiting: (() => void)[] = [];
  let starts = 0;
  const service: Service = {
    name: "fake",
    start: async () => {
      starts += 1;
      const failure = failures.get(starts - 1);
      if (failure !== undefined) throw failure;
      const { promise, resolve } = Promise.withResolvers<ExitStatus>();
      const stop = async (): Promise<void> => resolve({ code: 0, signal: null });
      const run = {
        startedAtMs: performance.now(),
        exited: promise,
        end: resolve,
        stop,
        kill: () => undefined,
      };
      runs.push(run);
      waiting.shift()?.();
      return run;
    },
  };
  const nextRun = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  return { service, runs, nextRun, starts: () => starts };
}

test("pauses double up to the longest, and begin anew after a steady run", () => {
  const pauses = [0, 0, 0, 0].reduce<number[]>(
    (all) => [...all, nextPauseMs(policy, all.at(-1) ?? 0, 5)],
    [],
  );
  assert.deepEqual(pauses, [10, 20, 40, 40]);
  assert.equal(nextPauseMs(policy, 40, 1_000), 10);
});

test("a service that ends by itself is started again after the pause", async () => {
  const { service, runs, nextRun } = fakeService();
  const supervised = await superviseService(service, options);
  const restarted = nextRun();
  const endedAtMs = performance.now();
  runs[0]?.end({ code: 1, signal: null });
  await restarted;
  assert((runs[1]?.startedAtMs ?? 0) - endedAtMs >= 9, "the pause is kept");
  await supervised.stop();
  assert.equal(await supervised.ended, undefined);
});

test("a restart that fails is tried again", async () => {
  const { service, runs, nextRun, starts } = fakeService(new Map([[1, new Error("port taken")]]));
  const supervised = await superviseService(service, options);
  const restarted = nextRun();
  runs[0]?.end({ code: null, signal: "SIGKILL" });
  await restarted;
  assert.equal(starts(), 3);
  await supervised.stop();
});

test("a first start that fails is not repeated", async () => {
  const { service, starts } = fakeService(new Map([[0, new Error("no")]]));
  await assert.rejects(superviseService(service, options), { message: "no" });
  assert.equal(starts(), 1);
});

test("a service that ends with EX_CONFIG is given up with that code", async () => {
  const { service, runs, starts } = fakeService();
  const supervised = await superviseService(service, options);
  runs[0]?.end({ code: 78, signal: null });
  const reason = await supervised.ended;
  assert(reason instanceof StartError);
  assert.equal(reason.exitCode, 78);
  assert.equal(starts(), 1);
});

test("a stop during a pause ends the restarts at once", async () => {
  const { service, runs, starts } = fakeService();
  const slow = { ...policy, firstPauseMs: 60_000 };
  const supervised = await superviseService(service, { ...options, policy: slow });
  runs[0]?.end({ code: 1, signal: null });
  await new Promise(setImmediate);
  await supervised.stop();
  assert.equal(starts(), 1);
});

test("an expected end is not followed by a restart", async () => {
  const { service, runs, starts } = fakeService();
  const supervised = await superviseService(service, options);
  supervised.expectEnd();
  runs[0]?.end({ code: 0, signal: null });
  assert.equal(await supervised.ended, undefined);
  assert.equal(starts(), 1);
});

test("who wants to know is told at once of an end by itself, and of no other", async () => {
  const { service, runs, nextRun } = fakeService();
  const told: unknown[] = [];
  const onExit: Service["onExit"] = async (run, status) => {
    told.push([run === runs[0], status]);
    throw new Error("the database is away");
  };
  const supervised = await superviseService({ ...service, onExit }, options);
  const restarted = nextRun();
  runs[0]?.end({ code: null, signal: "SIGKILL" });
  await restarted;
  await supervised.stop();
  assert.deepEqual(told, [[true, { code: null, signal: "SIGKILL" }]]);
});
