// What a reason says of what was asked for, and what it quotes for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MomentKind } from "../../../../media-node/clips/sentences/moment-kinds.ts";
import { readWishes } from "../../../../media-node/clips/wishes/wish-relevance.ts";
import { lexicalSimilarity } from "../../../../media-node/senses/meaning/text-similarity.ts";
import { NO_WISHES } from "../../../support/talks/no-wishes.ts";
import { reasonFor, textOf } from "../../../support/talks/talk-reason.ts";

async function reasonOfWish(
  said: string,
  prompt: string,
  likeliestKind: MomentKind | null = null,
  kind: MomentKind | null = null,
): Promise<string> {
  const talk = textOf(said);
  const wishes = await readWishes(lexicalSimilarity, talk.text, { prompt, title: null });
  return reasonFor(talk, ["promptMatch"], { likeliestKind, kind, wishes });
}

test("relevance is shown by a sentence with the words that were asked for", async () => {
  const said = "The garden was quiet all day. Bees dance on the comb. They turn to the sun.";
  assert.equal(
    await reasonOfWish(said, "dancing bees"),
    "Matches what was asked for: “Bees dance on the comb”.",
  );
});

test("where no quotation has the words that were asked for, none is given", async () => {
  const long =
    "The garden was quiet all day. On the old and by now rather crooked wooden comb of the bees that my father had hung " +
    "up behind the barn some thirty years before any of us was born it was warm. They turn to the sun.";
  assert.equal(await reasonOfWish(long, "bees"), "Matches what was asked for.");
});

test("a clip that is posted for something else than the kind asked for only comes close to it", async () => {
  const said = "Bees dance on the comb. They turn to the sun.";
  const laughed = `${said} That's hilarious.`;
  assert.equal(
    await reasonOfWish(laughed, "the funniest parts", "joke", "joke"),
    "Matches what was asked for.",
  );
  assert.equal(await reasonOfWish(said, "the funniest parts", "claim"), "Comes close to what was asked for.");
  assert.equal(await reasonOfWish(said, "applause", "claim"), "Matches what was asked for.");
});

test("what bears out nothing of the kind asked for does not come close to it", async () => {
  const reasonOfAdvice = (said: string) => reasonOfWish(said, "advice", "confession");
  assert.equal(await reasonOfAdvice("Never open a hive in winter."), "Comes close to what was asked for.");
  assert.equal(await reasonOfAdvice("I cried for a whole winter."), "Holds together as one piece.");
});

test("a clip that is not surely of the kind asked for only comes close, and no nearer than what is said in it", async () => {
  const asked = (said: string, kind: MomentKind | null) =>
    reasonOfWish(said, "the funniest parts", "joke", kind);
  const said = "Bees dance on the comb. They turn to the sun.";
  assert.equal(await asked(`${said} That's hilarious.`, null), "Comes close to what was asked for.");
  assert.equal(await asked(said, "joke"), "Comes close to what was asked for.");
  assert.equal(await asked(said, null), "Holds together as one piece.");
});

test("of a kind that was asked for it is said first, however little that adds, unless a topic lacks", () => {
  const reasonOfKind = (kind: MomentKind, topic: Float32Array | null = null) => {
    const wishes = { ...NO_WISHES, topic, features: new Map([["joke", 1]] as const) };
    return reasonFor(textOf("Winter was funny."), ["lengthFit"], { kind, wishes });
  };
  assert.equal(reasonOfKind("joke"), "Matches what was asked for and has a good length.");
  assert.equal(reasonOfKind("claim"), "Has a good length.");
  assert.equal(reasonOfKind("joke", new Float32Array(1)), "Has a good length.");
});

test("of several words that were asked for the rarest must be said, and only a sentence with it is quoted", async () => {
  const said = "Bees dance on the comb. Bees sleep at night. The swarm of bees leaves in spring.";
  assert.equal(
    await reasonOfWish(said, "the bees' swarm"),
    "Matches what was asked for: “The swarm of bees leaves in spring”.",
  );
  assert.equal(await reasonOfWish(said, "harvesting bees"), "Comes close to what was asked for.");
});

test("a clip that is told to be of another kind only comes close, whatever it most likely is and speaks of", async () => {
  const said = "Bees dance on the comb. They turn to the sun. Never open it.";
  assert.equal(await reasonOfWish(said, "advice", "advice", "claim"), "Comes close to what was asked for.");
  assert.equal(
    await reasonOfWish(said, "advice on bees", "advice", "claim"),
    "Comes close to what was asked for: “Bees dance on the comb”.",
  );
});
