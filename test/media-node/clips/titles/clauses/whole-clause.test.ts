import assert from "node:assert/strict";
import { test } from "node:test";
import { type ClauseEdges, clauseForm } from "../../../../../media-node/clips/titles/clauses/whole-clause.ts";
import type { TitleToken } from "../../../../../media-node/clips/titles/title-tokens.ts";

const ENDS: ClauseEdges = { isEnd: true, asks: false, mayOrder: true };

function formOf(said: string, edges: Partial<ClauseEdges> = {}) {
  const tokens = said.split(" ").map((written, word): TitleToken => {
    const text = written.replace(/,$/, "");
    return { word, text, key: text.toLowerCase(), flags: 0, mark: text === written ? "" : "," };
  });
  return clauseForm(tokens, { ...ENDS, ...edges });
}

test("a subject and its verb are a statement", () => {
  for (const said of [
    "bees dance in the dark",
    "the part that hurts is small",
    "everyone I know sleeps badly",
    "my neighbour's hive burned down",
    "in Rome, you wait for everything",
    "what they want is honey",
    "that sort of hive needs to go",
    "that talk was good",
    "my old unit wants to pass",
    "they underestimate how bees sleep",
    "the theory is that if enough bees sleep, they win",
    "my father writes to think",
    "fear leads to change",
    "metal reacts to heat",
    "a good queen eats to live",
    "what I am proud of with this team is trust",
    "the thing I'm afraid of with wasps is loss",
    "the people you live with for years become family",
    "what I look for from a queen is calm",
    "the truth is that if you train daily, motivation fades",
    "people who've failed know more",
    "neglect kills bees",
    "change is hard",
    "merge requests are slow",
    "pull requests take days",
    "release notes can lie",
    "love hurts everyone",
    "that truly free swarm wins",
  ])
    assert.equal(formOf(said), "statement", said);
});

test("a verb that is told what to do, or whose thing has a verb, is no subject", () => {
  for (const said of [
    "see things are changing here",
    "like bees do",
    "need hives that are old",
    "sell hives when they are old",
  ])
    assert.notEqual(formOf(said, { mayOrder: false }), "statement", said);
});

test("a subject without a verb of its own is none", () => {
  for (const said of [
    "the part that hurts",
    "the people that I know from there",
    "that certain bees never sleep",
    "when the bees come home",
    "the honey made by old bees",
    "having kept bees for years",
    "watching really what gets harvested",
    "opens the hive and then puts it back",
    "that still work, and are cold",
    "your unit tests to pass",
    "hives that you like, and what's kept in your garden",
    "I am familiar with out of Rome, with the hives",
    "the theory is that if enough bees sleep, strangely",
    "the theory is that if enough bees sleep, in the winter",
    "we work with from ten hives",
    "I learned that keeping old bees in the north",
  ])
    assert.equal(formOf(said), null, said);
});

test("an order begins with its verb, where one may begin", () => {
  assert.equal(formOf("never sell honey to a bear"), "order");
  assert.equal(formOf("buy your first hive in spring"), "order");
  assert.equal(formOf("buy your first hive in spring", { mayOrder: false }), null);
});

test("what is explained is a topic", () => {
  assert.equal(formOf("why the bees never come home"), "topic");
  assert.equal(formOf("how to survive a swarm"), "topic");
});

test("a question has its verb before its subject", () => {
  assert.equal(formOf("why do bees dance", { asks: true }), "question");
  assert.equal(formOf("how you keep your bees", { asks: true }), null);
});

test("what somebody does of what is said needs a verb for both", () => {
  assert.equal(formOf("I like how what you learn in life"), null);
  assert.equal(formOf("I like how what you learn changes you"), "statement");
});

test("what misses its last words is no clause", () => {
  for (const said of ["bees dance in the", "I love the fact that you", "bees sleep and if you wake them"])
    assert.equal(formOf(said, { isEnd: false }), null, said);
  assert.equal(formOf("this is the hive we talked about", { isEnd: false }), null);
  assert.equal(formOf("this is the hive we talked about", { isEnd: true }), "statement");
});
