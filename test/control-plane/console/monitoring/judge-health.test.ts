// What operators are told of the appliance's health, from readings of every kind.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { HealthCheck } from "../../../../control-plane/console/api-types/operator.ts";
import {
  HEALTH_CHECKS,
  type HealthReading,
  judgeHealth,
  spell,
} from "../../../../control-plane/console/monitoring/judge-health.ts";
import type { QueueRow, WorkerRow } from "../../../../control-plane/db/queue/queue-overview.ts";
import type { KnownBooks } from "../../../../control-plane/worker/books-view.ts";
import { HEALTH_LIMITS } from "../../../../shared/limits/admin.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const DAY_MS = 86_400_000;
const GIB = 2 ** 30;

const NODE: WorkerRow = {
  id: "node_1",
  plane: "media-node",
  host: "mill-1",
  pid: 1,
  started_at: NOW,
  renewed_at: NOW,
  state: "working",
  drained_as: [],
  active_runs: 0,
  devices: [],
  models: {},
  offers: [],
  queue_jobs: ["run-clip"],
  version: "1.0.0",
  memory_bytes: null,
  places: [],
  shortage: null,
};

const NODE_SHORT_OF_DISK: WorkerRow = {
  ...NODE,
  shortage: "the scratch folder's disk has too little room",
};

const BOOKS: KnownBooks = { accounts: {}, balance: 0, difference: 0, ageS: 0 };

function line(changes: Partial<QueueRow>): QueueRow {
  return { job: "run-clip", waiting: 0, running: 0, retrying: 0, given_up: 0, oldest_at: null, ...changes };
}

function reading(changes: Partial<HealthReading> = {}): HealthReading {
  return {
    figures: {
      now: NOW,
      workers: { "media-node": 1, "control-plane": 1 },
      takers: { "run-clip": 1 },
      waitingAccounts: 0,
      pendingAccounts: 0,
      entries: {},
      partitionsAheadS: 60 * 86_400,
    },
    books: BOOKS,
    queue: [],
    workers: [NODE],
    webhooks: { due: 0, failing_receivers: 0, oldest_age_s: 0 },
    databaseMs: 5,
    storage: { freeBytes: 50 * GIB, totalBytes: 100 * GIB, roomBytes: 48 * GIB },
    shortage: null,
    failingRemovals: 0,
    certificateEndsAt: null,
    ...changes,
  };
}

function checkOf(changes: Partial<HealthReading>, id: string): HealthCheck {
  const check = judgeHealth(reading(changes)).checks.find((each) => each.id === id);
  assert.ok(check !== undefined);
  return check;
}

test("an appliance that is well has nothing to do", () => {
  const health = judgeHealth(reading());
  assert.equal(health.state, "ok");
  assert.deepEqual(
    health.checks.map(({ state, advice }) => [state, advice]),
    HEALTH_CHECKS.map(() => ["ok", null]),
  );
});

const AMISS: readonly [id: string, state: string, changes: Partial<HealthReading>, summary: RegExp][] = [
  ["database", "warn", { databaseMs: 800 }, /800 ms/],
  ["storage", "bad", { storage: null, shortage: "the storage does not answer" }, /does not answer/],
  [
    "storage",
    "warn",
    { storage: { freeBytes: 6 * GIB, totalBytes: 100 * GIB, roomBytes: 4 * GIB } },
    /6\.0 GiB/,
  ],
  ["nodes", "bad", { workers: [], figures: { ...reading().figures, workers: {} } }, /No media node/],
  ["nodes", "bad", { workers: [{ ...NODE, state: "draining" }] }, /0 take jobs/],
  ["nodes", "warn", { workers: [NODE, NODE_SHORT_OF_DISK] }, /1 takes/],
  ["nodes", "bad", { workers: [NODE_SHORT_OF_DISK] }, /Nothing is worked on\. mill-1 .*has too little room/],
  ["nodes", "bad", { workers: [NODE_SHORT_OF_DISK, { ...NODE, state: "drained" }] }, /has too little room/],
  ["takers", "bad", { queue: [line({ job: "run-generation:flux", waiting: 1 })] }, /generation with flux/],
  ["queue", "warn", { queue: [line({ oldest_at: new Date(NOW.getTime() - 7_500_000) })] }, /2 h 5 min/],
  ["failed", "warn", { queue: [line({ given_up: 3 })] }, /3 queue jobs.*clip/],
  ["webhooks", "warn", { webhooks: { due: 1, failing_receivers: 0, oldest_age_s: 4_000 } }, /1 delivery due/],
  [
    "webhooks",
    "warn",
    { webhooks: { due: 0, failing_receivers: 2, oldest_age_s: 0 } },
    /2 receivers failing/,
  ],
  ["ledger", "bad", { books: { ...BOOKS, difference: 2 } }, /2 moods/],
  [
    "ledger",
    "bad",
    { books: { ...BOOKS, difference: 2, ageS: 200 } },
    /2 moods apart\. This was so 3 min ago/,
  ],
  ["ledger", "warn", { books: null }, /could not be read/],
  ["partitions", "warn", { figures: { ...reading().figures, partitionsAheadS: 5 * 86_400 } }, /for 5 days/],
  ["removals", "warn", { failingRemovals: 1 }, /1 removal/],
  ["certificate", "warn", { certificateEndsAt: new Date(NOW.getTime() + 10 * DAY_MS) }, /10 days/],
  ["certificate", "warn", { certificateEndsAt: new Date(NOW.getTime() + 2 * DAY_MS) }, /2 days/],
  ["certificate", "bad", { certificateEndsAt: new Date(NOW.getTime() + 1.9 * DAY_MS) }, /1 day/],
  ["certificate", "bad", { certificateEndsAt: new Date(NOW.getTime() - DAY_MS) }, /expired/],
];

