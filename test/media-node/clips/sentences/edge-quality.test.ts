// How clean the edges of a stretch are.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  edgeQuality,
  understoodQuality,
  understoodShare,
} from "../../../../media-node/clips/sentences/edge-quality.ts";
import { readMomentText } from "../../../support/talks/read-moment-text.ts";

/** Words of half a second, with half a second between sentences. */
function read(text: string) {
  let startS = 0;
  const words = text.split(" ").map((word) => {
    const at = startS;
    startS += /[.?!]$|--$/.test(word) ? 1 : 0.5;
    return { text: word, startS: at, endS: at + 0.5 };
  });
  return readMomentText(words);
}

function qualityOf(text: string): number {
  const moment = read(text);
  const endS = moment.text.words.at(-1)?.endS ?? 0;
  const at = (timeS: number) => moment.factsAt({ startS: timeS, endS: timeS });
  return edgeQuality(moment, at(0), at(endS));
}

test("a thought that stands alone and ends is clean", () => {
  assert.equal(qualityOf("Bees dance in the dark. Nobody taught them."), 1);
});

test("what begins with a word that joins it to something before is not", () => {
  for (const opening of ["And bees dance.", "But bees dance.", "It dances.", "Yeah, bees dance."]) {
    assert.ok(qualityOf(`${opening} Nobody taught them.`) < 1, opening);
  }
});

test("a bare reply at the beginning is a little less clean, and hides nothing of what comes after it", () => {
  const alone = qualityOf("Bees dance in the dark. Nobody taught them.");
  const replied = qualityOf("Okay. Bees dance in the dark. Nobody taught them.");
  assert.ok(replied < alone && replied > 0.7 * alone);
  const joined = qualityOf("Oh, cool. But bees dance in the dark. Nobody taught them.");
  assert.ok(joined < qualityOf("But bees dance in the dark. Nobody taught them."));
  assert.equal(qualityOf("Okay. So why do bees dance in the dark? Nobody taught them."), alone);
});

test("what trails off, is interrupted or asks at its end is not", () => {
  for (const ending of ["Nobody taught...", "Nobody taught --", "Who taught them?"]) {
    assert.ok(qualityOf(`Bees dance in the dark. ${ending}`) < 1, ending);
  }
});

test("a bare reply behind the point is a little less clean", () => {
  for (const ending of ["Yeah.", "Right, exactly."]) {
    const quality = qualityOf(`Bees dance in the dark. Nobody taught them. ${ending}`);
    assert.ok(quality < 1 && quality > qualityOf("Bees dance in the dark. Nobody..."), ending);
  }
  assert.equal(qualityOf("Bees dance in the dark. Nobody taught them. Yeah, nobody did."), 1);
});

test("a cut in the middle of what somebody quotes is not clean", () => {
  const moment = read('Bees dance. She said, "I saw it. They never stop." We laughed.');
  const at = (word: number) => {
    const timeS = moment.text.words[word]?.startS ?? 0;
    return moment.factsAt({ startS: timeS, endS: timeS });
  };
  assert.equal(edgeQuality(moment, at(0), at(10)), 1);
  assert.ok(edgeQuality(moment, at(0), at(7)) < 1);
  assert.ok(edgeQuality(moment, at(7), at(10)) < 1);
});

test("a cut inside a sentence is not clean, whatever the sentence before it ends with", () => {
  const moment = read("Bees dance in the dark. Nobody taught them how.");
  const before = (word: number) => {
    const timeS = moment.text.words[word]?.startS ?? 0;
    return moment.factsAt({ startS: timeS, endS: timeS });
  };
  assert.equal(edgeQuality(moment, before(0), before(5)), 1);
  assert.ok(edgeQuality(moment, before(0), before(7)) < 1);
  assert.ok(edgeQuality(moment, before(2), before(5)) < 1);
});

test("a stretch without words has no edges that could be unclean", () => {
  const moment = read("Who dances? And bees dance.");
  const between = moment.factsAt({ startS: 1.2, endS: 1.2 });
  assert.equal(edgeQuality(moment, between, between), 1);
});

/** How well a clip begins with the second sentence, for somebody who has heard nothing before it. */
function understood(second: string, begins: number | null = null): number {
  const moment = read(`The house was built of wood. ${second} Nobody taught them how.`);
  const at = (timeS: number) => moment.factsAt({ startS: timeS, endS: timeS });
  const startS = moment.text.sentences[1]?.startS ?? 0;
  return understoodQuality(moment, at(startS), at(moment.text.words.at(-1)?.endS ?? 0), begins);
}

test("a listener is lost in the middle of a quotation, and inside a sentence", () => {
  const moment = read('She told me, "Go home. Young bees dance in the dark." Nobody taught them how.');
  const at = (timeS: number) => moment.factsAt({ startS: timeS, endS: timeS });
  const from = (word: number) => {
    const startS = moment.text.words[word]?.startS ?? 0;
    return understoodQuality(moment, at(startS), at(moment.text.words.at(-1)?.endS ?? 0), null);
  };
  assert.ok(from(5) < 0.6 * from(0));
  assert.equal(from(7), 0);
});

test("a listener is the better off the surer the judge is that a clip begins there", () => {
  const second = "Young bees dance in the dark.";
  assert.ok(understood(second, 0.2) < understood(second, 0.6));
  assert.equal(understood(second, 0.8), understood(second, 0.9));
});

test("a beginning that is not understood, or no end, takes the more from a clip the shorter that is", () => {
  const shareOf = (first: string, rest: number, last = "Nobody taught them how."): number => {
    const dances = "Young bees dance in the dark. ".repeat(rest);
    const moment = read(`The house was built. ${first} ${dances}${last}`);
    const at = (timeS: number) => moment.factsAt({ startS: timeS, endS: timeS });
    const startS = moment.text.sentences[1]?.startS ?? 0;
    return understoodShare(moment, at(startS), at(moment.text.words.at(-1)?.endS ?? 0));
  };
  assert.equal(shareOf("Old bees sleep in the hive.", 1), 1);
  assert.ok(shareOf("And they slept in the hive.", 1) < 0.7);
  assert.ok(shareOf("And they slept in the hive.", 7) < 0.9);
  // Some of it even of a long one: of places that are as good one is taken that is understood.
  const ofLong = shareOf("And they slept in the hive.", 20);
  assert.ok(ofLong > 0.8 && ofLong < 0.95, String(ofLong));
  assert.ok(shareOf("Old bees sleep in the hive.", 1, "How do they do it?") < 0.8);
  assert.equal(shareOf("Old bees sleep in the hive.", 20, "How do they do it?"), 1);
});
