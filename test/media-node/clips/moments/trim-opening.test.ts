// Filler that is cut off a clip's first words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { trimOpening } from "../../../../media-node/clips/moments/trim-opening.ts";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";

const WORD_S = 0.4;
const REST = "we deploy ten times a day and nobody has ever been woken by it";

/** Words of 0.4 s without gaps, but for 0.3 s behind each that ends in "_". */
function wordsOf(text: string) {
  let startS = 10;
  return text.split(" ").map((written) => {
    const word = { text: written.replace("_", ""), startS, endS: startS + WORD_S };
    startS = word.endS + (written.endsWith("_") ? 0.3 : 0);
    return word;
  });
}

/** What a clip of all of a text begins with once it is trimmed. */
function firstOf(text: string, { minS = 2, fromS = 9.9 } = {}): string {
  const words = wordsOf(text);
  const endS = (words.at(-1)?.endS ?? 0) + 0.1;
  const startS = trimOpening(splitSentences(words), { startS: fromS, endS }, minS);
  return words.find((word) => word.startS >= startS - 1e-9)?.text ?? "";
}

test("what is said before it begins is cut off where a mark or a pause parts it", () => {
  for (const filler of [
    "I mean,",
    "Like,",
    "Yeah. Wow. But, also,",
    "So_",
    "Okay, you know,",
    "um_ and_ well,",
  ]) {
    assert.equal(firstOf(`${filler} ${REST}`), "we", filler);
  }
});

test("what runs on into the next word stays, as does what means something", () => {
  assert.equal(firstOf(`So ${REST}`), "So");
  assert.equal(firstOf(`And then, ${REST}`), "And");
  assert.equal(firstOf(`No, ${REST}`), "No,");
  assert.equal(firstOf("Now_ is the time when we deploy ten times a day and nobody is woken"), "Now");
  assert.equal(firstOf(`Right? ${REST}`), "Right?");
});

test("a clip neither becomes too short nor loses what little is said in it", () => {
  const lengthS = REST.split(" ").length * WORD_S;
  assert.equal(firstOf(`Well, ${REST}`, { minS: lengthS + 0.3 }), "Well,");
  assert.equal(firstOf("Well, we deploy ten times a day"), "Well,");
});

test("a clip that begins later is trimmed from there", () => {
  assert.equal(firstOf(`Bees dance. Well, ${REST}`, { fromS: 10.75 }), "we");
  assert.equal(firstOf(`Well, ${REST}`, { fromS: 10.3 }), "we");
});

test("words of other languages that sound like filler stay", () => {
  const german = "Er_ hat mir damals gesagt, dass niemand mehr geweckt wird, wenn wir zehnmal am Tag liefern";
  assert.equal(firstOf(german), "Er");
});

test("filler of other languages is cut off likewise, and nothing that is none in them", () => {
  const rest = "wir haben im Winter auch keine Bienen mehr in dem alten Stock";
  assert.equal(firstOf(`Also, ${rest}`), "wir");
  assert.equal(firstOf(`Ja, genau, ${rest}`), "wir");
  assert.equal(firstOf(`Um_ vier Uhr, ${rest}`), "Um");
  assert.equal(firstOf(`Er, ${rest}`), "Er,");
});

test("what looks like a lead-in is none before a clause that belongs to it", () => {
  assert.equal(firstOf("To znaczy, że przegraliśmy całą wojnę o te stare ule w lesie mojego dziadka."), "To");
  assert.equal(
    firstOf("To znaczy, pszczoły śpią całą zimę w tym starym ulu mojego dziadka w lesie."),
    "pszczoły",
  );
});

test("hesitations of other languages are cut off where a mark or a pause parts them", () => {
  const german = "wir haben im Winter auch keine Bienen mehr in dem alten Stock";
  for (const filler of ["Äh,", "Äh_", "Äh, ähm_", "Äh, also,", "Na gut,", "Und_"])
    assert.equal(firstOf(`${filler} ${german}`), "wir", filler);
  assert.equal(firstOf(`Äh ${german}`), "Äh");
  assert.equal(
    firstOf("Euh, on a mis les abeilles dans la cave et elles ne sont pas contentes du tout."),
    "on",
  );
  assert.equal(firstOf("يعني، كنت في البيت وهذا كان أول شيء قلت له لأن الناس في هذا اليوم كانت هنا"), "كنت");
});

test("what a sentence of another language needs for its order or its sense stays", () => {
  for (const said of [
    "Deshalb_ haben wir das nicht mehr gemacht und die Bienen sind dann auch nicht mehr gekommen.",
    "Also_ habe ich ihm gesagt dass er nie wieder in mein Haus kommen darf und er ist gegangen.",
    "Trotzdem, wir haben das nicht mehr gemacht und die Bienen sind dann auch nicht mehr gekommen.",
    "Aber_ dass wir das nicht mehr gemacht haben ist für die Bienen auch nicht mehr so gut.",
    "Daarom_ doen we dat niet meer met de bijen en dat is ook wel heel goed voor hen.",
    "Così_ non si può lavorare con le api e non voglio che nessuno lo faccia mai.",
    "Así_ no se puede trabajar con las abejas y no quiero que nadie lo haga nunca.",
    "Weißt du, wo wir die Bienen im Winter haben und was wir dann mit dem alten Stock machen?",
    "Tampoco, la verdad es que no quiero que nadie haga eso con las abejas de mi casa.",
    "Aussi, je voulais dire que les abeilles ne sont pas dans la cave et que c'est bien.",
    "Donc_ on a mis les abeilles dans la cave et elles ne sont pas contentes du tout.",
  ])
    assert.equal(firstOf(said), said.split(/[_ ]/)[0]);
});
