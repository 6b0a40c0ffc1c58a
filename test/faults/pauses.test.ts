// A database that stands still, and connections that fall silent without being closed: every request and every check
// is answered within its time, nobody is taken for lost, and everything goes on afterwards.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type Answer, send } from "../support/faults/client.ts";
import { type FaultTest, faultTest } from "../support/faults/fault-test.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

/** Longer than a lease lasts. */
const PAUSE_MS = 25_000;
/** The promise is 5 s; the rest is for a machine that is busy with other tests, and may stand still itself. */
const ANSWER_BOUND_MS = 12_000;
const PROBE_TIMEOUT_MS = 20_000;
const BACK_TIMEOUT_MS = 60_000;

interface Probe {
  readonly name: string;
  readonly answer: Promise<Answer>;
}

/** One request of every way in, all at once. */
function probeEverything(faults: FaultTest, upload: { readonly url: string }): Probe[] {
  const { bed, owner, plane, createShort } = faults;
  const [node] = bed.nodes;
  const key = owner.key;
  const api = `${plane.url}/api/v1`;
  const probe = (name: string, method: string, url: string, sent?: unknown): Probe => ({
    name,
    answer: send({
      method,
      url,
      key,
      ...(sent === undefined ? {} : { body: sent }),
      timeoutMs: PROBE_TIMEOUT_MS,
    }),
  });
  return [
    probe("readyz of the control plane", "GET", `${plane.url}/readyz`),
    probe("metrics of the control plane", "GET", `${plane.url}/metrics`),
    probe("readyz of the media node", "GET", `${node?.url}/readyz`),
    probe("metrics of the media node", "GET", `${node?.url}/metrics`),
    probe("balance", "GET", `${api}/balance`),
    probe("list", "GET", `${api}/jobs`),
    probe("models", "GET", `${api}/models`),
    probe("usage", "GET", `${api}/usage`),
    probe("upload", "PUT", upload.url, new Uint8Array(bed.film)),
    { name: "create", answer: createShort() },
  ];
}

async function tellLateAnswers(probes: readonly Probe[]): Promise<string[]> {
  const told = await Promise.all(probes.map(async ({ name, answer }) => ({ name, ...(await answer) })));
  return told
    .filter(({ status, tookMs }) => status === null || tookMs > ANSWER_BOUND_MS)
    .map(({ name, status, tookMs }) => `${name}: ${status ?? "no answer"} after ${tookMs} ms`);
}

async function untilServed({ call }: FaultTest, what: string): Promise<void> {
  const isServed = async (): Promise<boolean> => (await call("GET", "/balance")).status === 200;
  await until(what, isServed, BACK_TIMEOUT_MS);
}

describe("the database", { concurrency: true }, () => {
  test("that stands still for 25 s keeps nobody waiting and loses no node", {
    timeout: 400_000,
  }, async (t) => {
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 2 });
    const { bed, announce, createHeld, untilHeld, finishHeld, assertAccount } = faults;
    const jobs = [await createHeld(), await createHeld()];
    for (const job of jobs) await untilHeld(job);
    const upload = await announce(bed.film.length);
    await bed.postgres.freeze();
    const thawed = pause(PAUSE_MS).then(bed.postgres.thaw);
    const late = await tellLateAnswers(probeEverything(faults, upload));
    await thawed;
    await untilServed(faults, "requests to be served again");
    await finishHeld(jobs);
    const runs = await bed.sql<{ state: string }[]>`select state from runs where state in ('lost', 'failed')`;
    assert.deepEqual({ late, lost: runs.length }, { late: [], lost: 0 });
    await assertAccount();
  });

  test("that stands still for 6 s is waited for, and processes stop in order meanwhile", {
    timeout: 400_000,
  }, async (t) => {
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 1 });
    const { bed, createHeld, untilHeld, finishHeld, assertAccount } = faults;
    const job = await createHeld();
    await untilHeld(job);
    await bed.postgres.freeze();
    await pause(6_000);
    bed.postgres.thaw();
    await untilServed(faults, "requests to be served after the pause");
    await bed.postgres.freeze();
    try {
      for (const process of bed.processes) process.signal("SIGTERM");
      for (const process of bed.processes)
        assert.equal(await process.ended(45_000), 0, `${process.name} stops in order`);
    } finally {
      bed.postgres.thaw();
    }
    for (const process of bed.processes) await process.start();
    await finishHeld([job]);
    await assertAccount();
  });

  test("whose connections fall silent is connected to anew, by either plane", {
    timeout: 400_000,
  }, async (t) => {
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 1 });
    const { bed, plane, announce, createHeld, untilHeld, finishHeld, assertAccount } = faults;
    const job = await createHeld();
    await untilHeld(job);
    const late: string[] = [];
    // While everything is well still.
    const silences = [
      { direction: "to-client", upload: await announce(bed.film.length) },
      { direction: "to-server", upload: await announce(bed.film.length) },
    ] as const;
    for (const { direction, upload } of silences) {
      for (const process of bed.processes) bed.proxyOf(process).silence(direction);
      const probes = await tellLateAnswers(probeEverything(faults, upload));
      late.push(...probes.map((probe) => `${probe} (silent ${direction})`));
      await untilServed(faults, `served again though connections are silent ${direction}`).catch(async () => {
        const ready = await send({ method: "GET", url: `${plane.url}/readyz` });
        late.push(`not served after a minute (silent ${direction}), readyz says ${ready.status}`);
      });
    }
    assert.deepEqual(late, []);
    await finishHeld([job]);
    await assertAccount();
  });
});
