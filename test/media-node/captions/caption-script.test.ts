import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assColor, assText } from "../../../media-node/captions/caption-ass.ts";
import { captionScript } from "../../../media-node/captions/caption-script.ts";
import { groupWords } from "../../../media-node/captions/lay-out-captions.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { plainTypeface } from "../../support/media/plain-typeface.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";

const FRAME = { width: 1_080, height: 1_920 };
const TYPEFACE = plainTypeface();
/** So high that half a frame is nothing. */
const FRAME_RATE = 10_000;
/** A style without shadows, so that each piece of text is one event. */
const PLAIN: CaptionStyle = { ...PRESET_STYLES.bold, shadow: "none", animation: "none", fontSizePx: 80 };

function words(...texts: string[]): SpokenWord[] {
  return texts.map((text, index) => ({ text, startS: index * 0.5, endS: (index + 1) * 0.5 }));
}

function scriptOf(spoken: readonly SpokenWord[], style: CaptionStyle, frame = FRAME): string {
  const scene = { style, typeface: TYPEFACE, frame, frameRate: FRAME_RATE };
  return captionScript(groupWords(spoken, style, TYPEFACE), scene);
}

interface Event {
  readonly layer: number;
  readonly times: string;
  readonly text: string;
  /** The text without its tags. */
  readonly shown: string;
}

function events(script: string): Event[] {
  const lines = script.split("\n").filter((line) => line.startsWith("Dialogue: "));
  return lines.map((line) => {
    const [layer = "", start, end, , , , , , , ...rest] = line.slice("Dialogue: ".length).split(",");
    const text = rest.join(",");
    return { layer: Number(layer), times: `${start} ${end}`, text, shown: text.replaceAll(/\{[^}]*\}/g, "") };
  });
}

function positions(script: string): { x: number; y: number }[] {
  const found = script.matchAll(/\\an5\\pos\(([\d.]+),([\d.]+)\)/g);
  return Array.from(found, ([, x, y]) => ({ x: Number(x), y: Number(y) }));
}

/** The fields of the script's style by their names. */
function styleOf(script: string): Record<string, string> {
  const fieldsAfter = (start: string): string[] =>
    script
      .split("\n")
      .find((line) => line.startsWith(start))
      ?.slice(start.indexOf(" ") + 1)
      .split(",")
      .map((field) => field.trim()) ?? [];
  const [names, values] = [fieldsAfter("Format: Name"), fieldsAfter("Style: ")];
  assert.equal(values.length, names.length);
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
}

test("colours are turned round and their alpha inverted", () => {
  assert.equal(assColor("#FF8000"), "&H000080FF");
  assert.equal(assColor("#10203040"), "&HBF302010");
});

test("a script says that its colours are those of BT.709", () => {
  assert.match(scriptOf(words("one"), PLAIN), /^YCbCr Matrix: TV\.709$/m);
});

test("words stand beside each other by their own widths, centred, and are there as long as their line", () => {
  const script = scriptOf(words("one", "sixsix"), PLAIN);
  // Letters are 40 px wide, the space too: 400 px in all, from 340 to 740.
  assert.deepEqual(
    positions(script).map(({ x }) => x),
    [400, 620],
  );
  assert.deepEqual(
    events(script).map(({ shown, times }) => `${shown} ${times}`),
    ["one 0:00:00.00 0:00:01.35", "sixsix 0:00:00.00 0:00:01.35"],
  );
});

