// Descriptions of clips: whole sentences of theirs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeClip } from "../../../../media-node/clips/titles/title-clip.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";

interface Told {
  readonly videoTitle?: string | null;
  readonly point?: string;
  readonly title?: string;
}

function descriptionOf(text: string, { videoTitle = null, point, title }: Told = {}): string {
  const { words } = makeTalk(text === "" ? [] : [{ name: "part", kind: "body", text }], {
    isPunctuated: true,
  });
  const pointS = words.find((word) => word.text.startsWith(point ?? "\0"))?.startS ?? null;
  const about = { videoTitle, startS: 75, endS: 102, reason: "Loud laughter.", index: 0, kind: null };
  return describeClip({ words, ratings: null, pointS, ...about, ...(title && { title }) }).description;
}

test("the sentences that say most and stand alone are the description, in their order", () => {
  const said =
    "Bees move to new houses. So that was it. Every swarm sends hundreds of scouts into the forest, and each of them looks for a dry hollow. It was like that. The scouts measure each hollow with their own steps, which takes them half an hour in complete darkness. And then, you know.";
  assert.equal(
    descriptionOf(said),
    "Every swarm sends hundreds of scouts into the forest, and each of them looks for a dry hollow. The scouts measure each hollow with their own steps, which takes them half an hour in complete darkness.",
  );
});

test("a sentence that is the title already is not said again where others are", () => {
  const said = "Nobody believed the terrible secret. We had measured the hollow tree for three summers.";
  assert.equal(descriptionOf(said), "We had measured the hollow tree for three summers.");
});

const HOOK = "Every swarm sends hundreds of scouts into the northern forest.";

function besideHook(text: string): string {
  return descriptionOf(`${HOOK} ${text}`, { title: "Something else" });
}

test("the hook's sentence gives way to others that are nearly as good", () => {
  const others =
    "Old keepers measure each hollow tree in winter. Pine resin protects young families against dangerous fungi.";
  assert.equal(besideHook(others), others);
});

test("what is told beside the hook's sentence stays alone where no third is nearly as good", () => {
  const other = "Pine resin protects young families against dangerous fungi.";
  assert.equal(besideHook(`${other} We drove home on another day.`), other);
});

test("the hook's sentence is told where others say much less", () => {
  assert.equal(besideHook("And then it was like that again."), HOOK);
  assert.equal(
    besideHook("Cold winters kill whole weak colonies."),
    `${HOOK} Cold winters kill whole weak colonies.`,
  );
});

test("a sentence that asks for what was said before it gives way to one that does not", () => {
  const others = "Every spring the keepers carry hives up the valley. Nobody believed the terrible secret.";
  for (const leaning of [
    "We never really started that conversation with scientists, farmers and foresters.",
    "He and scientists, farmers and foresters argued for seven winters.",
    "The keepers made this mistake in forests, orchards and meadows beside the river.",
  ])
    assert.equal(
      descriptionOf(`${leaning} ${others}`),
      "Every spring the keepers carry hives up the valley.",
      leaning,
    );
});

test("what goes on with a sentence that is not told gives way to what does not", () => {
  for (const leaning of [
    "As well as some of the clever hollow features that every careful keeper looks for in spring.",
    "Until the neighbours ask where the wonderful old swarm of the northern valley went.",
    "Pretty terrible, just a little bit, for the workers and drones of every northern swarm.",
  ]) {
    const said = `${leaning} Every old swarm sends hundreds of scouts into the forest, and the queen looks for a hollow meadow.`;
    assert.doesNotMatch(descriptionOf(said), new RegExp(leaning.slice(0, 12)), said);
  }
});

test("the clip's point is told", () => {
  const said =
    "Honeybees measure hollow trees with great care every summer. Old beekeepers taught young scientists quite strange methods. Pine resin protects their whole family against dangerous fungi, which would kill the brood within days otherwise.";
  assert.match(descriptionOf(said, { point: "Pine" }), /Pine resin protects/);
});

test("a sentence that is too long is told by a whole clause of it, or not at all", () => {
  const long = `We counted ${Array.from({ length: 40 }, (_, index) => `tree${index}`).join(" ")}.`;
  assert.ok(descriptionOf(`${long} Every swarm finds a better home in the end.`).length <= 330);
});

test("a long sentence is told by a long clause of it rather than by one that leans on the rest", () => {
  const said =
    "The oldest hives beside the river in our quiet valley beyond the northern forest have fed every single family of keepers there, because it's always been this way, and so it goes.";
  assert.equal(
    descriptionOf(said),
    "The oldest hives beside the river in our quiet valley beyond the northern forest have fed every single family of keepers there.",
  );
});

test("no description ends in a condition of what it does not say", () => {
  const said =
    "When we moved the hives to the upper meadow, we changed the feeders, and for some reason, when we open the large one now, it takes the colony fifteen minutes or more to find its way back to the entrance.";
  assert.equal(descriptionOf(said), "When we moved the hives to the upper meadow, we changed the feeders.");
});

test("what only names a subject is no sentence, nor is what has no verb", () => {
  const named =
    "And if I base all of how we feel on keeping this particular hive, through all of the difficult summers and the winters of the valley, then honey means nothing, and neither does wax, nor the meadow.";
  assert.doesNotMatch(descriptionOf(named), /How we feel/i);
  const fragment =
    "Six gigabytes, forty minutes, terrible compiler nonsense everywhere. The swarm found a new home.";
  assert.equal(descriptionOf(fragment), "The swarm found a new home.");
});

test("without words it says which part of the source it is, and why it was chosen", () => {
  assert.equal(descriptionOf(""), "From 1:15 to 1:42. Loud laughter.");
  assert.equal(
    descriptionOf("", { videoTitle: "A day with bees" }),
    "From “A day with bees”, 1:15 to 1:42. Loud laughter.",
  );
});

test("a description says rather what nobody broke off in", () => {
  const said =
    "We kept eleven hives with winter bees in the cellar all that cold and dark January. If I moved old hives into -- I could never imagine burning frames, brood, combs, wax and honey.";
  const title = "A winter with bees";
  assert.equal(
    descriptionOf(said, { title }),
    "We kept eleven hives with winter bees in the cellar all that cold and dark January.",
  );
});

test("a description says rather what sets itself against nothing, and ends no quotation that begins elsewhere", () => {
  const plain = "We kept eleven hives with winter bees in the cellar all that cold January.";
  const title = "A winter with bees";
  for (const leaning of [
    "As opposed to leaving old frames, brood, combs, wax and honey outside in frost, snow and storms.",
    "Whereas other keepers leave old frames, brood, combs, wax and honey outside in frost, snow and storms.",
    'He said "Stop. Are those frames, brood, combs, wax and honey frozen?" and showed old storms, frost and snow.',
  ])
    assert.equal(descriptionOf(`${plain} ${leaning}`, { title }), plain, leaning);
});
