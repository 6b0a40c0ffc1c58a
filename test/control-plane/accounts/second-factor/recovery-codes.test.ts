// Recovery codes as people write them down and type them.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  hashRecoveryCode,
  newRecoveryCodes,
} from "../../../../control-plane/accounts/second-factor/recovery-codes.ts";

test("ten codes are made, none like another, without characters that look alike", () => {
  const codes = newRecoveryCodes();
  assert.equal(codes.length, 10);
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
});

test("a code is known however it is typed", () => {
  const hash = hashRecoveryCode("01ab-cdef-ghjk-mnpq");
  assert.match(hash ?? "", /^[0-9a-f]{64}$/);
  for (const typed of [
    "01abcdefghjkmnpq",
    " 01AB CDEF GHJK MNPQ ",
    "OIab-cdef-ghjk-mnpq",
    "oLAB-cdef-ghjkmnpq",
  ]) {
    assert.equal(hashRecoveryCode(typed), hash, typed);
  }
  assert.notEqual(hashRecoveryCode("11ab-cdef-ghjk-mnpq"), hash);
});

test("text that is no recovery code has no hash", () => {
  for (const typed of ["", "123456", "01ab-cdef-ghjk-mnp", "01ab-cdef-ghjk-mnpqr", "01ab-cdef-ghjk-mnpu"]) {
    assert.equal(hashRecoveryCode(typed), undefined, typed);
  }
});