test("a word has its colour from when it is said until the next one is", () => {
  const style: CaptionStyle = { ...PLAIN, highlightBackgroundColor: "#112233" };
  const [first = "", second = ""] = events(scriptOf(words("one", "two"), style))
    .filter(({ layer }) => layer === 3)
    .map(({ text }) => text);
  assert.match(first, /\\1c&H00D4FF&\\1a&H00&\\t\(500,501,\\1c&HFFFFFF&/);
  assert.match(second, /\\t\(500,501,\\1c&H00D4FF&\\1a&H00&\)\\t\(1350,1351,\\1c&HFFFFFF&/);
});

test("the box of a word is there only while it is said", () => {
  const style: CaptionStyle = { ...PLAIN, highlightBackgroundColor: "#112233" };
  const boxes = events(scriptOf(words("one", "two"), style)).filter(({ text }) => text.includes("\\p1"));
  assert.deepEqual(
    boxes.map(({ times, layer }) => [times, layer]),
    [
      ["0:00:00.00 0:00:00.50", 1],
      ["0:00:00.50 0:00:01.35", 1],
    ],
  );
  assert.ok(boxes.every(({ text }) => text.includes("\\1c&H332211&")));
});

test("without a highlight a row is one event", () => {
  for (const animation of ["none", "fade"] as const) {
    const style: CaptionStyle = { ...PLAIN, highlightColor: null, animation };
    assert.equal(events(scriptOf(words("one", "two"), style)).length, 1);
  }
});

test("each animation brings its own tags", () => {
  const textOf = (animation: CaptionStyle["animation"]): string =>
    events(scriptOf(words("one", "two"), { ...PLAIN, highlightColor: null, animation }))[0]?.text ?? "";
  assert.match(textOf("fade"), /\\fad\(\d+,\d+\)/);
  assert.match(textOf("pop"), /\\fscx\d+\\fscy\d+\\t\(0,/);
  assert.match(textOf("bounce"), /\\move\(/);
  assert.match(textOf("karaoke"), /\\k0\\kf50/);
  assert.doesNotMatch(textOf("none"), /\\t\(|\\fad|\\move|\\k/);
});

test("a word that bounces comes when it is said and stays with its line", () => {
  const script = scriptOf(words("one", "two"), { ...PLAIN, animation: "bounce" });
  assert.deepEqual(
    events(script).map(({ shown, times }) => `${shown} ${times}`),
    ["one 0:00:00.00 0:00:01.35", "two 0:00:00.50 0:00:01.35"],
  );
});

test("times are half a frame early, which makes the greatest lead and lag equally small", () => {
  const scene = { style: PLAIN, typeface: TYPEFACE, frame: FRAME, frameRate: 10 };
  const spoken = [{ text: "one", startS: 1, endS: 2 }];
  const script = captionScript(groupWords(spoken, PLAIN, TYPEFACE), scene);
  assert.equal(events(script)[0]?.times, "0:00:00.95 0:00:02.30");
});

test("sizes of fonts and outlines are scaled with the frame's width", () => {
  const small = styleOf(scriptOf(words("one"), PLAIN, { width: 360, height: 640 }));
  const large = styleOf(scriptOf(words("one"), PLAIN));
  assert.deepEqual([large.Fontsize, large.Outline], ["100", String(PLAIN.strokeWidthPx)]);
  assert.deepEqual([small.Fontsize, small.Outline], ["33.33", (PLAIN.strokeWidthPx / 3).toFixed(2)]);
});

test("a box is one for all rows, behind them, in its colour", () => {
  const style: CaptionStyle = { ...PLAIN, highlightColor: null, backgroundColor: "#101014C0" };
  const drawn = events(scriptOf(words("extraordinary", "circumstances", "here"), style));
  const boxes = drawn.filter(({ text }) => text.includes("\\p1"));
  assert.equal(drawn.length, 3, "two rows and a box");
  assert.equal(boxes.length, 1);
  assert.equal(boxes[0]?.layer, 0);
  assert.match(boxes[0]?.text ?? "", /\\1c&H141010&\\1a&H3F&/);
});

test("positions keep the safe areas free, and none leaves the frame", () => {
  const y = (changes: Partial<CaptionStyle>): number =>
    positions(scriptOf(words("one"), { ...PLAIN, ...changes }))[0]?.y ?? Number.NaN;
  const near = (value: number, wanted: number): void => assert.ok(Math.abs(value - wanted) < 40, `${value}`);
  near(y({ position: "top" }), 0.14 * 1_920 + 35);
  near(y({ position: "middle" }), 960);
  near(y({ position: "bottom" }), 0.65 * 1_920 - 45);
  assert.ok(y({ position: "bottom" }) < 0.65 * 1_920 - 20);
  near(y({ positionY: 0.25 }), 480);
  assert.ok(y({ positionY: 0 }) > 40 && y({ positionY: 1, fontSizePx: 200 }) < 1_920 - 60);
});

test("a word that is too long for a row is drawn smaller, as long as it can be read", () => {
  const sizeOf = (text: string): number => Number(/\\fs([\d.]+)/.exec(scriptOf(words(text), PLAIN))?.[1]);
  assert.equal(sizeOf("short"), 100);
  assert.ok(sizeOf("x".repeat(30)) >= 60 && sizeOf("x".repeat(30)) < 100);
  assert.equal(sizeOf("x".repeat(60)), 100);
});

test("a row that is read from right to left is one text, in the order in which it is said", () => {
  const spoken = words("שלום", "לכולם");
  const shown = events(scriptOf(spoken, { ...PLAIN, animation: "pop" }));
  assert.deepEqual(
    shown.map(({ shown: text, times }) => `${text} ${times}`),
    ["שלום לכולם 0:00:00.00 0:00:00.50", "שלום לכולם 0:00:00.50 0:00:01.35"],
  );
});

test("a row with conjuncts, whose widths are not known here, is one text, in which words change their colour", () => {
  const style: CaptionStyle = { ...PLAIN, highlightColor: null, highlightBackgroundColor: "#112233" };
  for (const [first, second] of [
    ["क्षत्रिय", "विद्यार्थी"],
    ["শ্রীমতী", "ok"],
    ["ខ្មែរ ", "ok"],
  ] as const) {
    const drawn = events(scriptOf(words(first, second), style));
    assert.equal(drawn.length, 2);
    assert.ok(drawn.every(({ shown }) => shown.includes(first.trim()) && shown.includes(second)));
    // The colour of the box, made light enough to stand out in the dark stroke.
    assert.match(drawn[0]?.text ?? "", /^\{\\an5[^{]*\}\{\\1c&H999188&/);
  }
  const bare = { ...style, strokeWidthPx: 0 };
  assert.match(
    events(scriptOf(words("क्षत्रिय", "ok"), bare))[0]?.text ?? "",
    /^\{\\an5[^{]*\}\{\\1c&H332211&/,
  );
  const onBox = { ...bare, strokeColor: "#FFFFFF", backgroundColor: "#101014D8" };
  const marked = events(scriptOf(words("क्षत्रिय", "ok"), onBox)).find(({ layer }) => layer === 3);
  assert.match(marked?.text ?? "", /^\{\\an5[^{]*\}\{\\1c&H999188&/);
  const bright = { ...style, highlightBackgroundColor: "#FFD400" };
  assert.match(events(scriptOf(words("श्री", "ok"), bright))[0]?.text ?? "", /\{\\1c&H00D4FF&/);
  assert.equal(events(scriptOf(words("สวัสดี", "ok"), PLAIN)).length, 2);
});

test("a row that begins with a name from elsewhere is read as its clip is", () => {
  const shownOf = (...spoken: string[]): string[] =>
    events(scriptOf(words(...spoken), { ...PLAIN, highlightColor: null })).map(({ shown }) => shown);
  assert.deepEqual(shownOf("YouTube", "היא", "חברה"), ["\u200fYouTube היא חברה"]);
  assert.deepEqual(shownOf("שלום", "means", "peace"), ["\u200eשלום means peace"]);
  assert.deepEqual(shownOf("Google", "היא", "חברה."), ["\u200fGoogle היא חברה."]);
  assert.deepEqual(shownOf("YouTube", "is", "one."), ["YouTube is one."]);
  const marked = events(scriptOf(words("YouTube", "היא", "חברה"), PLAIN));
  assert.ok(marked.length === 3 && marked.every(({ shown }) => shown === "\u200fYouTube היא חברה"));
});

test("no text opens an override, escapes, or ends its line", () => {
  const anything = fc.string({
    unit: fc.oneof(fc.constantFrom(..."{}\\\n\r\u2028\0,"), anyCharacter),
  });
  const tag = /\{(\\[a-z0-9]+(\([^(){}]*\)|[^(){}\\]*))+\}/g;
  fc.assert(
    fc.property(anything, (text) => {
      assert.doesNotMatch(assText(text), /[{}\\\r\n\0\u2028\u2029]/);
      const hostile = { text: `x${text}`, startS: 0, endS: 0.5 };
      const script = scriptOf([hostile, { text: "y", startS: 0.5, endS: 1 }], PLAIN);
      for (const { text: written } of events(script)) {
        assert.doesNotMatch(written.replaceAll(tag, ""), /[{}\\]/);
      }
      const known = /^(Dialogue|Style|Format|PlayRes|ScriptType|YCbCr|WrapStyle|Scaled|\[|$)/;
      assert.deepEqual(
        script.split(/\r|\n/).filter((line) => !known.test(line)),
        [],
      );
    }),
  );
});
