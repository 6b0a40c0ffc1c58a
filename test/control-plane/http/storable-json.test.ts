import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkStorableJson } from "../../../control-plane/http/storable-json.ts";
import { AppError } from "../../../shared/errors.ts";
import { HTTP_LIMITS } from "../../../shared/limits/requests.ts";

/** The pointer that a refusal names. */
function refusedPath(body: unknown): string | undefined {
  try {
    checkStorableJson(body);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "INVALID_REQUEST");
    return error.details?.[0]?.path;
  }
}

function nested(levels: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

test("well-formed JSON of any shape passes", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/\\u(0000|d[89ab])/i.test(text));
      assert.equal(refusedPath(JSON.parse(text)), undefined);
    }),
  );
});

test("text that PostgreSQL cannot store is refused where it stands, names of fields too", () => {
  assert.equal(refusedPath("\u0000"), "");
  assert.equal(refusedPath({ a: [{ "b/c~": "x\ud800" }] }), "/a/0/b~1c~0");
  assert.equal(refusedPath({ a: { "\u0000": 1 } }), "/a");
  assert.equal(refusedPath({ a: "😀 is a whole pair" }), undefined);
});

test("64 levels of nesting pass and one more is refused, however deep the rest goes", () => {
  assert.equal(refusedPath(nested(64)), undefined);
  assert.equal(refusedPath(nested(65)), "/0".repeat(64));
  assert.equal(refusedPath(nested(200_000)), "/0".repeat(64));
});

test("as many values as a body may hold pass and one more is refused, wherever they stand", () => {
  const { bodyValues } = HTTP_LIMITS;
  const ones = (length: number): number[] => Array.from({ length }, () => 1);
  assert.equal(refusedPath(ones(bodyValues - 1)), undefined, "the list itself is one");
  assert.equal(refusedPath(ones(bodyValues)), "");
  const [some, many] = [Math.floor(bodyValues / 2), bodyValues - Math.floor(bodyValues / 2)];
  assert.equal(refusedPath({ words: ones(some), others: ones(many) }), "");
  assert.equal(refusedPath(Object.fromEntries(ones(bodyValues).map((one, index) => [`k${index}`, one]))), "");
});
