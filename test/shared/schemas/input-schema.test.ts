import assert from "node:assert/strict";
import { test } from "node:test";
import { compileInputSchema } from "../../../shared/schemas/input-schema.ts";
import { COLOR_PATTERN } from "../../../shared/templates/input-patterns.ts";

const closed = {
  type: "object",
  properties: { a: { type: "string" } },
  required: ["a"],
  additionalProperties: false,
};

test("what is missing, unknown or of the wrong type is named by its place", () => {
  const check = compileInputSchema(closed);
  assert.deepEqual(check({ a: "x" }), []);
  assert.deepEqual(check({ "b/c~": 1 }), [
    { path: "/a", message: "is required" },
    { path: "/b~1c~0", message: "is not a known property" },
  ]);
  assert.deepEqual(check({ a: 1 }), [{ path: "/a", message: "must be a string" }]);
});

test("a property that every object inherits does not count as given", () => {
  const check = compileInputSchema({ type: "object", properties: {}, required: ["constructor"] });
  assert.equal(check({}).length, 1);
  assert.equal(check({ constructor: 1 }).length, 0);
});

test("patterns are checked, and keywords for forms are let through", () => {
  const property = { type: "string", pattern: COLOR_PATTERN, "x-widget": "color" };
  const check = compileInputSchema({ type: "object", properties: { pattern: property }, required: [] });
  assert.equal(check({ pattern: "#E10600" }).length, 0);
  assert.equal(check({ pattern: "red" }).length, 1);
});

test("schemas that are wrong, refer to others or are asynchronous do not compile", () => {
  for (const schema of [
    { type: "objekt" },
    { type: "object", properties: { a: { $ref: "https://elsewhere.example/schema.json" } } },
    { ...closed, $async: true },
    { ...closed, $id: "input" },
    { ...closed, properties: null },
    { ...closed, properties: { a: null } },
  ]) {
    assert.throws(() => compileInputSchema(schema), Error, JSON.stringify(schema));
  }
});

test("a schema that could keep its checker busy does not compile, however deep that stands", () => {
  const slow: readonly object[] = [
    { pattern: "^(a+)+$" },
    { patternProperties: { "^(a+)+$": {} } },
    { propertyNames: { pattern: "^(a+)+$" } },
    { additionalProperties: { pattern: "^(a+)+$" } },
    { dependencies: { a: { pattern: "^(a+)+$" } } },
    { items: { pattern: "^(a+)+$" } },
    { allOf: [{ $ref: "#/definitions/b" }, { $ref: "#/definitions/b" }], definitions: { b: {} } },
    { uniqueItems: true },
    { format: "email" },
  ];
  for (const keywords of slow) {
    const deep = { type: "object", properties: { a: { type: "object", properties: { b: keywords } } } };
    for (const schema of [{ ...closed, ...keywords }, deep]) {
      assert.throws(() => compileInputSchema(schema), /may not say this by/, JSON.stringify(schema));
    }
  }
});
