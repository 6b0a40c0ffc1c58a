import assert from "node:assert/strict";
import { test } from "node:test";
import { type PathToSign, signPath, verifySignedPath } from "../../../shared/storage/signed-url.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const NOW = new Date("2026-11-20T12:00:00Z");
const SIGNED: PathToSign = {
  secret: SECRET,
  method: "GET",
  path: "/files/tasks/task_1/clips/1.mp4",
  expiresAt: new Date("2026-11-20T13:00:00Z"),
};
const REFUSED = { code: "UNAUTHENTICATED" };

function verify(query: string, changes: Partial<Parameters<typeof verifySignedPath>[0]> = {}) {
  return verifySignedPath({
    secrets: [SECRET],
    method: "GET",
    path: SIGNED.path,
    query,
    now: NOW,
    ...changes,
  });
}

test("a signed path is permitted until it expires", () => {
  const query = signPath(SIGNED);
  assert.deepEqual(verify(query), {});
  assert.deepEqual(verify(`?${query}`), {});
  assert.deepEqual(verify(query, { now: new Date("2026-11-20T12:59:59.999Z") }), {});
  assert.throws(() => verify(query, { now: new Date("2026-11-20T13:00:00Z") }), REFUSED);
});

test("a signature for GET also permits HEAD, and nothing else", () => {
  const query = signPath(SIGNED);
  assert.deepEqual(verify(query, { method: "HEAD" }), {});
  for (const method of ["PUT", "POST", "DELETE", "get"])
    assert.throws(() => verify(query, { method }), REFUSED);
  assert.throws(() => verify(signPath({ ...SIGNED, method: "PUT" })), REFUSED);
});

test("a signature does not hold for another path or another secret", () => {
  const query = signPath(SIGNED);
  assert.throws(() => verify(query, { path: "/files/tasks/task_2/clips/1.mp4" }), REFUSED);
  assert.throws(() => verify(query, { path: `${SIGNED.path}/` }), REFUSED);
  assert.throws(() => verify(query, { secrets: [SECRET.replace("0", "x")] }), REFUSED);
});

test("a longer expiry, an added parameter and a missing signature are refused", () => {
  const query = signPath(SIGNED);
  assert.throws(() => verify(query.replace(/expires=\d+/, "expires=99999999999")), REFUSED);
  assert.throws(() => verify(`${query}&expires=99999999999`), REFUSED);
  assert.throws(() => verify(`${query}&size=1`), REFUSED);
  assert.throws(() => verify(query.replace(/&?signature=[^&]+/, "")), REFUSED);
  assert.throws(() => verify(""), REFUSED);
});

test("constraints come back from the query and cannot be changed", () => {
  const query = signPath({ ...SIGNED, method: "PUT", constraints: { size: "1048576", type: "video/mp4" } });
  assert.deepEqual(verify(query, { method: "PUT" }), { size: "1048576", type: "video/mp4" });
  assert.throws(() => verify(query.replace("1048576", "1048577"), { method: "PUT" }), REFUSED);
});

test("the order of the parameters does not matter, and one that stands twice is refused", () => {
  const query = signPath({ ...SIGNED, constraints: { size: "5", type: "video/mp4" } });
  const parameters = [...new URLSearchParams(query)];
  const reversed = new URLSearchParams(parameters.toReversed()).toString();
  assert.notEqual(reversed, query);
  assert.deepEqual(verify(reversed), { size: "5", type: "video/mp4" });
  for (const [name, value] of parameters) {
    const twice = new URLSearchParams([...parameters, [name, value]]).toString();
    if (name !== "signature") assert.throws(() => verify(twice), REFUSED, name);
  }
});

test("a secret shorter than 32 bytes signs nothing", () => {
  assert.throws(() => signPath({ ...SIGNED, secret: SECRET.slice(1) }), { name: "AssertionError" });
});

test("every secret of the list is accepted, and one that is taken off it no longer", () => {
  const old = SECRET.replace("0", "x");
  const query = signPath({ ...SIGNED, secret: old });
  assert.deepEqual(verify(query, { secrets: [SECRET, old] }), {});
  assert.throws(() => verify(query, { secrets: [SECRET] }), REFUSED);
  assert.throws(() => verify(query, { secrets: [] }), REFUSED);
});
