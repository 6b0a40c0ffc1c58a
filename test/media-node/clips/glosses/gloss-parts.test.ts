// Words that a gloss has in another form, in parts, or but for their ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cognateOf } from "../../../../media-node/clips/glosses/cognates.ts";
import type { GlossedLanguage } from "../../../../media-node/clips/glosses/gloss-sources.ts";
import { glossWords } from "../../../../media-node/clips/glosses/gloss-words.ts";

function assertGlossed(language: GlossedLanguage, expected: Readonly<Record<string, string>>): void {
  const words = Object.keys(expected);
  const found = words.map((word) => glossWords([word], language)[0] ?? "");
  assert.deepEqual(Object.fromEntries(words.map((word, at) => [word, found[at]])), expected);
}

test("a word is found in forms that its gloss does not list", () => {
  assertGlossed("de", { kaufte: "buy", gelernten: "learn", Städten: "city", wichtigeren: "important" });
  assertGlossed("es", { contarlo: "tell", trabajábamos: "work", ganaremos: "win" });
  assertGlossed("fr", { travaillaient: "work", donnerait: "give", heureuses: "happy" });
  assertGlossed("it", { lavoravano: "work", raccontarlo: "tell", bambine: "child" });
  assertGlossed("nl", { gebouwde: "build", leerde: "learn", kinderen: "child" });
  assertGlossed("pt", { trabalhavam: "work", contá: "tell", crescendo: "grow" });
});

test("German and Dutch words are what their parts are", () => {
  assertGlossed("de", {
    Kundengespräch: "customer talk",
    Arbeitsmarkt: "work market",
    Softwareentwicklung: "software development",
    aufzubauen: "build",
    umgezogen: "move",
    Lehrerinnen: "teacher",
    freundlich: "nice",
    Ehrlichkeit: "truth",
  });
  assertGlossed("nl", { werkplaats: "work place", doorgegeven: "give" });
});

test("a part that is the end of many words is none: nothing is better than what is wrong", () => {
  assertGlossed("de", { Gesundschaft: "health", Kwarkinnen: "kwarkinnen" });
});

test("words that are English but for their ends are English", () => {
  assertGlossed("de", { Realität: "real", Anarchismus: "anarchism", diskutabel: "diskutabel" });
  assert.equal(cognateOf("kommunismus", "de"), "communism");
  assert.equal(cognateOf("motivacion", "es"), "motivation");
  assert.equal(cognateOf("possibilite", "fr"), "possibility");
  assert.equal(cognateOf("globalizzazione", "it"), "globalization");
  assert.equal(cognateOf("nationaliteit", "nl"), "nationality");
  assert.equal(cognateOf("nacoes", "pt"), "nation");
  assert.equal(cognateOf("sol", "es"), undefined);
});
