// Forms of verbs that say nothing by themselves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOfLanguage } from "../../../../media-node/clips/language/speech-language.ts";

test("could, would and should say nothing of a clip's subject in other languages", () => {
  for (const [language, words] of [
    ["de", "könnte könntest würde hätte müsste möchte"],
    ["es", "podría podrías sería debería"],
    ["fr", "pourrait pourrais serait devrait"],
  ] as const)
    for (const word of words.split(" ")) assert.ok(wordsOfLanguage(language)?.stop.has(word), word);
});
