import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { breakLongWords } from "../../../media-node/captions/break-long-words.ts";
import { longWord, placeOfBreak } from "../../../media-node/captions/word-breaks.ts";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const INVISIBLE = /\p{Cf}/gu;
const ROW_EM = 10;

/** In a font whose letters are half an em wide, and some of them narrower. */
function widthOf(text: string): number {
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return characters.reduce((sum, character) => {
    if (character.replace(INVISIBLE, "") === "") return sum;
    return sum + (/[ilt.]/.test(character) ? 0.25 : 0.5);
  }, 0);
}

function broken(text: string): string[] {
  const word = { text, startS: 1, endS: 3, endsSentence: true as const };
  return breakLongWords([word], ROW_EM, ({ length }) => length / 2).map((piece) => piece.text);
}

/** As `broken`, with those widths. */
function brokenByWidth(text: string): string[] {
  return breakLongWords([{ text, startS: 1, endS: 3 }], ROW_EM, widthOf).map((piece) => piece.text);
}

test("a word that is a little too long for a row stays whole, and is drawn smaller", () => {
  assert.deepEqual(broken("Kraftfahrzeugversicherung"), ["Kraftfahrzeugversicherung"]);
});

test("a compound that could not be read on one row is broken before syllables, with hyphens", () => {
  assert.deepEqual(broken("Donaudampfschifffahrtsgesellschaftskapitänswitwe"), [
    "Donaudampfschiff-",
    "fahrtsgesell-",
    "schaftskapitänswitwe",
  ]);
});

test("where no single consonant begins a syllable nearby, a word is broken before sounds that can begin one", () => {
  for (const [parted, even, most] of [
    ["break|throughs", 4, 6],
    ["Donaudampf|schifffahrt", 9, 11],
    ["Angst|schweiß", 4, 6],
    ["взгляд|страшно", 5, 7],
  ] as const) {
    const [begin = "", end = ""] = parted.split("|");
    assert.equal(placeOfBreak(longWord(begin + end), 0, { even, most }), begin.length, parted);
  }
});

test("an address is broken at its marks, and gets no hyphens that are not its own", () => {
  assert.deepEqual(broken("https://www.example-company.example/insurance/of/all/kinds"), [
    "https://www",
    ".example-company",
    ".example/insurance/",
    "of/all/kinds",
  ]);
});

test("an address is broken at a mark that leaves no crumb of it for the last row", () => {
  const spoken = { text: "https://www.example.com/some/long/path?x=1", startS: 1, endS: 3 };
  const pieces = breakLongWords([spoken], 11, ({ length }) => length / 2);
  assert.deepEqual(
    pieces.map(({ text }) => text),
    ["https://www.example", ".com/some/long/path", "?x=1"],
  );
});

test("what has no good place to be broken at is broken all the same, numbers without a hyphen", () => {
  for (const piece of broken("a".repeat(200))) assert.ok(piece.length <= 20, piece);
  assert.equal(broken("1234567890".repeat(5)).join(""), "1234567890".repeat(5));
});

test("numbers in a long run are not parted where digits are grouped", () => {
  const pieces = broken("10,000,000.50€/20,000,000.75€/30,000,000.25€");
  assert.deepEqual(pieces, ["10,000,000.50€/", "20,000,000.75€/", "30,000,000.25€"]);
});

test("the pieces share the word's time, and the last one ends its sentence", () => {
  const word = {
    text: "x".repeat(40),
    startS: 1,
    endS: 3,
    endsSentence: true as const,
    followsSpace: true as const,
  };
  const pieces = breakLongWords([word], 10, ({ length }) => length / 2);
  assert.equal(pieces[0]?.startS, 1);
  assert.equal(pieces.at(-1)?.endS, 3);
  for (const [at, piece] of pieces.slice(1).entries()) assert.equal(piece.startS, pieces[at]?.endS);
  assert.deepEqual(
    pieces.map(({ endsSentence = false }) => endsSentence),
    pieces.map((_, at) => at === pieces.length - 1),
  );
});

test("words whose letters are joined stay whole, however long", () => {
  const word = "الاستراتيجيةالاقتصاديةالعالمية".repeat(2);
  assert.deepEqual(broken(word), [word]);
});

test("text whose words no spaces part is broken behind dashes, commas, ellipses and the like, in none of its words", () => {
  const text = [
    "responsibility—",
    "accountability–",
    "transparency—",
    "truth,",
    "honesty;",
    "courage…",
    "kindness",
  ];
  for (const mark of ["—", "–", ",", ";", "…", "...", "!"]) {
    const said = text.map((word) => word.replace(/[^a-z]+$/, mark)).join("");
    for (const piece of broken(said).slice(0, -1)) assert.ok(piece.endsWith(mark), `${mark}: ${piece}`);
    assert.equal(broken(said).join(""), said);
  }
});

test("a mark in the row is a better place than a syllable in the middle of what is left", () => {
  assert.deepEqual(broken("transparency—understandings,truthfully"), [
    "transparency—",
    "understandings,",
    "truthfully",
  ]);
  assert.deepEqual(broken("understandability,truthfulnesses,truth"), [
    "understandability,",
    "truthfulnesses,truth",
  ]);
  assert.deepEqual(broken("abcdefghijklmnop,qrstuvwxyzabcdefg"), ["abcdefghijklmnop,", "qrstuvwxyzabcdefg"]);
});

