// Of which candidates what a listener does not understand is taken off.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asUnderstood } from "../../../../media-node/clips/moments/understood-candidates.ts";
import { readMomentText } from "../../../support/talks/read-moment-text.ts";

/** What is left of each sentence but the first, as a candidate that was worth 1. */
function sharesOf(said: string): number[] {
  const text = readMomentText(
    said.split(" ").map((word, at) => ({ text: word, startS: at / 2, endS: at / 2 + 0.4 })),
  );
  const { sentences, words } = text.text;
  const times = [...sentences.map(({ startS }) => startS), words.at(-1)?.endS ?? 0];
  const cuts = times.map((timeS) => text.factsAt({ startS: timeS, endS: timeS }));
  const opensAt = sentences.slice(1).map((_, index) => index + 1);
  const candidates = {
    opensAt,
    closesAt: opensAt.map((cut) => cut + 1),
    startS: opensAt.map((cut) => times[cut] ?? 0),
    endS: opensAt.map((cut) => times[cut + 1] ?? 0),
    score: opensAt.map(() => 1),
  };
  return asUnderstood({ cuts, text }, candidates).score;
}

test("a short candidate is worth less where it leans on what was said before it, or asks at its end", () => {
  const [leaning = 1, alone = 0, asking = 1] = sharesOf(
    "The house was built. And they slept in the hive. Old bees sleep in the hive. How do old bees find their hive?",
  );
  assert.equal(alone, 1);
  assert.ok(leaning < 1 && asking < 1);
});

test("in other languages than English, whose signs are not known, nothing is taken off", () => {
  for (const said of [
    "Das Haus war so schön. Also, er will, dass man so was in der Zeit an die Bienen gibt. Was will man da machen? So war es in Berlin...",
    "La casa está en el bosque. No me han dicho nada de las abejas viejas. ¿Por qué bailan las abejas jóvenes? Y las otras duermen...",
  ])
    assert.deepEqual(sharesOf(said), [1, 1, 1], said);
});
