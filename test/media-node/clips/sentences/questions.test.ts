import assert from "node:assert/strict";
import { test } from "node:test";
import { isRealQuestion } from "../../../../media-node/clips/sentences/questions.ts";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";
import { saidWithoutSpaces } from "../../../support/talks/unspaced-talk.ts";

function asks(text: string, isPunctuated = true): boolean {
  // Marks in enough words make the text one with punctuation.
  const { words } = makeTalk([{ name: "part", kind: "body", text }], { isPunctuated });
  const spoken = splitSentences(words);
  return isRealQuestion(spoken, spoken.sentences.length - 1);
}

for (const question of [
  "Why do bees dance in the dark?",
  "So what happens to the honey in winter?",
  "Maria, how many hives do you have?",
  "But when the queen dies, who takes over?",
  "At what point does a swarm decide to leave?",
  "I have to ask, do bees ever sleep?",
  "What makes a good beekeeper, would you say?",
  "What went wrong that summer?",
  "Did you say “no” to all of them?",
]) {
  test(`asks something: ${question}`, () => assert.equal(asks(question), true));
}

for (const other of [
  "And you could find which of those hives is similar to yours, right?",
  "It is colder than last year, isn't it?",
  "They all came back in spring, you know?",
  "So you moved to the mountains?",
  "How are you doing, Chris?",
  "How's it going?",
  "Can you hear me now?",
  "Does that make sense?",
  "Right?",
  "Did they?",
  "Any comments on that, Chris?",
  'My father said, "What are you doing up there?"',
  "How it works is beyond me, you know what I mean?",
]) {
  test(`asks nothing: ${other}`, () => assert.equal(asks(other), false));
}

test("words without marks are told by their form", () => {
  assert.equal(asks("how do bees find their way home", false), true);
  assert.equal(asks("how are you doing today", false), false);
  assert.equal(asks("bees find their way home", false), false);
});

for (const question of [
  "Und wie viel Geld kostet so ein Stock, wenn man keinen hat?",
  "¿Y qué le dirías a alguien que no quiere ir?",
  "Qu'est-ce que tu dis à ceux qui ont peur des abeilles ?",
  "Mais alors du coup ça veut dire quoi ?",
  "Et dans la vie, tu fais quoi ?",
  "Warto było brać ten kredyt, czy nie?",
  "То ти поїдеш туди завтра, чи ні?",
  "Waarom doe je dat eigenlijk niet?",
  "Waarom kom je dan toch niet, hè?",
  "¿Y para ti qué es la verdad?",
  "¿Por qué crees tú que ellos siempre dicen que no?",
  "Откуда ты всё это знаешь?",
  "Почему ты думаешь, что это так?",
  "Ist das denn auch wirklich richtig?",
  "Por que você acha que não?",
  "Ma perché secondo te non è vero?",
  "لماذا تقول أن هذا كان صحيح؟",
])
  test(`asks something in its language: ${question}`, () => assert.equal(asks(question), true));

for (const other of [
  "Du hast ja auch einen Stock im Garten und keine Bienen, oder?",
  "Nadie te dice que el enjambre se va por la noche, ¿no?",
  "Le regard des autres, c'est le plus dur, n'est-ce pas ?",
  "Er hat zu mir gesagt: „Und was ist mit den Bienen?“",
  "La gente cree que es así ¿no?",
  "C'est dur pour les abeilles n'est-ce pas ?",
  "Isso é muito bom para você né?",
  "Ты уже был в этом саду, да?",
  "Bu arılar için çok güzel değil mi?",
  "Tam są teraz pszczoły, no nie?",
  "Там тепер живуть бджоли, чи не так?",
  "Усі тут знають, що це так, правда ж?",
  "आप भी उस समय वहाँ रहते थे ना?",
  "벌들은 겨울에도 자지 않아요, 안 그래요?",
])
  test(`is no question in its language: ${other}`, () => assert.equal(asks(other), false));

test("of languages without spaces too only what stands apart, or ends no question, is a tag", () => {
  const asksUnspaced = (said: string): boolean => isRealQuestion(splitSentences(saidWithoutSpaces(said)), 0);
  assert.equal(asksUnspaced("你觉得这样做真的好吗？"), true);
  assert.equal(asksUnspaced("你觉得他说的对不对？"), true);
  assert.equal(asksUnspaced("蜜蜂冬天是不睡觉的，对吗？"), false);
  assert.equal(asksUnspaced("この箱の中にあるのは何でしょう？"), true);
  assert.equal(asksUnspaced("ハチは冬に眠らないですよね？"), false);
});
