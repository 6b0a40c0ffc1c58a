// Calls of the console's page: what they make of the answers.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ApiError } from "../../../../../control-plane/console/web/api/api-error.ts";
import {
  del,
  get,
  post,
  put,
  whenForbidden,
  whenSignedOut,
} from "../../../../../control-plane/console/web/api/request.ts";
import {
  setCsrfToken,
  whenTokenRefused,
} from "../../../../../control-plane/console/web/api/session-token.ts";

interface Sent {
  readonly path: string;
  readonly method: string | undefined;
  readonly token: string | null;
}

type Answer = readonly [status: number, body: object];

/** Answers the page's calls one after the other, the last answer for all that follow. Returns what was sent. */
function answering(t: TestContext, ...answers: readonly Answer[]): Sent[] {
  const sent: Sent[] = [];
  t.mock.method(globalThis, "fetch", async (path: string, init: RequestInit) => {
    sent.push({ path, method: init.method, token: new Headers(init.headers).get("x-clipmill-csrf") });
    const [status, body] = answers[sent.length - 1] ?? answers.at(-1) ?? assert.fail("there is an answer");
    return Response.json(body, { status });
  });
  return sent;
}

function refusal(status: number, code: string, details?: object[]): Answer {
  return [status, { error: { statusCode: status, code, message: "No.", details } }];
}

test("a call that finds no session ends it, save for those that may have none", async (t) => {
  let ended = 0;
  whenSignedOut(() => {
    ended += 1;
  });
  answering(t, refusal(401, "UNAUTHENTICATED"));
  const session = "/console/api/session";
  const refused = async (call: Promise<unknown>): Promise<number> => {
    ended = 0;
    await assert.rejects(call, ApiError);
    return ended;
  };
  assert.equal(await refused(get(session)), 0, "who asks who is signed in");
  assert.equal(await refused(post(session, {})), 0, "who signs in");
  assert.equal(await refused(del(session)), 1);
  assert.equal(await refused(put(`${session}/account`, {})), 1);
  assert.equal(await refused(get(`${session}s`)), 1);
  assert.equal(await refused(del(`${session}s/session_1`)), 1);
  assert.equal(await refused(get("/api/v1/balance")), 1);
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

test("a wrong password ends no session", async (t) => {
  let ended = 0;
  whenSignedOut(() => {
    ended += 1;
  });
  answering(t, refusal(401, "UNAUTHENTICATED", [{ path: "/password", message: "is wrong" }]));
  await assert.rejects(put("/console/api/password", {}), ApiError);
  assert.equal(ended, 0);
});

const OLD_TOKEN = refusal(403, "FORBIDDEN", [{ path: "/x-clipmill-csrf", message: "must be the session's" }]);

test("a change whose token is old is made once more with the session's new one", async (t) => {
  setCsrfToken("old");
  whenTokenRefused(async () => setCsrfToken("new"));
  const sent = answering(t, OLD_TOKEN, [200, { data: "done" }]);
  assert.equal(await post("/console/api/keys", { name: "a" }), "done");
  assert.deepEqual(
    sent.map(({ token }) => token),
    ["old", "new"],
  );
});

test("a token that is refused again is not read for ever, and no other refusal asks for one", async (t) => {
  let renewals = 0;
  whenTokenRefused(async () => {
    renewals += 1;
  });
  const sent = answering(t, OLD_TOKEN, OLD_TOKEN, refusal(403, "FORBIDDEN"));
  await assert.rejects(del("/console/api/keys/key_1"), { code: "FORBIDDEN" });
  assert.deepEqual([sent.length, renewals], [2, 1]);
  await assert.rejects(del("/console/api/keys/key_1"), { code: "FORBIDDEN" });
  assert.deepEqual([sent.length, renewals], [3, 1]);
});

test("a change is not made where the session is somebody else's by now", async (t) => {
  whenTokenRefused(async () => {
    throw new ApiError({ status: 0, code: "OTHER_SESSION", message: "Somebody else." });
  });
  const sent = answering(t, OLD_TOKEN, [200, { data: "done" }]);
  await assert.rejects(post("/console/api/keys", {}), { code: "OTHER_SESSION" });
  assert.equal(sent.length, 1);
});
