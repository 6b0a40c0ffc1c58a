// What people say before and after a thought without adding to it ("I think that", "the thing is", "or whatever"): an
// editor takes it off a title's beginning and end.

import { keysOf, type TitleToken } from "../title-tokens.ts";
import { SUBJECT_PRONOUNS, SUBORDINATORS } from "./clause-words.ts";

export const MIN_CLAUSE_WORDS = 3;
/** What leads up to a clause and is not needed; each is followed by a clause of its own. */
const LEADING: readonly RegExp[] = [
  /^(?:and|so|but|well|okay|ok|now|then|because|'cause|cause|also|yeah|yes|oh|alright|plus|basically|actually|obviously|honestly|literally|exactly|definitely|again|frankly|essentially|clearly|anyway|hey|wow|ultimately|certainly|hopefully|interestingly|unfortunately|fortunately|thankfully) (?!of |again |on (?:$|and ))/,
  // "It's that you pay for it".
  /^(?:it's|it is|it was) that (?=(?:i|you|we|they|he|she|it|there|everyone|everybody|nobody|people|the|my|your|our|their|most|every|if|when)\b|\S+'(?:s|re|ve|ll|d|m) )/,
  /^(?:i|we) (?:just |really |actually |kinda |honestly |do |also |always |personally |strongly |still )*(?:think|guess|believe|feel like|feel(?= (?:that|i|you|we|they|he|she|it|there|people|everyone|my|your|our|the) )|suppose|would say|would argue|would guess|'d say) (?:that )?(?=\S+ \S+ \S+)/,
  /^(?:i'd|i'll|i would|i'm gonna|i am going to|i have to|i must) (?:just |also |always )*(?:say|argue|guess|admit|tell you|add) (?:that )?(?=\S+ \S+ \S+)/,
  /^(?:you know|i mean|you see|let me tell you|i'll tell you|believe me|trust me|mind you|of course|in fact|as a matter of fact|at the end of the day|to be honest|to be fair|for me|for example|for instance|by the way|on top of that|like i said|as i said|as you know|as you said|after all|in other words|that said|having said that|all of a sudden|in the end|first of all|the other day|i'm sure|i'm like|it's like|it is like|i was like(?! \w+ing)|and then) (?:that )?(?=\S+ \S+ \S+)/,
  /^(?:the|my|one|another|and the) (?:\w+ )?(?:thing|fact|truth|reality|point|line|idea|answer|reason|takeaway|lesson|philosophy|advice|opinion|take|feeling|conclusion)(?: (?:being|here|there|for me|of it|of the matter|i (?:always |often )?(?:say|tell \w+|learned|would say|think)|i've learned))? (?:is|was|is just|is really)(?: really| just)? (?:that )?(?=(?:i|you|we|they|he|she|it|there|everyone|everybody|nobody|people|if|the|a|an|my|your|our|their|every|most|some|no|don't|never|always)\b|\S+'(?:s|re|ve|ll|d|m) )/,
  /^(?:what i'm saying|what i mean|what i'm trying to say|what i would say|what i'd say|what i'm getting at|what i've (?:learned|found|realized|noticed|seen)|what i (?:learned|found|realized|noticed|realised|tell people|always say|always tell people)|what (?:you|we) (?:find|see|learn|realize|realise|have to understand|need to understand|have to remember)|all i'm saying|what happens|what happened|what that means|what this means|what it means|that means|that just means|this means|which means|it means|meaning) (?:is|was|is just)? ?(?:that )?(?=\S+ \S+ \S+)/,
  /^(?:it turns out|turns out|it turned out|i realized|i realised|i noticed|i found|i found out|i learned|i've learned|i've found|i discovered|i figured|i figured out|we found|we found out|we realized|we learned|you realize|you find|we know|i know|it seems like|it feels like|it seems|it just seems|the good news is|the bad news is|it's true|it's funny|i remember|it's just|it's because|that's because|that's just because|this is because|it's basically|it just turns out|it's kind of like|i find|i'm convinced|i'm a firm believer|i'm pretty sure|i'm sure|i'm saying|as it turns out|remember|just remember|keep in mind|understand) (?:that )?(?=(?:i|you|we|they|he|she|it|there|everyone|everybody|nobody|people|if|the|a|an|my|your|our|their|every|most|some|no|these|those)\b|\S+'(?:s|re|ve|ll|d|m) )/,
];
const LEADING_MARKED = new Set(
  "look listen see no right sure absolutely totally like true yep nope boy man dude wait guys today yesterday exactly".split(
    " ",
  ),
);
/** "1) bees sleep". */
const LIST_NUMBER = /^\(?\d{1,2}\)$/;
/** What trails after a clause and is not needed. */
const TRAILING =
  / (?:(?:but|so|and) (?:yeah|anyways?|okay)|(?:i think |i guess )?that's (?:the|my) (?:idea|point|goal|hope|dream|plan)|right|okay|you know|you know what i mean|or something(?: like that)?|or whatever|or anything(?: like that)?|and stuff(?: like that)?|and so on(?: and so forth)?|and things like that|and all that|and everything|and all of that|i think|i guess|i suppose|i would say|i'd say|i believe|i mean|anyway|anyways|basically|though|for sure|to be honest|as well|by the way|of course|if you will|so to speak|or so|or not|in my opinion|isn't it|aren't they|don't you think|correct|yeah|essentially|too|actually|honestly|obviously|at least|et cetera|etc|either|man|then|now|at all costs|as you said|like you said|like i said|as i said|i know|for me|to me)$/;

/** Of what trails, what ends no clause of its own even where nothing marks it off. */
const ALWAYS_TRAILING =
  /^ (?:right|you know|or |and (?:stuff|so|things|all|every)|i (?:think|guess|suppose|mean)|basically|isn't|etc)/;

/** How many words at the beginning are not needed. */
export function leadingCount(tokens: readonly TitleToken[]): number {
  let from = 0;
  for (let round = 0; round < 6; round += 1) {
    const { key = "", text = "", mark = "" } = tokens[from] ?? {};
    const isCalled = mark === "," && LEADING_MARKED.has(key);
    const isName =
      mark === "," &&
      /^["“]?\p{Lu}\p{Ll}+$/u.test(text) &&
      !SUBORDINATORS.has(key) &&
      !SUBJECT_PRONOUNS.has(key) &&
      !/^(?:then|and|or|but)$/.test(tokens[from + 1]?.key ?? "");
    if (isCalled || isName || LIST_NUMBER.test(text)) {
      from += 1;
      continue;
    }
    const rest = `${tokens
      .slice(from, from + 14)
      .map((token) => token.key)
      .join(" ")} `;
    const found = LEADING.map((pattern) => pattern.exec(rest)?.[0]).find((matched) => matched !== undefined);
    if (found === undefined) break;
    from += found.trim().split(" ").length;
  }
  return from;
}

/** How many words at the end are not needed. */
function trailingCount(tokens: readonly TitleToken[]): number {
  const found = TRAILING.exec(keysOf(tokens))?.[0];
  const count = found === undefined ? 1 : found.trim().split(" ").length;
  const isMarkedOff = (tokens[tokens.length - count - 1]?.mark ?? "") !== "";
  if (found !== undefined) return isMarkedOff || ALWAYS_TRAILING.test(found) ? count : 0;
  const isName = isMarkedOff && /^\p{Lu}\p{Ll}+$/u.test(tokens.at(-1)?.text ?? "");
  return Number(isName);
}

/** A clause without what trails after it; always of enough words to be one. */
export function withoutTrailing(tokens: readonly TitleToken[]): readonly TitleToken[] {
  let kept = tokens;
  for (
    let count = trailingCount(kept);
    count > 0 && kept.length - count >= MIN_CLAUSE_WORDS;
    count = trailingCount(kept)
  ) {
    kept = kept.slice(0, -count);
  }
  return kept;
}
