// Which errors mean that the database cannot be reached: what waits for it then waits on, instead of being given up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyDatabaseError, isUnavailable, isValueRefusal } from "../../../shared/db/classify-error.ts";
import { AppError } from "../../../shared/errors.ts";

function failure(code: string): Error {
  return Object.assign(new Error("failed by a test"), { code });
}

for (const [what, codes] of [
  ["a name that cannot be looked up now", ["ENOTFOUND", "EAI_AGAIN"]],
  ["a net without a way to it", ["EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ENETDOWN"]],
  [
    "a connection that is refused or breaks",
    ["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT"],
  ],
  ["a server that is starting, stopping, full or a standby", ["57P03", "57P01", "53300", "08006", "25006"]],
] as const)
  test(`${what} is a database that is away`, () => {
    assert.deepEqual(
      codes.filter((code) => !isUnavailable(failure(code))),
      [],
    );
    for (const code of codes) {
      const told = classifyDatabaseError(failure(code));
      assert.equal(told instanceof AppError && told.code, "UNAVAILABLE");
    }
  });

test("a row that is refused, and a wrong password, are no database that is away", () => {
  for (const code of ["23505", "23514", "28P01", "XX000"]) {
    const error = failure(code);
    assert.equal(isUnavailable(error), false);
    assert.equal(classifyDatabaseError(error), error);
  }
});

test("a value that cannot be stored is told from a row that breaks a rule and from a database that is away", () => {
  assert.deepEqual(
    ["22P02", "22P05", "22021", "23505", "57014", "ECONNRESET"].map((code) => isValueRefusal(failure(code))),
    [true, true, true, false, false, false],
  );
});
