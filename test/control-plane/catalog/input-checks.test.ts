import assert from "node:assert/strict";
import { test } from "node:test";
import { createInputChecks, overlayInput } from "../../../control-plane/catalog/input-checks.ts";
import { GENERATION_LIMITS } from "../../../shared/limits/images.ts";
import type { InputSchema } from "../../../shared/schemas/model.ts";

/** A model whose schema tells when it is compiled: Ajv reads every keyword once. */
function countedModel(version: string): { compiles: () => number; model: Parameters<typeof check>[0] } {
  let compiles = 0;
  const schema = {
    type: "object",
    required: [],
    get properties() {
      compiles += 1;
      return { prompt: { type: "string" } };
    },
  } as unknown as InputSchema;
  return { compiles: () => compiles, model: { input_schema: schema, input_schema_version: version } };
}
const { check } = createInputChecks();

test("a schema is compiled once per version, and again only when it was pushed out", () => {
  const checks = createInputChecks(2);
  const models = ["a", "b", "c"].map(countedModel);
  const [a, b, c] = models;
  assert.ok(a !== undefined && b !== undefined && c !== undefined);
  checks.check(a.model, {});
  const once = a.compiles();
  assert.ok(once > 0);
  for (let repeat = 0; repeat < 5; repeat += 1) checks.check(a.model, { prompt: "x" });
  assert.equal(a.compiles(), once);
  checks.check(b.model, {});
  checks.check(a.model, {});
  checks.check(c.model, {});
  checks.check(a.model, {});
  assert.equal(a.compiles(), once, "the one used last stays");
  checks.check(b.model, {});
  assert.equal(b.compiles(), 2 * once, "the one used longest ago went");
});

test("an input with as many values as allowed passes, and one more is refused", () => {
  const schema: InputSchema = { type: "object", properties: {}, required: [] };
  const model = { input_schema: schema, input_schema_version: "any" };
  // The input itself and its list count, too.
  const withValues = (count: number) => ({ list: Array.from({ length: count - 2 }, () => 1) });
  check(model, withValues(GENERATION_LIMITS.inputValues));
  assert.throws(() => check(model, withValues(GENERATION_LIMITS.inputValues + 1)), {
    code: "INPUT_SCHEMA_VIOLATION",
  });
});

test("a property called __proto__ stays a plain property when inputs are laid over each other", () => {
  const hostile = JSON.parse('{"__proto__":{"admin":true}}') as Record<string, unknown>;
  const merged = overlayInput({ prompt: "x" }, hostile);
  assert.deepEqual(Object.keys(merged), ["prompt", "__proto__"]);
  assert.equal((merged as { admin?: boolean }).admin, undefined);
});