test("no dots are parted, and no digits of a group", () => {
  const pieces = broken("I...don't...really...know...whether...this...is...true...or...not");
  for (const piece of pieces.slice(0, -1)) assert.match(piece, /[a-z]\.\.\.$/);
  for (const piece of pieces) assert.match(piece, /^[a-zI]/);
  const number = `1${",234".repeat(14)}`;
  assert.equal(broken(number).join(""), number);
  for (const piece of broken(number).slice(0, -1)) assert.match(piece, /234,$/);
  for (const piece of broken(`a${"bcd1234567".repeat(6)}`).slice(1)) assert.doesNotMatch(piece, /^[2-7]/);
});

test("no two pieces that follow each other would fit on one row, and each fits on one", () => {
  const names = ["illini", "hill", "tilt", "mammoth", "moon", "www", "lit", "till"];
  const word = fc
    .array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(".", "-", "/", "", "_", "—")), {
      minLength: 5,
      maxLength: 20,
    })
    .map((parts) => parts.flat().join(""));
  fc.assert(
    fc.property(word, (text) => {
      const pieces = brokenByWidth(text);
      if (pieces.length === 1) return;
      for (const [at, piece] of pieces.entries()) {
        assert.ok(widthOf(piece) <= ROW_EM, piece);
        const next = pieces[at + 1];
        if (next !== undefined) assert.ok(widthOf(`${piece} ${next}`) > ROW_EM, `${piece} ${next}`);
      }
    }),
  );
});

test("characters are counted as they are seen, of however many code units they are", () => {
  const families = breakLongWords(
    [{ text: "👨‍👩‍👧‍👦".repeat(60), startS: 0, endS: 6 }],
    ROW_EM,
    (text) => 2 * widthOf(text),
  );
  assert.equal(families.map(({ text }) => text).join(""), "👨‍👩‍👧‍👦".repeat(60));
  for (const { text } of families) assert.ok(2 * widthOf(text) <= ROW_EM, text);
  const accented = brokenByWidth("e\u0301".repeat(60));
  for (const piece of accented) assert.ok(widthOf(piece) <= ROW_EM && !piece.startsWith("\u0301"), piece);
  assert.ok(accented.length <= 5, `${accented.length}`);
  const mixed = breakLongWords(
    [{ text: "e\u0301".repeat(30) + "x".repeat(30), startS: 0, endS: 6 }],
    ROW_EM,
    widthOf,
  );
  const [first] = mixed;
  const count = Array.from(graphemes.segment(first?.text.replace("-", "") ?? "")).length;
  assert.ok(Math.abs((first?.endS ?? 0) - count / 10) < 1e-9);
});

test("a word is broken at its soft hyphens, which then are seen", () => {
  const syllables =
    "Bun\u00addes\u00adver\u00adfas\u00adsungs\u00adgerichts\u00adpräsidenten\u00adwahl\u00adordnung";
  const pieces = brokenByWidth(syllables);
  assert.ok(pieces.length > 1);
  for (const [at, piece] of pieces.entries()) {
    assert.equal(piece.endsWith("-"), at < pieces.length - 1, piece);
    assert.doesNotMatch(piece, /\u00ad-?$/);
  }
  const parted = pieces.map((piece) => piece.replaceAll("\u00ad", "").replace(/-$/, ""));
  for (const [at] of parted.slice(1).entries()) {
    const before = parted.slice(0, at + 1).join("");
    assert.ok(
      syllables.split("\u00ad").some((_, end, all) => all.slice(0, end).join("") === before),
      before,
    );
  }
});

test("other alphabets are broken before their syllables, and never before a sign that belongs to the letter before", () => {
  assert.deepEqual(broken("достопримечательностидостопримечательности"), [
    "достопримеча-",
    "тельностидостоп-",
    "римечательности",
  ]);
  for (const sign of ["ь", "ъ", "й", "и\u0306"]) {
    for (const piece of broken(`ж${sign}`.repeat(30))) assert.ok(!piece.startsWith(sign), piece);
  }
  for (const piece of broken("ηλεκτροεγκεφαλογραφήματα".repeat(2)).slice(1))
    assert.match(piece.normalize("NFD"), /^[βγδζθκλμνξπρσςτφχψ]/);
});

test("scripts that know no hyphen get none: Tibetan is broken behind its marks, Korean anywhere", () => {
  const tibetan = "བཀྲ་ཤིས་བདེ་ལེགས་".repeat(6);
  assert.equal(brokenByWidth(tibetan).join(""), tibetan);
  for (const piece of brokenByWidth(tibetan)) assert.match(piece, /་$/u);
  assert.equal(broken("대한민국헌법재판소".repeat(6)).join(""), "대한민국헌법재판소".repeat(6));
});

test("however long a word is, the characters around a place alone tell whether it is broken there", () => {
  for (const letters of ["x", "ba", "1"]) {
    let reads = 0;
    const characters = new Proxy([...letters.repeat(10_000)], {
      get: (target, name) => {
        reads += 1;
        return Reflect.get(target, name);
      },
    });
    const at = placeOfBreak({ characters, isAddress: false }, 5_000, { even: 20, most: 20 });
    assert.ok(at > 5_002 && at <= 5_020, `${at}`);
    assert.ok(reads < 3_000, `${reads}`);
  }
});

test("a word of twice the length has about twice as much of it measured", () => {
  const measured = (count: number): number => {
    let characters = 0;
    const pieces = breakLongWords([{ text: "x".repeat(count), startS: 0, endS: 9 }], ROW_EM, (text) => {
      characters += text.length;
      return text.length / 2;
    });
    assert.ok(pieces.length >= count / 20);
    return characters;
  };
  assert.ok(measured(4_000) < 2.2 * measured(2_000));
});
