// What only asks in other languages, and what looks like it and is a subject.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readPrompt } from "../../../../media-node/clips/wishes/prompt-intents.ts";
import { avoidedTopicsOf, topicOf } from "../../../../media-node/clips/wishes/wish-relevance.ts";

test("a command for clips names no subject, whatever its language, their number, their length and their platform", () => {
  for (const prompt of [
    "Mach 5 Clips für LinkedIn",
    "Mach mir bitte fünf kurze Clips für TikTok und Instagram",
    "Schneide die besten Stellen für Instagram heraus",
    "Könnten Sie bitte die spannendsten Momente finden?",
    "Ich hätte gern drei Ausschnitte, je 30 Sekunden",
    "Erstelle Clips unter 60 Sekunden für unsere sozialen Netzwerke",
    "Fais-moi cinq clips courts pour LinkedIn",
    "Génère des extraits de moins d'une minute",
    "Pouvez-vous trouver les moments forts ?",
    "Les meilleurs moments pour les réseaux sociaux",
    "Hazme cinco clips",
    "¿Podrías buscar los mejores momentos?",
    "Crea clips de menos de 60 segundos para TikTok",
    "Fammi cinque clip per Instagram",
    "Faça 5 clipes curtos para o LinkedIn",
    "Maak 5 korte clips voor LinkedIn",
    "Zrób 5 klipów na LinkedIn",
    "Gör 5 klipp för LinkedIn",
    "Lav 5 klip til LinkedIn",
    "Lag 5 klipp for LinkedIn",
    "Сделай 5 коротких клипов для TikTok",
    "Зроби 5 кліпів для TikTok",
    "LinkedIn için 5 klip yap",
    "LinkedIn用に5つのクリップを作って",
  ])
    assert.equal(topicOf(prompt, null), "", prompt);
});

test("the subject beside a command is what is asked for", () => {
  for (const [prompt, topic] of [
    ["Mach 5 Clips über Bienen für LinkedIn", "Bienen"],
    ["Clips über Bienen, je 30 Sekunden", "Bienen"],
    ["Könntest du Stellen über Imkerei heraussuchen?", "Imkerei"],
    ["Je voudrais des extraits de 30 secondes sur l'apiculture", "l'apiculture"],
    ["Hazme 3 clips cortos sobre abejas para TikTok", "abejas"],
    ["Crie clipes sobre abelhas de até 30 segundos", "abelhas"],
    ["Сделай клипы про пчёл", "пчёл"],
  ] as const)
    assert.equal(topicOf(prompt, null), topic, prompt);
});

test("kinds of moments are found beside commands", () => {
  for (const prompt of [
    "Mach mir 5 lustige Clips",
    "Trouve-moi les passages les plus drôles pour TikTok",
    "Hazme cinco clips divertidos para Instagram",
  ]) {
    assert.ok(readPrompt(prompt).features?.has("joke"), prompt);
    assert.equal(topicOf(prompt, null), "", prompt);
  }
});

test("a platform and words of commands stay where they are the subject", () => {
  for (const [prompt, topic] of [
    ["Tipps für LinkedIn", "LinkedIn"],
    ["Werbung auf TikTok", "Werbung TikTok"],
    ["Mach 5 and the Concorde", "Mach 5 and the Concorde"],
    ["die Regel von 5 Minuten", "die Regel von 5 Minuten"],
    ["LinkedIn", "LinkedIn"],
  ] as const)
    assert.equal(topicOf(prompt, null), topic, prompt);
  assert.deepEqual(avoidedTopicsOf("momentos sin política"), ["política"]);
});

test("a platform right before moments says where they are posted", () => {
  assert.equal(topicOf("best TikTok moments", null), "");
  assert.equal(topicOf("best LinkedIn highlights about bees", null), "bees");
  assert.equal(topicOf("TikTok moments of 2020", null), "TikTok of 2020");
});

test("an English word or a name before clips is their subject, though it asks in another language", () => {
  for (const [prompt, topic] of [
    ["lag in video games", "lag in video games"],
    ["Lag spikes clips", "Lag spikes"],
    ["Finn highlights", "Finn"],
    ["Finn videos about surfing", "Finn surfing"],
    ["Da Baby highlights", "Da Baby"],
    ["Cree people clips", "Cree people"],
    ["fare clips about buses", "fare buses"],
    ["sex clips", "sex"],
    ["Otto videos", "Otto"],
    ["Evita Perón, la historia", "Evita Perón, historia"],
    ["Evita songs", "Evita songs"],
    ["why good men sin in the old testament", "why men sin in the old testament"],
  ] as const) {
    assert.equal(topicOf(prompt, null), topic, prompt);
    assert.deepEqual(avoidedTopicsOf(prompt), [], prompt);
  }
  for (const prompt of ["Finn de beste klippene", "Da me 3 clips", "Lag korte klipp", "Sex korta klipp"])
    assert.equal(topicOf(prompt, null), "", prompt);
  assert.deepEqual(avoidedTopicsOf("Evita la política"), ["política"]);
  assert.deepEqual(avoidedTopicsOf("clips de cocina, pero sin carne"), ["carne"]);
});

test("that clips are to go viral names no subject, nor do several words of praise", () => {
  for (const [prompt, topic] of [
    ["kurze Clips, die viral gehen", ""],
    ["Clips, die auf TikTok viral gehen könnten", ""],
    ["kurze, knackige Clips, die gut ankommen", ""],
    ["Clips über Bienen, die viral gehen", "Bienen"],
    ["extraits qui vont devenir viraux", ""],
    ["clips courts et percutants sur les ruches", "ruches"],
    ["clips cortos que se hagan virales", ""],
    ["clips sobre abejas que puedan volverse virales en TikTok", "abejas"],
    ["clip brevi che diventano virali", ""],
    ["cortes que viralizem", ""],
    ["korte clips die viraal gaan", ""],
    ["Bienen, die schwärmen", "Bienen, die schwärmen"],
  ] as const)
    assert.equal(topicOf(prompt, null), topic, prompt);
});
