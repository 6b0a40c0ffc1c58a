// Calls of the console's page: what they make of the answers.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ApiError } from "../../../../../control-plane/console/web/api/api-error.ts";
import {
  holdSession,
  whenSessionDiffers,
} from "../../../../../control-plane/console/web/api/page-session.ts";
import { del, get, post, put, whenForbidden } from "../../../../../control-plane/console/web/api/request.ts";

const SESSION = { csrf: "old", userId: "user_1", accountId: "acc_1" };

interface Sent {
  readonly path: string;
  readonly method: string | undefined;
  readonly token: string | null;
  readonly account: string | null;
}

type Answer = readonly [status: number, body: object];

/** Answers the page's calls one after the other, the last answer for all that follow. Returns what was sent. */
function answering(t: TestContext, ...answers: readonly Answer[]): Sent[] {
  const sent: Sent[] = [];
  t.mock.method(globalThis, "fetch", async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const [token, account] = [headers.get("x-clipmill-csrf"), headers.get("x-clipmill-account")];
    sent.push({ path, method: init.method, token, account });
    const [status, body] = answers[sent.length - 1] ?? answers.at(-1) ?? assert.fail("there is an answer");
    return Response.json(body, { status });
  });
  return sent;
}

function refusal(status: number, code: string, details?: object[]): Answer {
  return [status, { error: { statusCode: status, code, message: "No.", details } }];
}

/** Counts how often another session is asked for; there is none. */
function countingAsks(): { count: number } {
  const asks = { count: 0 };
  holdSession(SESSION);
  whenSessionDiffers(async () => {
    asks.count += 1;
    throw new ApiError({ status: 401, code: "UNAUTHENTICATED", message: "None." });
  });
  return asks;
}

test("a call that finds no session asks for another, save for those that may have none", async (t) => {
  const asks = countingAsks();
  answering(t, refusal(401, "UNAUTHENTICATED"));
  const session = "/console/api/session";
  const refused = async (call: Promise<unknown>): Promise<number> => {
    asks.count = 0;
    await assert.rejects(call, ApiError);
    return asks.count;
  };
  assert.equal(await refused(get(session)), 0, "who asks who is signed in");
  assert.equal(await refused(post(session, {})), 0, "who signs in");
  assert.equal(await refused(del(session)), 1);
  assert.equal(await refused(put(`${session}/account`, {})), 1);
  assert.equal(await refused(get(`${session}s`)), 1);
  assert.equal(await refused(del(`${session}s/session_1`)), 1);
  assert.equal(await refused(get("/api/v1/balance")), 1);
  holdSession(undefined);
  assert.equal(await refused(get("/api/v1/balance")), 0, "who has none");
});

test("a call that the session may not make is told of, save for one with an old token", async (t) => {
  let told = 0;
  whenForbidden(() => {
    told += 1;
  });
  answering(
    t,
    refusal(403, "FORBIDDEN"),
    refusal(403, "FORBIDDEN", [{ path: "/x-clipmill-csrf", message: "is old" }]),
  );
  await assert.rejects(get("/api/v1/balance"), ApiError);
  assert.equal(told, 1);
  await assert.rejects(post("/console/api/keys", {}), Error);
  assert.equal(told, 1);
});

test("a wrong password asks for no other session", async (t) => {
  const asks = countingAsks();
  answering(t, refusal(401, "UNAUTHENTICATED", [{ path: "/password", message: "is wrong" }]));
  await assert.rejects(put("/console/api/password", {}), ApiError);
  assert.equal(asks.count, 0);
});

const OLD_TOKEN = refusal(403, "FORBIDDEN", [{ path: "/x-clipmill-csrf", message: "must be the session's" }]);
const OLD_ACCOUNT = refusal(403, "FORBIDDEN", [
  { path: "/x-clipmill-account", message: "must be the session's account" },
]);

test("what an old session was refused is asked once more with the new one", async (t) => {
  for (const refused of [OLD_TOKEN, OLD_ACCOUNT, refusal(401, "UNAUTHENTICATED")]) {
    holdSession(SESSION);
    whenSessionDiffers(async (former) => holdSession({ ...former, csrf: "new" }));
    const sent = answering(t, refused, [200, { data: "done" }]);
    assert.equal(await post("/console/api/keys", { name: "a" }), "done");
    assert.deepEqual(
      sent.map(({ token, account }) => `${token} ${account}`),
      ["old acc_1", "new acc_1"],
    );
    t.mock.restoreAll();
  }
});

test("the listener learns for whom a call was meant, and whether it would change something", async (t) => {
  const told: unknown[] = [];
  holdSession({ ...SESSION, accountId: null });
  whenSessionDiffers(async ({ accountId }, kind) => void told.push(accountId, kind));
  const sent = answering(
    t,
    ...Array<Answer[]>(3)
      .fill([OLD_ACCOUNT, [200, { data: [] }]])
      .flat(),
  );
  await get("/console/api/keys");
  await del("/console/api/keys/key_1");
  await del("/console/api/session");
  assert.deepEqual(told, [
    ...[null, { isChange: false, isOwn: false, isSignOut: false }],
    ...[null, { isChange: true, isOwn: false, isSignOut: false }],
    ...[null, { isChange: true, isOwn: true, isSignOut: true }],
  ]);
  assert.equal(sent[0]?.account, "none");
});

test("a token that is refused again is not read for ever, and no other refusal asks for one", async (t) => {
  let renewals = 0;
  holdSession(SESSION);
  whenSessionDiffers(async () => {
    renewals += 1;
  });
  const sent = answering(t, OLD_TOKEN, OLD_TOKEN, refusal(403, "FORBIDDEN"));
  await assert.rejects(del("/console/api/keys/key_1"), { code: "FORBIDDEN" });
  assert.deepEqual([sent.length, renewals], [2, 1]);
  await assert.rejects(del("/console/api/keys/key_1"), { code: "FORBIDDEN" });
  assert.deepEqual([sent.length, renewals], [3, 1]);
});

test("a change is not made where the session is somebody else's by now", async (t) => {
  holdSession(SESSION);
  whenSessionDiffers(async () => {
    throw new ApiError({ status: 0, code: "OTHER_SESSION", message: "Somebody else." });
  });
  const sent = answering(t, OLD_TOKEN, [200, { data: "done" }]);
  await assert.rejects(post("/console/api/keys", {}), { code: "OTHER_SESSION" });
  assert.equal(sent.length, 1);
});
