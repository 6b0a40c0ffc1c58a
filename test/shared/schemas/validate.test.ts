// Checks made from schemas: of bodies and of queries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { AppError } from "../../../shared/errors.ts";
import { TemplatesQuery } from "../../../shared/schemas/template.ts";
import { compileQuery, compileSchema, invalidRequest } from "../../../shared/schemas/validate.ts";

const parse = compileQuery(
  Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1 })),
    sort: Type.Optional(Type.String({ maxLength: 8 })),
  }),
);

function pathOf(query: string): string | undefined {
  try {
    parse(query);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "INVALID_REQUEST");
    return error.details?.[0]?.path;
  }
  return undefined;
}

test("a query's numbers become numbers, and its texts stay text", () => {
  assert.deepEqual(parse("page=2&sort=7"), { page: 2, sort: "7" });
  assert.deepEqual(parse(""), {});
});

test("unknown parameters are ignored, whatever their names", () => {
  assert.deepEqual(parse("__proto__=1&constructor=2&other=3&other=4"), {});
});

test("a parameter that is wrong is named by its path", () => {
  for (const query of ["page=0", "page=1.5", "page=", "page=abc", "page=1e3", "page=1&page=2", "page=NaN"]) {
    assert.equal(pathOf(query), "/page", query);
  }
  assert.equal(pathOf("sort=123456789"), "/sort");
});

test("what may also be null is told what is wrong with it, and not that it is no null", () => {
  const check = compileSchema(
    Type.Object({
      perDay: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
      perMinute: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    }),
  );
  assert.throws(
    () => check({ perDay: 0, perMinute: "many" }),
    (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(error.details, [
        { path: "/perDay", message: "must be >= 1" },
        { path: "/perMinute", message: "must be an integer" },
      ]);
      return true;
    },
  );
});

test("what is wrong with a body reads as a sentence that names its place once", () => {
  const check = compileSchema(
    Type.Object({
      name: Type.String({ minLength: 1 }),
      count: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      words: Type.Optional(Type.Array(Type.Object({ index: Type.Number() }))),
    }),
  );
  const sentences: readonly (readonly [unknown, string])[] = [
    [null, "The body must be an object."],
    [{}, "/name is required."],
    [{ name: "" }, "/name must not be empty."],
    [{ name: 7 }, "/name must be a string."],
    [{ name: "a", words: {} }, "/words must be an array."],
    [{ name: "a", words: [{ index: "0" }] }, "/words/0/index must be a number."],
    [{ name: "a", count: 1.5 }, "/count must be an integer."],
  ];
  for (const [body, message] of sentences) assert.throws(() => check(body), { message });
});

test("an error's message tells the first three of its reasons, and how many more there are", () => {
  const parseClip = compileSchema(
    Type.Object({ a: Type.Integer(), b: Type.Integer(), c: Type.Integer(), d: Type.Integer() }),
  );
  const refusal = (message: string) => ({ code: "INVALID_REQUEST", message });
  assert.throws(() => parseClip({ a: 1, b: 1, c: 1 }), refusal("/d is required."));
  assert.throws(() => parseClip({ a: 1, b: "1", c: 1 }), refusal("/d is required. /b must be an integer."));
  assert.throws(() => parseClip({}), refusal("/a is required. /b is required. /c is required. And 1 more."));
  assert.throws(() => parseClip(1), refusal("The body must be an object."));
});

test("an error's message has the beginning of a long name or list in one line; its details have them whole", () => {
  const path = `/input/${"k\u001b[31m\n".repeat(50_000)}`;
  const error = invalidRequest([
    { path, message: "is not a known property" },
    { path: "/font", message: `must be one of ${"Inter, ".repeat(200)}Lato` },
  ]);
  assert.match(
    error.message,
    /^\/input\/k \[31m k .{100,140}… is not a known property\. \/font must be one of Inter, .*…$/,
  );
  assert.ok(error.message.length < 650, String(error.message.length));
  assert.equal(error.details?.[0]?.path, path);
});

test("a text that no row can have is told why, and no pattern", () => {
  const check = compileQuery(TemplatesQuery);
  assert.throws(() => check("model=a%00"), {
    details: [{ path: "/model", message: "must not contain the character U+0000" }],
  });
});

test("a text of the wrong shape is told one of the right shape, by its schema's example or default", () => {
  const check = compileSchema(
    Type.Object({
      start_time: Type.String({ pattern: "^[0-9]{2}:[0-9]{2}$", examples: ["05:00"] }),
      clip_length: Type.String({ pattern: "^[0-9]+-[0-9]+s$", default: "15-60s" }),
      slug: Type.String({ pattern: "^[a-z]+$" }),
    }),
  );
  assert.throws(() => check({ start_time: "5 min", clip_length: "30", slug: "1" }), {
    code: "INVALID_REQUEST",
    details: [
      { path: "/start_time", message: "must be written like 05:00" },
      { path: "/clip_length", message: "must be written like 15-60s" },
      { path: "/slug", message: 'must match pattern "^[a-z]+$"' },
    ],
  });
});
