// Clients that go away in the middle of their request: it is nobody's error but theirs, and counted as such.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import {
  CLIP_BODY,
  callApi,
  type TestControlPlane,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { postHead, rawConnection } from "../../support/control-plane/http/raw-http.ts";
import { patientAnswers } from "../../support/control-plane/patient-creates.ts";
import { moneyOf } from "../../support/control-plane/tasks.ts";
import { statementsThatWait } from "../../support/database/waiting-statements.ts";
import { keptLog } from "../../support/kept-log.ts";
import { until } from "../../support/until.ts";

const CUT_SIZE = 1_000;

test("a client that goes away in its body is counted as 499, and is no error of ours", async (t) => {
  const { logger, lines } = keptLog();
  const plane = await testControlPlane(t, { logger });
  const account = await plane.account();
  const announced = await callApi(plane, "POST", "/api/v1/uploads", {
    key: account.key,
    body: { filename: "a.mp4", content_type: "video/mp4", size_bytes: CUT_SIZE },
  });
  const target = new URL(String(announced.body.data?.upload_url));
  const heads = [
    postHead("/api/v1/clips", account.key, CUT_SIZE),
    `PUT ${target.pathname}${target.search} HTTP/1.1\r\nhost: x\r\ncontent-length: ${CUT_SIZE}\r\n\r\n`,
  ];
  const metrics = async (): Promise<string> => (await fetch(`${plane.url}/metrics`)).text();
  for (const head of heads) {
    const connection = await rawConnection(t, plane.url);
    connection.send(`${head}half of the b`);
    await until("the request to begin", async () =>
      (await metrics()).includes("clipmill_http_open_requests 2\n"),
    );
    connection.socket.destroy();
    await until("the request to end", async () =>
      (await metrics()).includes("clipmill_http_open_requests 1\n"),
    );
  }
  const replies = (await metrics())
    .split("\n")
    .filter((line) => /^clipmill_http_replies_total.*status="(499|5..)"/.test(line));
  assert.deepEqual(replies.sort(), [
    'clipmill_http_replies_total{route="/api/v1/clips",method="POST",status="499"} 1',
    'clipmill_http_replies_total{route="/uploads/*",method="PUT",status="499"} 1',
  ]);
  assert.deepEqual(
    lines.filter((line) => line.level >= 50),
    [],
  );
});

/** Sends a create and leaves once its statement waits for the account's row, which somebody holds. */
async function leaveCreate(plane: TestControlPlane, key: string): Promise<void> {
  const leaving = new AbortController();
  const request = fetch(`${plane.url}/api/v1/clips`, {
    method: "POST",
    headers: { "x-service-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(CLIP_BODY),
    signal: leaving.signal,
  });
  const left = assert.rejects(request, { name: "AbortError" });
  await until("the create to be under way", async () => (await statementsThatWait(plane.sql)) > 0);
  leaving.abort();
  await left;
}

test("a create whose client left before its answer stays neither made nor charged", async (t) => {
  const { options, pass } = patientAnswers(t);
  const plane = await testControlPlane(t, options);
  const { key, id: accountId } = await plane.account();
  await plane.sql.begin(async (transaction) => {
    await transaction`select from accounts where id = ${accountId} for update`;
    await leaveCreate(plane, key);
  });
  await pass(plane.sql);
  await until("the task to be made and taken back", async () => {
    const [row] = await plane.sql<{ charges: number; tasks: number }[]>`
      select (select count(*)::int from ledger_entries where kind = 'charge') as charges,
        (select count(*)::int from tasks) as tasks`;
    return row?.charges === 1 && row.tasks === 0;
  });
  assert.equal((await moneyOf(plane.sql, accountId)).used, 0);
});

/** Whether nobody listens there any more. */
async function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

test("a create whose client left is taken back before its control plane has ended", async (t) => {
  const { options, pass } = patientAnswers(t);
  const plane = await testControlPlane(t, options);
  const { key, id: accountId } = await plane.account();
  let stopped: Promise<void> | undefined;
  await plane.sql.begin(async (transaction) => {
    await transaction`select from accounts where id = ${accountId} for update`;
    await leaveCreate(plane, key);
    stopped = plane.stop();
    await until("the control plane to stop listening", () => isRefused(plane.url));
  });
  await pass(plane.sql);
  await stopped;
  const [row] = await plane.sql<{ charges: number; tasks: number }[]>`
    select (select count(*)::int from ledger_entries where kind = 'charge') as charges,
      (select count(*)::int from tasks) as tasks`;
  assert.deepEqual({ ...row }, { charges: 1, tasks: 0 });
  assert.equal((await moneyOf(plane.sql, accountId)).used, 0);
});
