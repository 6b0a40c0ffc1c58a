// Kinds of moments that are asked for, and what is to be left out, in other languages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readPrompt } from "../../../../media-node/clips/wishes/prompt-intents.ts";
import { avoidedTopicsOf, topicOf } from "../../../../media-node/clips/wishes/wish-relevance.ts";

test("quotations, figures, disagreements, mistakes and insights are kinds in other languages", () => {
  for (const [prompt, kind, topic] of [
    ["die besten Zitate", "claim", ""],
    ["Die wichtigsten Aussagen zum Thema Imkerei", "claim", "Imkerei"],
    ["les meilleures citations", "claim", ""],
    ["las mejores frases sobre abejas", "claim", "abejas"],
    ["le migliori citazioni", "claim", ""],
    ["лучшие цитаты", "claim", ""],
    ["Zahlen und Fakten zum Umsatz", "number", "Umsatz"],
    ["des chiffres sur les ruches", "number", "ruches"],
    ["datos y cifras sobre abejas", "number", "abejas"],
    ["Wo sie sich uneinig sind", "conflict", ""],
    ["kontroverse Meinungen zur Imkerei", "conflict", "Imkerei"],
    ["opiniones polémicas sobre la miel", "conflict", "miel"],
    ["désaccords", "conflict", ""],
    ["die größten Fehler", "confession", ""],
    ["les erreurs à éviter", "confession", ""],
    ["die überraschendsten Erkenntnisse", "surprise", ""],
  ] as const) {
    assert.ok(readPrompt(prompt).features?.has(kind), prompt);
    assert.equal(topicOf(prompt, null), topic, prompt);
  }
});

test("words that only look like kinds are subjects", () => {
  for (const [prompt, topic] of [
    ["Steuern zahlen", "Steuern zahlen"],
    ["Fehlermeldungen", "Fehlermeldungen"],
    ["citas médicas", "citas médicas"],
    ["protección de datos", "protección datos"],
    ["legal citations", "legal citations"],
  ] as const) {
    assert.equal(readPrompt(prompt).features, null, prompt);
    assert.equal(topicOf(prompt, null), topic, prompt);
  }
});

test("what is to be left out is known in other languages, also behind what is wanted", () => {
  for (const [prompt, topic, avoided] of [
    ["alles über Bienen, aber nichts über Honig", "Bienen", "Honig"],
    ["bitte nicht über Honig", "", "Honig"],
    ["tout sur l'apiculture, mais rien sur le miel", "l'apiculture", "miel"],
    ["ne parle pas de politique", "", "politique"],
    ["sin política", "", "política"],
    ["momentos divertidos sin política", "", "política"],
    ["todo sobre abejas, pero nada de miel", "abejas", "miel"],
    ["no hables de política", "", "política"],
  ] as const) {
    assert.equal(topicOf(prompt, null), topic, prompt);
    assert.deepEqual(avoidedTopicsOf(prompt), [avoided], prompt);
  }
});

test("English that looks like it leaves nothing out", () => {
  for (const prompt of ["greed, sin and pride", "sin and redemption", "retire early", "men without women"]) {
    assert.deepEqual(avoidedTopicsOf(prompt), [], prompt);
    assert.equal(topicOf(prompt, null), prompt);
  }
});

test("honest moments, failures and provocative theses are kinds in other languages", () => {
  for (const [prompt, kind, topic] of [
    ["ehrliche Momente über Bienen", "confession", "Bienen"],
    ["Geschichten vom Scheitern", "confession", ""],
    ["historias de fracaso", "confession", ""],
    ["moments sincères", "confession", ""],
    ["provokante Thesen zur Imkerei", "conflict", "Imkerei"],
    ["spannende Geschichten", "story", ""],
    ["consejos para apicultores", "advice", "apicultores"],
  ] as const) {
    assert.ok(readPrompt(prompt).features?.has(kind), prompt);
    assert.equal(topicOf(prompt, null), topic, prompt);
  }
});
