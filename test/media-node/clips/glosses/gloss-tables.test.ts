// The tables of glosses: rows as they are read, and what could never be found in them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DANISH_AND_NORWEGIAN } from "../../../../media-node/clips/glosses/danish-norwegian-gloss.ts";
import { DUTCH } from "../../../../media-node/clips/glosses/dutch-gloss.ts";
import { FRENCH } from "../../../../media-node/clips/glosses/french-gloss.ts";
import { GERMAN } from "../../../../media-node/clips/glosses/german-gloss.ts";
import { GERMAN_SUBJECTS } from "../../../../media-node/clips/glosses/german-subjects.ts";
import { GERMAN_THINGS } from "../../../../media-node/clips/glosses/german-things.ts";
import { ITALIAN } from "../../../../media-node/clips/glosses/italian-gloss.ts";
import { POLISH } from "../../../../media-node/clips/glosses/polish-gloss.ts";
import { PORTUGUESE } from "../../../../media-node/clips/glosses/portuguese-gloss.ts";
import { englishOf, MAX_PHRASE_WORDS, readGloss } from "../../../../media-node/clips/glosses/read-gloss.ts";
import { SPANISH } from "../../../../media-node/clips/glosses/spanish-gloss.ts";
import { SWEDISH } from "../../../../media-node/clips/glosses/swedish-gloss.ts";
import { wordKey } from "../../../../media-node/senses/meaning/text-lexicon.ts";

const TABLES = {
  German: [GERMAN, GERMAN_THINGS, GERMAN_SUBJECTS].join(" "),
  French: FRENCH,
  Spanish: SPANISH,
  Italian: ITALIAN,
  Portuguese: PORTUGUESE,
  Dutch: DUTCH,
  Swedish: SWEDISH,
  Polish: POLISH,
  "Danish and Norwegian": DANISH_AND_NORWEGIAN,
};

const ROW = /^[a-z'-]+(?:_[a-z'-]+)*:[^:,]+(?:,[^:,]+)*$/;

for (const [language, table] of Object.entries(TABLES)) {
  test(`each row of ${language} is English and the forms that it is said for`, () => {
    const wrong = table
      .trim()
      .split(/\s+/)
      .filter((row) => !ROW.test(row));
    assert.deepEqual(wrong, []);
  });

  test(`each form of ${language} stands once, and as words of a talk are looked up`, () => {
    const forms = table
      .trim()
      .split(/\s+/)
      .flatMap((row) => row.slice(row.indexOf(":") + 1).split(","));
    const twice = forms.filter((form, at) => forms.indexOf(form) !== at);
    assert.deepEqual(twice, []);
    const never = forms.filter((form) => {
      const words = form.split("_");
      const isKey = words.every((word, at) => {
        const ends = word.endsWith("'") && at === words.length - 1;
        return word === (ends ? `${wordKey(word)}'` : wordKey(word));
      });
      return !isKey || words.length > MAX_PHRASE_WORDS;
    });
    assert.deepEqual(never, []);
  });
}

test("what stands first counts, of forms and of stems", () => {
  const gloss = readGloss("way:weg,wege away:weg walk:wegen_gehen", (key) => key.replace(/e[nrs]?$/, ""));
  assert.equal(englishOf(gloss, "weg"), "way");
  assert.equal(englishOf(gloss, "weges"), "way");
  assert.equal(englishOf(gloss, "wegen gehen"), "walk");
  assert.equal(englishOf(gloss, "we"), undefined, "two letters have no stem");
});
