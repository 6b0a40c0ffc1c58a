import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assColor, assText, captionScript } from "../../../media-node/stages/caption-script.ts";
import { type CaptionWord, groupWords } from "../../../media-node/stages/lay-out-captions.ts";
import { CAPTION_PRESETS, type CaptionStyle } from "../../../shared/caption-styles.ts";

const FRAME = { width: 1_080, height: 1_920 };

function words(...texts: string[]): CaptionWord[] {
  return texts.map((text, index) => ({ text, startS: index * 0.5, endS: (index + 1) * 0.5 }));
}

function scriptOf(spoken: readonly CaptionWord[], style: CaptionStyle, frame = FRAME): string {
  return captionScript(groupWords(spoken, style), style, frame);
}

function events(script: string): string[] {
  return script.split("\n").filter((line) => line.startsWith("Dialogue:"));
}

/** The fields of the script's style by their names. */
function styleOf(script: string): Record<string, string> {
  const lines = script.split("\n");
  const names =
    lines
      .find((line) => line.startsWith("Format: Name"))
      ?.slice(8)
      .split(", ") ?? [];
  const values =
    lines
      .find((line) => line.startsWith("Style: "))
      ?.slice(7)
      .split(",") ?? [];
  assert.equal(values.length, names.length);
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
}

test("colours are turned round and their alpha inverted", () => {
  assert.equal(assColor("#FF8000"), "&H000080FF");
  assert.equal(assColor("#10203040"), "&HBF302010");
});

test("karaoke shows the whole line once per word, with that word marked, without gaps", () => {
  const script = scriptOf(words("one", "two", "three"), CAPTION_PRESETS.bold);
  const times = events(script).map((line) => line.split(",").slice(1, 3));
  assert.deepEqual(times, [
    ["0:00:00.00", "0:00:00.50"],
    ["0:00:00.50", "0:00:01.00"],
    ["0:00:01.00", "0:00:01.85"],
  ]);
  const [first = "", second = ""] = events(script);
  assert.match(
    first,
    /\{\\pos\(540,1459\)\}\{\\1c&H00D4FF&\\1a&H00&\}one\{\\1c&HFFFFFF&\\1a&H00&\} two three$/,
  );
  assert.match(second, /\}one \{[^}]+\}two\{[^}]+\} three$/);
});

test("without a highlight a line is one event", () => {
  assert.equal(events(scriptOf(words("one", "two"), CAPTION_PRESETS.minimal)).length, 1);
});

test("each animation brings its own tags, at the line's start only", () => {
  const tagsOf = (animation: CaptionStyle["animation"]): string[] =>
    events(scriptOf(words("one", "two"), { ...CAPTION_PRESETS.bold, animation }));
  assert.match(tagsOf("fade")[0] ?? "", /\\fad\(/);
  for (const animation of ["pop", "bounce"] as const) {
    assert.match(tagsOf(animation)[0] ?? "", /\\t\(/);
    assert.doesNotMatch(tagsOf(animation)[1] ?? "", /\\t\(/);
  }
  for (const animation of ["none", "karaoke"] as const)
    assert.doesNotMatch(tagsOf(animation)[0] ?? "", /\\t\(|\\fad/);
});

test("sizes follow the frame", () => {
  const small = styleOf(scriptOf(words("one"), CAPTION_PRESETS.bold, { width: 360, height: 640 }));
  assert.deepEqual([small.Fontsize, small.Outline, small.MarginL], ["32.0", "2.00", "25"]);
});

test("a box is one for all rows and has its colour and alpha", () => {
  const { BorderStyle, BackColour, PrimaryColour } = styleOf(scriptOf(words("one"), CAPTION_PRESETS.boxed));
  assert.deepEqual([BorderStyle, BackColour, PrimaryColour], ["4", "&H3F141010", "&H00FFFFFF"]);
});

test("positions go to their heights, and none leaves the frame", () => {
  const y = (changes: Partial<CaptionStyle>): number =>
    Number(/\\pos\(540,(\d+)\)/.exec(scriptOf(words("one"), { ...CAPTION_PRESETS.bold, ...changes }))?.[1]);
  assert.deepEqual([y({ position: "top" }), y({ position: "middle" })], [269, 960]);
  assert.equal(y({ positionY: 0.25 }), 480);
  assert.equal(y({ positionY: 0 }), 120);
  assert.equal(y({ positionY: 1, fontSizePx: 200 }), 1_920 - 250);
});

test("a word that is too long for a row is drawn smaller", () => {
  const script = scriptOf(words("x".repeat(60)), CAPTION_PRESETS.bold);
  const size = Number(/\\fs([\d.]+)/.exec(script)?.[1]);
  assert.ok(size > 20 && size < 60, `${size}`);
  assert.doesNotMatch(scriptOf(words("short"), CAPTION_PRESETS.bold), /\\fs[\d]/);
});

test("upper case is the style's, not the words'", () => {
  assert.match(scriptOf(words("straße"), CAPTION_PRESETS.shout), /STRASSE/);
});

test("no text opens an override, escapes, or ends its line", () => {
  const anything = fc.string({
    unit: fc.oneof(
      fc.constantFrom(..."{}\\\n\r\u2028\0,"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(anything, (text) => {
      assert.doesNotMatch(assText(text), /[{}\\\r\n\0\u2028\u2029]/);
      const hostile = `x${text}`;
      const plain = scriptOf(words("x", "y"), CAPTION_PRESETS.bold);
      const script = scriptOf(
        [{ ...words("x")[0], text: hostile } as CaptionWord, { text: "y", startS: 0.5, endS: 1 }],
        CAPTION_PRESETS.bold,
      );
      assert.equal(script.split("\n").length >= plain.split("\n").length, true);
      for (const event of events(script)) {
        const shown = event
          .split(",")
          .slice(9)
          .join(",")
          .replaceAll(/\{(\\[a-z0-9]+(\([\d,]+\)|[\d.]+|&H[\dA-F]+&))+\}/g, "");
        assert.doesNotMatch(shown, /[{}\\]/);
      }
      assert.equal(
        script
          .split(/\r|\n/)
          .filter((line) => !/^(Dialogue|Style|Format|PlayRes|ScriptType|WrapStyle|Scaled|\[|$)/.test(line))
          .length,
        0,
      );
    }),
  );
});
