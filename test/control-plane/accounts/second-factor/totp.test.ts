// Codes by time, against the vectors of RFC 6238 (appendix B, SHA-1; its codes have eight digits, of which ours are the
// last six).
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  describeTotp,
  findStep,
  newTotpSecret,
  stepOf,
} from "../../../../control-plane/accounts/second-factor/totp.ts";
import { codeOfStep } from "../../../support/control-plane/second-factor.ts";

const SECRET = Buffer.from("12345678901234567890");
const VECTORS: readonly [number, string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

test("codes are those of RFC 6238", () => {
  for (const [atS, code] of VECTORS) {
    assert.equal(findStep(SECRET, code, atS * 1_000), stepOf(atS * 1_000));
  }
});

test("a code is taken one step early or late, and no further", () => {
  const nowMs = 1_234_567_890_000;
  const step = stepOf(nowMs);
  const found = [-2, -1, 0, 1, 2].map((beside) => findStep(SECRET, codeOfStep(SECRET, step + beside), nowMs));
  assert.deepEqual(found, [undefined, step - 1, step, step + 1, undefined]);
});

test("what is no six digits is no code, whatever it is", () => {
  for (const typed of ["", "12345", "1234567", "12345a", "１２３４５６", "12345\u{1f600}"]) {
    assert.equal(findStep(SECRET, typed, 0), undefined, typed);
  }
});

test("an app is told all of it in one address", () => {
  const { secret, uri } = describeTotp(SECRET, {
    issuer: "Clipmill (clips.example.com)",
    label: "a+b@example.com",
  });
  assert.equal(secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  const url = new URL(uri);
  assert.equal(url.protocol, "otpauth:");
  assert.equal(
    decodeURIComponent(url.pathname.split("/").at(-1) ?? ""),
    "Clipmill (clips.example.com):a+b@example.com",
  );
  const asked = {
    secret,
    issuer: "Clipmill (clips.example.com)",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  };
  assert.deepEqual(
    Object.fromEntries([...url.searchParams].toSorted()),
    Object.fromEntries(Object.entries(asked).toSorted()),
  );
});

test("each new secret has 160 bits of its own", () => {
  assert.equal(newTotpSecret().length, 20);
  assert.notDeepEqual(newTotpSecret(), newTotpSecret());
});
