// Quotations of other languages that a cut leaves open or closes, and lines that end with a joining word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceMarks } from "../../../../../media-node/clips/titles/readable-text.ts";
import { describeTalk } from "../../../../support/talks/titled-talk.ts";

test("a German quotation that was opened before what is quoted closes nothing there", () => {
  assert.equal(
    balanceMarks("Vielleicht schwärmen die Bienen heute nicht.“"),
    "Vielleicht schwärmen die Bienen heute nicht.",
  );
  assert.equal(
    balanceMarks("Vielleicht schwärmen sie nicht“, sagte er."),
    "Vielleicht schwärmen sie nicht, sagte er.",
  );
  assert.equal(balanceMarks("He said “bees sleep"), "He said “bees sleep”");
  assert.equal(balanceMarks("“Bees sleep” and “wake"), "“Bees sleep” and “wake”");
});

test("French marks keep their spaces where one is added or left out", () => {
  assert.equal(balanceMarks("Il disait : « Les abeilles dorment"), "Il disait : « Les abeilles dorment »");
  assert.equal(
    balanceMarks("Les abeilles dorment, et puis voilà. »"),
    "Les abeilles dorment, et puis voilà.",
  );
  assert.equal(balanceMarks("Decía: «Las abejas duermen"), "Decía: «Las abejas duermen»");
  assert.equal(balanceMarks("Las abejas duermen». Y ya"), "Las abejas duermen. Y ya");
});

test("a hook does not end with the joining word at which its speaker broke off", () => {
  const { hook } = describeTalk(
    "Toutes les abeilles de mon oncle dorment dans la cave de la maison, et... Elles se réveillent au printemps avec les fleurs.",
  );
  assert.ok(!/(?:,| et)$/.test(hook), hook);
  const german = describeTalk(
    "Wir haben die alten Stöcke meines Onkels im Keller der Imkerei gelassen, weil... Die jungen Bienen schlafen im Winter draußen.",
  );
  assert.ok(!/weil$/.test(german.hook), german.hook);
});

test("“ behind a word closes what “ opened, and what it says ends there", () => {
  assert.equal(balanceMarks("He said “yes“ to it"), "He said “yes” to it");
  assert.equal(balanceMarks("Say “what“?"), "Say “what”?");
  assert.equal(balanceMarks("“Ja“ und “nein"), "“Ja” und “nein”");
});
