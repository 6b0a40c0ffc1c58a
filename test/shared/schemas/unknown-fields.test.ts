// Fields that a body's schema does not know, and what was probably meant.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClipRequest } from "../../../shared/schemas/clip-request.ts";
import { GenerationRequest } from "../../../shared/schemas/generation-request.ts";
import { describeUnknownField, unknownFieldsOf } from "../../../shared/schemas/unknown-fields.ts";

const ofClips = unknownFieldsOf(ClipRequest);
const described = (body: unknown): string[] => ofClips(body).map(describeUnknownField);

test("a misspelt field is named with the one that was probably meant", () => {
  for (const name of ["clip_cuont", "clipCount", "clips_count", "CLIP-COUNT"])
    assert.deepEqual(described({ [name]: 3 }), [`\`${name}\` is not known, did you mean \`clip_count\`?`]);
});

test("a field that is like none is named alone", () => {
  assert.deepEqual(described({ colour: "red" }), ["`colour` is not known."]);
});

test("a field in an object is looked for beside it, and everywhere by its whole name", () => {
  assert.deepEqual(described({ subtitle: { font_sise: 30 } }), [
    "`subtitle.font_sise` is not known, did you mean `subtitle.font_size`?",
  ]);
  assert.deepEqual(described({ font_size: 30 }), [
    "`font_size` is not known, did you mean `subtitle.font_size`?",
  ]);
});

test("known fields, of whatever value, are none", () => {
  assert.deepEqual(described({ clip_count: "x", subtitle: { font_size: 3 }, callback_url: null }), []);
  for (const body of [null, 1, "text", [], [{ clip_cuont: 1 }]]) assert.deepEqual(ofClips(body), []);
});

test("whatever a model's input holds is its model's matter", () => {
  assert.deepEqual(unknownFieldsOf(GenerationRequest)({ input: { prompt: "bees", anything: 1 } }), []);
});

test("many and long names stay short, and names of every object's own are no known fields", () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}`.repeat(500), n]));
  const texts = described(many);
  assert.equal(texts.length, 5);
  assert.ok(texts.every((text) => text.length < 200));
  assert.deepEqual(described({ constructor: 1 }), ["`constructor` is not known."]);
});