for (const [id, state, changes, summary] of AMISS) {
  test(`${id} is ${state}: ${summary.source}`, () => {
    const check = checkOf(changes, id);
    assert.equal(check.state, state);
    assert.match(check.summary, summary);
    assert.ok((check.advice ?? "").length > 40, "what to do is said");
    assert.notEqual(judgeHealth(reading(changes)).state, "ok");
  });
}

test("a webhook that waits for another try is not told as due", () => {
  const { summary } = checkOf({ webhooks: { due: 0, failing_receivers: 0, oldest_age_s: 110 } }, "webhooks");
  assert.equal(
    summary,
    "0 deliveries due; 0 receivers failing. The oldest that is still to be delivered came in 1 min ago.",
  );
});

test("a node without room is not to be started, but given room", () => {
  const { advice, runbook } = checkOf({ workers: [NODE_SHORT_OF_DISK] }, "nodes");
  assert.match(advice ?? "", /make room/);
  assert.doesNotMatch(advice ?? "", /start/i);
  assert.equal(runbook, "ClipmillDiskLow");
});

test("what waits for a node without room is not said to want another node or a model", () => {
  const figures = { ...reading().figures, takers: {} };
  const changes = { figures, queue: [line({ waiting: 1 })], workers: [NODE_SHORT_OF_DISK] };
  const { summary, advice, runbook } = checkOf(changes, "takers");
  assert.equal(
    summary,
    `Tasks wait that no living media node takes: clip. mill-1 takes no jobs: ${NODE_SHORT_OF_DISK.shortage}.`,
  );
  assert.match(advice ?? "", /make room/);
  assert.doesNotMatch(advice ?? "", /install/i);
  assert.match(advice ?? "", /refunded after CLIPMILL_MODEL_WAIT_MINUTES/);
  assert.equal(runbook, "ClipmillDiskLow");
});

test("a drained node without room troubles nobody while others take jobs", () => {
  const { state } = checkOf({ workers: [NODE, { ...NODE_SHORT_OF_DISK, state: "drained" }] }, "nodes");
  assert.equal(state, "ok");
});

test("previews that wait for a node trouble nobody", () => {
  const queue = [line({ job: "preview-template", waiting: 4, oldest_at: new Date(0) })];
  assert.equal(judgeHealth(reading({ queue })).state, "ok");
});

test("tasks that wait are counted without other work, such as previews", () => {
  const oldest_at = new Date(NOW.getTime() - 90_000);
  const previews = line({ job: "preview-template", waiting: 4, oldest_at: new Date(0) });
  const tasks = [line({ waiting: 2, oldest_at }), line({ job: "run-generation:flux", waiting: 1 })];
  assert.equal(
    checkOf({ queue: [previews, ...tasks] }, "queue").summary,
    "3 tasks wait. The oldest that has not ended (clip) has been there for 1 min.",
  );
  assert.equal(checkOf({ queue: [previews] }, "queue").summary, "No task waits.");
});

test("every runbook that a check names is there", () => {
  const runbooks = readFileSync("deploy/runbooks.md", "utf8");
  const named = AMISS.map(([id, , changes]) => checkOf(changes, id).runbook).filter((name) => name !== null);
  assert.ok(named.length > 8);
  for (const name of named) assert.ok(runbooks.includes(`## ${name}\n`), name);
});

test("a certificate is judged by the alerts' bounds, and by their runbooks", () => {
  const rules = readFileSync("deploy/prometheus/rules.yaml", "utf8");
  const bounds = [
    ["ClipmillCertificateEnding", HEALTH_LIMITS.certificateWarnDays],
    ["ClipmillCertificateEnds", HEALTH_LIMITS.certificateBadDays],
  ] as const;
  for (const [alert, days] of bounds) {
    const expression = new RegExp(`alert: ${alert}\n +expr: .* < ${days} \\* 86400"`);
    assert.match(rules, expression);
    const certificateEndsAt = new Date(NOW.getTime() + days * DAY_MS - 1);
    assert.equal(checkOf({ certificateEndsAt }, "certificate").runbook, alert);
  }
});

test("times are told in two units at most", () => {
  assert.deepEqual([12, 90, 3_600, 100_000, 200_000].map(spell), [
    "12 s",
    "1 min",
    "1 h 0 min",
    "27 h 46 min",
    "2 days",
  ]);
});

for (const [what, advice] of [
  ["memory", /more memory, or let the node do less at once/],
  ["free processors", /other work off the machine/],
  ["file handles or processes", /limits of open files/],
  ["disk space", /make room on it/],
] as const) {
  test(`a node that lacks ${what} gets advice for that`, () => {
    const shortage = `a run has just ended for want of ${what}`;
    const health = judgeHealth(reading({ workers: [{ ...NODE, shortage }] }));
    assert.match(health.checks.find(({ id }) => id === "nodes")?.advice ?? "", advice);
  });
}
