// The tables of glosses: rows as they are read, and what could never be found in them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { englishOf, MAX_PHRASE_WORDS, readGloss } from "../../../../media-node/clips/glosses/read-gloss.ts";
import { CHINESE } from "../../../../media-node/clips/glosses/tables/chinese-gloss.ts";
import { CZECH } from "../../../../media-node/clips/glosses/tables/czech-gloss.ts";
import { DANISH_AND_NORWEGIAN } from "../../../../media-node/clips/glosses/tables/danish-norwegian-gloss.ts";
import { DUTCH } from "../../../../media-node/clips/glosses/tables/dutch-gloss.ts";
import { FINNISH } from "../../../../media-node/clips/glosses/tables/finnish-gloss.ts";
import { FRENCH } from "../../../../media-node/clips/glosses/tables/french-gloss.ts";
import { GERMAN } from "../../../../media-node/clips/glosses/tables/german-gloss.ts";
import { GERMAN_SUBJECTS } from "../../../../media-node/clips/glosses/tables/german-subjects.ts";
import { GERMAN_THINGS } from "../../../../media-node/clips/glosses/tables/german-things.ts";
import { GREEK } from "../../../../media-node/clips/glosses/tables/greek-gloss.ts";
import { HINDI } from "../../../../media-node/clips/glosses/tables/hindi-gloss.ts";
import { HUNGARIAN } from "../../../../media-node/clips/glosses/tables/hungarian-gloss.ts";
import { INDONESIAN } from "../../../../media-node/clips/glosses/tables/indonesian-gloss.ts";
import { ITALIAN } from "../../../../media-node/clips/glosses/tables/italian-gloss.ts";
import { JAPANESE } from "../../../../media-node/clips/glosses/tables/japanese-gloss.ts";
import { KOREAN } from "../../../../media-node/clips/glosses/tables/korean-gloss.ts";
import { POLISH } from "../../../../media-node/clips/glosses/tables/polish-gloss.ts";
import { PORTUGUESE } from "../../../../media-node/clips/glosses/tables/portuguese-gloss.ts";
import { ROMANIAN } from "../../../../media-node/clips/glosses/tables/romanian-gloss.ts";
import { RUSSIAN } from "../../../../media-node/clips/glosses/tables/russian-gloss.ts";
import { SPANISH } from "../../../../media-node/clips/glosses/tables/spanish-gloss.ts";
import { SWEDISH } from "../../../../media-node/clips/glosses/tables/swedish-gloss.ts";
import { TURKISH } from "../../../../media-node/clips/glosses/tables/turkish-gloss.ts";
import { UKRAINIAN } from "../../../../media-node/clips/glosses/tables/ukrainian-gloss.ts";
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
  Greek: GREEK,
  Hindi: HINDI,
  Indonesian: INDONESIAN,
  Finnish: FINNISH,
  Hungarian: HUNGARIAN,
  Ukrainian: UKRAINIAN,
  Romanian: ROMANIAN,
  Czech: CZECH,
  Turkish: TURKISH,
  Russian: RUSSIAN,
  Korean: KOREAN,
  Japanese: JAPANESE,
  Chinese: CHINESE,
  "Danish and Norwegian": DANISH_AND_NORWEGIAN,
};

/** English, or nothing. */
const ROW = /^(?:-|[a-z'-]+(?:_[a-z'-]+)*):[^:,]+(?:,[^:,]+)*$/;

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
