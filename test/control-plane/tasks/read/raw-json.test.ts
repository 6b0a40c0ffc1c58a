import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { listElements } from "../../../../control-plane/tasks/read/list-elements.ts";
import { encodeJson, RawJson } from "../../../../control-plane/tasks/read/raw-json.ts";

function raw(value: unknown): RawJson {
  return new RawJson(Buffer.from(JSON.stringify(value)));
}

test("raw pieces stand in the JSON of a value where their content would", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (one, two, beside) => {
      const plain = { beside, output: one, list: [two, beside] };
      const pieces = { beside, output: raw(one), list: [raw(two), beside] };
      assert.equal(encodeJson(pieces).toString(), JSON.stringify(plain));
      assert.equal(JSON.stringify(pieces), JSON.stringify(plain), "also without encodeJson, only slowly");
    }),
  );
});

test("a value without raw pieces is encoded as ever, also after one that could not be", () => {
  const loop: Record<string, unknown> = { piece: raw([1]) };
  loop.self = loop;
  assert.throws(() => encodeJson(loop), TypeError);
  assert.equal(encodeJson({ a: "ä", b: undefined }), '{"a":"ä"}');
});

test("the elements of a list are read one by one from JSON", () => {
  const name = fc.constantFrom("captions", "caption", 'cap"tions\\', "");
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()))), (value) => {
      for (const property of ["captions", "", 'cap"tions\\']) {
        const expected: unknown = Object.hasOwn(value, property) ? value[property] : undefined;
        const json = Buffer.from(JSON.stringify(value));
        const elements = [...listElements(json, property)];
        assert.equal(JSON.stringify(elements), JSON.stringify(Array.isArray(expected) ? expected : []));
      }
    }),
  );
});

test("what is left out of a list's elements is null in those that have it, and nothing else is touched", () => {
  const name = fc.constantFrom("words", "word", 'wo"rds\\', "");
  const element = fc.oneof(fc.jsonValue(), fc.dictionary(name, fc.jsonValue()));
  fc.assert(
    fc.property(fc.array(element), fc.constantFrom("words", "", 'wo"rds\\'), (captions, omitted) => {
      const expected = captions.map((each) => {
        const hasIt =
          typeof each === "object" && each !== null && !Array.isArray(each) && Object.hasOwn(each, omitted);
        return hasIt ? { ...each, [omitted]: null } : each;
      });
      const json = Buffer.from(JSON.stringify({ captions }));
      assert.equal(JSON.stringify([...listElements(json, "captions", omitted)]), JSON.stringify(expected));
    }),
  );
});
