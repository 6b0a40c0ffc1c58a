import assert from "node:assert/strict";
import { test } from "node:test";
import { compileInputSchema } from "../../../shared/schemas/input-schema.ts";

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

test("formats are checked, and keywords for forms are let through", () => {
  const property = { type: "string", format: "uri", "x-widget": "upload" };
  const check = compileInputSchema({ type: "object", properties: { image: property }, required: [] });
  assert.equal(check({ image: "https://files.example/a.png" }).length, 0);
  assert.equal(check({ image: "not a uri" }).length, 1);
});

test("schemas that are wrong, refer elsewhere or are asynchronous do not compile", () => {
  for (const schema of [
    { type: "objekt" },
    { type: "object", properties: { a: { $ref: "https://elsewhere.example/schema.json" } } },
    { type: "object", properties: { a: { type: "string", pattern: "(" } } },
    { ...closed, $async: true },
  ]) {
    assert.throws(() => compileInputSchema(schema), Error, JSON.stringify(schema));
  }
});

test("schemas with the same $id do not meet", () => {
  const named = (type: string) => ({ $id: "input", type: "object", properties: { a: { type } } });
  assert.equal(compileInputSchema(named("string"))({ a: 1 }).length, 1);
  assert.equal(compileInputSchema(named("integer"))({ a: 1 }).length, 0);
});
