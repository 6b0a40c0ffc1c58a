// Why a clip was chosen, as it stands beside its title and hook.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeClip } from "../../../../media-node/clips/titles/title-clip.ts";
import type { SpokenWord } from "../../../../media-node/signal/spoken-word.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";

function wordsOf(text: string): readonly SpokenWord[] {
  return makeTalk([{ name: "talk", kind: "body", text }], { isPunctuated: true }).words;
}

test("a reason does not quote the title or the hook again", () => {
  const words = wordsOf("We went on for a while. Nobody believed the terrible secret we had found.");
  const reasonOf = (reason: string): string =>
    describeClip({ words, videoTitle: null, startS: 0, endS: 30, reason, index: 0, ratings: null }).reason;
  const title = "Nobody believed the terrible secret we had found";
  for (const quoted of [title, "We went on for a while", "We went on"])
    assert.equal(reasonOf(`Tells a story. We hear “${quoted}”.`), "Tells a story.", quoted);
  for (const kept of [
    "Tells a story. We hear “Old hives kill young swarms”.",
    `We hear “${title}”.`,
    `Answers the question “${title}”.`,
  ])
    assert.equal(reasonOf(kept), kept);
});

test("a reason keeps a quotation of which the title is a small part", () => {
  const words = wordsOf("Old hives kill young swarms.");
  const reason = "Gives advice. It says “Clean old hives before young swarms move in”.";
  const told = { words, videoTitle: null, startS: 0, endS: 30, reason, index: 0, ratings: null };
  assert.equal(describeClip({ ...told, title: "Old hives" }).reason, reason);
});

function reasonBesideTitle(text: string, title: string, reason: string): string {
  const told = { words: wordsOf(text), videoTitle: null, startS: 0, endS: 30, index: 0, ratings: null };
  return describeClip({ ...told, reason, title }).reason;
}

test("a reason whose point the title says quotes another line of what the clip is about", () => {
  const said =
    "Old hives kill young swarms in spring. Nobody ever cleans the old hives around here. You should burn your old hives before winter. Young swarms need clean hives from the first day.";
  const title = "Nobody ever cleans the old hives around here";
  assert.equal(
    reasonBesideTitle(said, title, `Takes a clear position. It says “${title}”.`),
    "Takes a clear position. It says “You should burn your old hives before winter”.",
  );
});

test("a reason that shows nothing of the clip names what that speaks of again and again, and full names", () => {
  const title = "It was raining again";
  const reasonOf = (said: string): string => reasonBesideTitle(said, title, "Tells a story.");
  const swarms = "Swarms, then. And that swarm? It was raining again. I saw Karl Frisch there, Adam.";
  assert.equal(reasonOf(swarms), "Tells a story. It speaks of “Karl Frisch” and “swarms”.");
  assert.equal(reasonOf("It was raining again. So, for hours. Hours, Adam."), "Tells a story.");
});

test("a reason that shows nothing of a clip that says nothing often quotes another line of it", () => {
  const said =
    "We went on for a while. Nobody believed the terrible secret. Every winter some wild swarm freezes beneath the frozen roof of an empty barn. The clever neighbours sold their last candles to pay an expensive doctor. You will never have to work again.";
  assert.equal(
    reasonBesideTitle(said, "Nobody believed the terrible secret", "Takes a clear position."),
    "Takes a clear position. It says “You will never have to work again”.",
  );
});
