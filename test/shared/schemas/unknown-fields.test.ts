// Fields that a body's schema does not know, and what was probably meant.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClipRequest } from "../../../shared/schemas/requests/clip-request.ts";
import { GenerationRequest } from "../../../shared/schemas/requests/generation-request.ts";
import { HighlightRequest } from "../../../shared/schemas/requests/highlight-request.ts";
import { RenderRequest } from "../../../shared/schemas/requests/render-request.ts";
import { describeUnknownFields, unknownFieldsOf } from "../../../shared/schemas/unknown-fields.ts";

const ofClips = unknownFieldsOf(ClipRequest);
const described = (body: unknown): string => describeUnknownFields(ofClips(body));

test("a misspelt field is named with the one that was probably meant", () => {
  for (const name of ["clip_cuont", "clipCount", "clips_count", "CLIP-COUNT"])
    assert.equal(described({ [name]: 3 }), `\`${name}\` is not known, did you mean \`clip_count\`?`);
});

test("a field as another operation calls it is named with this one's", () => {
  const ofHighlights = unknownFieldsOf(HighlightRequest);
  for (const [unknown, ofClip, ofHighlight] of [
    ["video_url", null, "url"],
    ["videoTitle", "video_title", "title"],
    ["video_duration_seconds", null, "duration"],
    ["url", "video_url", null],
    ["title", "video_title", null],
    ["duration", "video_duration_seconds", null],
  ] as const) {
    const meant = (name: string): string => `\`${unknown}\` is not known, did you mean \`${name}\`?`;
    const body = { [unknown]: "x" };
    assert.equal(described(body), ofClip === null ? "" : meant(ofClip));
    assert.equal(describeUnknownFields(ofHighlights(body)), ofHighlight === null ? "" : meant(ofHighlight));
  }
});

test("a field that is like none is named alone", () => {
  assert.equal(described({ colour: "red" }), "`colour` is not known.");
});

test("a field in an object is looked for beside it, and everywhere by its whole name", () => {
  assert.equal(
    described({ subtitle: { font_sise: 30 } }),
    "`subtitle.font_sise` is not known, did you mean `subtitle.font_size`?",
  );
  assert.equal(described({ font_size: 30 }), "`font_size` is not known, did you mean `subtitle.font_size`?");
});

test("known fields, of whatever value, are none", () => {
  assert.deepEqual(described({ clip_count: "x", subtitle: { font_size: 3 }, callback_url: null }), "");
  for (const body of [null, 1, "text", [], [{ clip_cuont: 1 }]]) assert.equal(ofClips(body).count, 0);
});

test("whatever a model's input holds is its model's matter", () => {
  assert.equal(unknownFieldsOf(GenerationRequest)({ input: { prompt: "bees", anything: 1 } }).count, 0);
});

test("what was probably meant is told before what nobody knows, and every field of a usual body is told", () => {
  const odd = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`later_field_${n}`, n]));
  const text = described({ ...odd, clip_cuont: 3 });
  assert.ok(
    text.startsWith("`clip_cuont` is not known, did you mean `clip_count`? `later_field_0` is not known."),
  );
  for (const name of Object.keys(odd)) assert.ok(text.includes(`\`${name}\``), name);
});

test("fields of a list's items are looked for in each, and told once, with where the first one is", () => {
  const unknown = unknownFieldsOf(RenderRequest)({
    words: [
      { index: 0, word: "bees" },
      { index: 1, wrd: "hum" },
      { index: 2, wrd: "sting", colour: "red" },
      7,
    ],
  });
  assert.equal(
    describeUnknownFields(unknown),
    "`words[].wrd` is not known, did you mean `words[].word`? `words[].colour` is not known.",
  );
  assert.deepEqual(
    unknown.fields.map(({ path }) => path),
    [
      ["words", 1, "wrd"],
      ["words", 2, "colour"],
    ],
  );
});

test("many and long names stay short, and how many more there are is told", () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${n} `.repeat(500), n]));
  const text = described({ clip_cuont: 3, ...many });
  assert.ok(text.length < 1_200, `${text.length}`);
  const told = text.match(/`/g)?.length ?? 0;
  assert.match(text, new RegExp(`\\. ${5_001 - (told - 2) / 2} more fields are not known\\.$`));
});

test("a name is told in one line that strict readers take, wherever it is cut", () => {
  for (let before = 0; before < 4; before += 1)
    assert.ok(described({ [`${"x".repeat(before)}${"🔥".repeat(40)}`]: 1 }).isWellFormed());
  assert.equal(described({ "colour\n\u202eof it": 1 }), "`colour of it` is not known.");
});

test("names of every object's own are no known fields", () => {
  assert.equal(described({ constructor: 1 }), "`constructor` is not known.");
});
