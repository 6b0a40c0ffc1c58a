// Signs that somebody who has heard nothing else stumbles over a sentence as a clip's first one. Editors who mark stretches
// begin more than a third of them with And, But or So, and one in twelve with a pronoun without its noun, because they have
// heard what was before; so these weights are no regression of their marks. They are an editor's rule, set by reading 160
// clips of 20 conversations, of which 68 began with something that was not understood. Of 32 clips of 36 others that begin
// earlier for it, 21 were better, and 5 worse, to a reader who did not know which was which (2026-11).
import {
  DETERMINERS,
  isPastVerb,
  isVerbForm,
  PREPOSITIONS,
  PRONOUN_WITH_VERB,
  SUBORDINATORS,
} from "../titles/clauses/clause-words.ts";
import { BACKWARD } from "./opening-signs.ts";
import type { SentenceView } from "./sentence-views.ts";
import type { SpokenText } from "./sentences.ts";

/** One sign: what a clip keeps that begins so is e to the minus weight. */
interface StumblingSign {
  readonly weight: number;
  of(view: SentenceView, text: SpokenText): boolean;
}

/** Patterns of which one matches. */
function oneOf(...patterns: readonly string[]): string {
  return `(?:${patterns.join("|")})`;
}

/** One of several words. */
function word(words: string): string {
  return oneOf(...words.split(" "));
}

const BECAUSE = /^(?:because|'?cause|cuz)$/;
const RELATIVE = /^(?:which|who|whose|where)$/;
/** Says again, or shows, what was said before. */
const GOES_ON = new RegExp(
  `^(?:${oneOf("and|so|but|like|i mean")} )*${oneOf(
    "then|instead|otherwise|also|again|still|furthermore|plus|rather",
    `for ${word("example instance")}`,
    "in other words|that is|which means|meaning|specifically|especially|particularly",
    "at least|or rather|not just|not only|not to|not necessarily|even|either",
    "such as|(?:an?|one|another) (?:\\S+ )?example (?:being|is|was|of (?:this|that))",
    "(?:i|you|we|they|he|she|it|that) also",
    "(?:\\S+ ){1,5}(?<!\\b(?:even|as) )though",
  )}\\b`,
);
const RESTATES =
  /^(?:(?:and|so|but|well|yeah|no|oh) )*(?:i mean|like|in fact|of course|actually|certainly)\b/;
/** After "this" or "that" these begin a clause of their own: it names nothing. */
const BEGINS_CLAUSE =
  "is|was|are|were|they|we|you|i|he|she|it|the|a|an|would|will|can|could|has|have|had|really|just";
const TIMES =
  "way|time|days|mornings?|afternoon|evening|night|weeks?|weekend|months?|years?|decade|century|spring|summer|autumn|fall|winter|season";
/** What is known without having been named: "this morning", "this friend of mine". */
const KNOWN = oneOf(
  BEGINS_CLAUSE,
  TIMES,
  `(?:one )?${word("day time guy person friend woman man kid lady")}`,
  "country|world|planet|company|industry|show|podcast|episode",
);
/** A noun that only those know who heard it: "the other problem", "another study", "those users". */
const GIVEN = new RegExp(
  `^(?:\\S+ ){0,7}?${oneOf(
    `(?:the )?other ${word("one thing part side piece half problem reason way question issue point people example")}`,
    "another \\w+",
    `the ${word("first third last next rest")}(?: \\w+)? ${word("is was thing part piece one problem reason way question")}`,
    `the ${word("second latter former same")} (?!world |half )\\w+`,
    `(?<!\\b(?:there(?: is| was|'s)) )${word("this these those")} (?!${KNOWN}\\b)\\w+`,
    "such a",
    "those",
    `of ${word("these them that")}`,
  )}\\b`,
);
/** "For that list": after a noun or a verb "that" begins a clause as a rule. */
const GIVEN_THAT = new RegExp(
  [
    `^(?:(?:\\S+ ){0,6}?${word("and but because if when of to in on at for with from by about into like")} )?that (?!${oneOf(BEGINS_CLAUSE, TIMES)}\\b)\\w+\\b`,
    `^(?:\\S+ ){0,6}?\\w+ing that \\w+ ${word("in on at for with over when while and but")}\\b`,
  ].join("|"),
);
const FILLERS = `(?:${word("and so but well now yeah then because")} )*`;
/** The same as the first thing that is said: "that old rule is", "the other lesson", "both ways work". */
const GIVEN_FIRST = new RegExp(
  `^${FILLERS}${oneOf(
    `${word("that this these those")} (?!${KNOWN}\\b)\\w+ `,
    `${word("the one my your our")} other (?!day|night|morning|evening|week|weekend|half)\\w+`,
    "another (?!day|night|world)\\w+",
    `both ${oneOf("are|were|have|of (?:them|these|those)", "(?!(?:his|its) )\\w+s (?!and\\b|of\\b)\\w+")}`,
  )}`,
);
/** One of several things of which others were said: "one is to", "the second thing", "the reason behind that is". */
const LISTED = new RegExp(
  `^${FILLERS}${oneOf(
    `the ${word("second third fourth fifth next last final other")} ${word("one thing part piece step reason problem point idea example question")}`,
    `one ${oneOf("is|was", `of ${word("those these them")}`)}`,
    `the ones? ${word("for with in on from who")}`,
    `there${oneOf("'s", " is", " was")} (?!no )(?:\\S+ ){1,3}one`,
    `number ${word("two three four five")}`,
    `for ${word("example instance")}`,
    `${word("the a an")} \\S+ (?:\\S+ ){0,8}?${word("of with about behind for to from")} ${word("this that it these those them")} ${word("is was are were")}`,
  )}\\b`,
);
/** Says why something is, or what it is not, that was said before: "it's just that", "it's not because". */
const ACCOUNTS = new RegExp(
  `^${FILLERS}${oneOf("it's", "it is", "it was", "it isn't", "it wasn't")} (?:${word(
    "not just only also more mostly probably maybe",
  )} )*${oneOf(
    "because",
    `that ${oneOf(
      word("i you he she it we they there people the a an my your our their his her"),
      `${word("i you he she it we they there")}'\\w+`,
    )} `,
  )}`,
);
/** What is said to somebody who has just spoken. */
const RESPONDS = new RegExp(
  `^(?:${oneOf(
    "and|so|but|well|yeah|no|oh|right|okay|ok|yes|hm|wow",
    "i mean|you know|i think|i guess|as an aside",
  )} )*${oneOf(
    `i (?:\\S+ ){0,2}${word("agree disagree")}`,
    "i (?:\\S+ )?understand",
    "i'm (?:\\S+ )?glad (?:that )?you",
    "i'm with you",
    `you're (?:\\S+ )?${word("right correct welcome absolutely")}`,
    "you were right",
    `${oneOf("you", "you've", "you just", "you've just")} (?:\\S+ )?${word("mentioned said described asked brought talked touched nailed hit")}`,
    `i (?:\\S+ )?${word("love like appreciate")} ${oneOf("that", "how", "what", "the way")} ${word("you he she they")}`,
    `i (?:\\S+ )?${word("love like appreciate")} ${word("that this")} ${word("idea one point analogy example question story part phrase quote")}`,
    "i (?:\\S+ ){0,2}resonate",
    "i hear you",
    `fair ${word("enough point")}`,
    `good ${word("point question")}`,
    `${word("like as")} ${word("you i we")} (?:\\S+ )?${word("said mentioned")}`,
    `to ${word("answer your")}`,
    "hopefully|thanks?(?! to )|speaking of|by the way|back to",
    `as ${word("for to")} ${word("your that the this")}`,
    `you're ${word("speaking talking")} ${word("to about")}`,
    `when you (?:just |first )?${oneOf("mentioned", "asked", "talked about")}`,
  )}\\b`,
);
/** What somebody says who only replies. */
const REPLY = oneOf(
  "yeah|yes|yep|yup|no|nope|right|exactly|sure|okay|ok|correct|totally",
  "absolutely|definitely|true|agreed|precisely|indeed|cool|nice|great|wow|oh",
  `hm|mm-hm|mhm|well|good|interesting|gotcha|of course|i ${word("know see")}`,
  `that's ${word("right true fair")}|it's true|so true`,
);
/** "Okay.", "Right, exactly.": nothing is said yet. */
const BARE_REPLY = new RegExp(`^${REPLY}(?: ${REPLY}){0,2}$`);
/** What a clip keeps that begins with one: somebody replies to what is not heard. */
const REPLY_SHARE = 0.8;
/** Longer ones say something besides. */
const MAX_RESPONSE_WORDS = 6;
/** Words in which a verb is to be expected, and in which a speaker begins again. */
const CLAUSE_WORDS = 16;
const RESTART_WORDS = 9;
/** So few words ask something without a verb: "Why now?" */
const MAX_BRIEF_QUESTION = 3;
/** Are verbs of the present too, or join what follows: "Put the hive there", "based on that". */
const NO_DEED = /^(?:put|let|cut|set|read|hit|shut|split|spread|quit|bet|cost|hurt|based|compared)$/;
/** May also stand before a noun: "after lunch we sleep". */
const ALSO_PREPOSITION = /^(?:that|after|before|as|since|until|till|once)$/;

function isVerbAt(keys: readonly string[], at: number): boolean {
  const key = keys[at] ?? "";
  const before = keys[at - 1] ?? "";
  return (
    PRONOUN_WITH_VERB.test(key) || (isVerbForm(key) && !DETERMINERS.has(before) && !PREPOSITIONS.has(before))
  );
}

/** "When the bees came, the hive was new": after the inner clause comes that of the sentence. */
function goesOnAfterComma({ words, keys }: SpokenText, from: number, to: number): boolean {
  let isAfter = false;
  for (let at = from; at < to; at += 1) {
    if (isAfter && isVerbAt(keys, at)) return true;
    isAfter ||= (words[at]?.text ?? "").endsWith(",");
  }
  return false;
}

function hasVerb(said: readonly string[]): boolean {
  return said.some((_, at) => isVerbAt(said, at));
}

/** "30 million times, just the engine", "your own things, when you have some", "why now?": no verb, or only one of an inner clause. */
function isFragment({ sentence, wordCount }: SentenceView, text: SpokenText): boolean {
  const { keys, language } = text;
  const { firstWord, endWord, isQuestion } = sentence;
  if (language !== "en") return false;
  const said = keys.slice(firstWord, Math.min(endWord, firstWord + CLAUSE_WORDS));
  if (isQuestion) return wordCount <= MAX_BRIEF_QUESTION && !hasVerb(said);
  if (wordCount < 3) return false;
  const verb = said.findIndex((_, at) => isVerbAt(said, at));
  const inner = said.findIndex((key) => SUBORDINATORS.has(key));
  if (verb < 0) return true;
  const isInner = inner > 0 && inner < verb && !ALSO_PREPOSITION.test(said[inner] ?? "");
  return isInner && !goesOnAfterComma(text, firstWord + verb, endWord);
}

/** "Ended up with a hive": who did is said before. */
function hasNoSubject(
  { first, sentence: { firstWord, isQuestion } }: SentenceView,
  { keys }: SpokenText,
): boolean {
  const next = keys[firstWord + 1] ?? "";
  return (
    !isQuestion &&
    isPastVerb(first) &&
    !NO_DEED.test(first) &&
    (PREPOSITIONS.has(next) || DETERMINERS.has(next))
  );
}

/** "...two million bees": the sentence began before. */
function goesOnInside(
  { isLowerCase, sentence: { firstWord } }: SentenceView,
  { words }: SpokenText,
): boolean {
  return isLowerCase || /^["“']*(?:\.\.\.|…|--|—|–)/.test(words[firstWord]?.text ?? "");
}

function breaksOff({ sentence: { firstWord, endWord } }: SentenceView, { words }: SpokenText): boolean {
  const begin = words.slice(firstWord, Math.min(endWord, firstWord + RESTART_WORDS));
  return begin.some(({ text }) => /--$|[—–]$|^-$/.test(text));
}

/** "Und bereust du es?": in other languages than English, of which less is known, who asks begins something anyway. */
function joins({ first, asks }: SentenceView, { language }: SpokenText, sign: string): boolean {
  return first === sign && (language === "en" || !asks);
}

const STUMBLING_SIGNS: Readonly<Record<string, StumblingSign>> = {
  person: { weight: 0.9, of: ({ pointsAt }) => pointsAt === "person" },
  this: { weight: 0.7, of: ({ pointsAt }) => pointsAt === "this" },
  it: { weight: 0.55, of: ({ pointsAt }) => pointsAt === "it" },
  given: { weight: 0.25, of: ({ opening }) => GIVEN.test(opening) || GIVEN_THAT.test(opening) },
  givenFirst: { weight: 0.45, of: ({ opening }) => GIVEN_FIRST.test(opening) },
  listed: { weight: 0.5, of: ({ opening }) => LISTED.test(opening) },
  // Nouns that only those know who heard them count by themselves.
  backward: {
    weight: 0.5,
    of: ({ opening }) => BACKWARD.test(opening) && !(GIVEN.test(opening) || GIVEN_FIRST.test(opening)),
  },
  accounts: { weight: 0.4, of: ({ opening }) => ACCOUNTS.test(opening) },
  inQuotation: { weight: 0.9, of: ({ sentence }) => sentence.beginsInQuotation },
  because: { weight: 0.65, of: ({ first }) => BECAUSE.test(first) },
  which: { weight: 0.65, of: ({ first, sentence }) => RELATIVE.test(first) && !sentence.isQuestion },
  or: { weight: 0.55, of: ({ first }) => first === "or" || first === "nor" },
  and: { weight: 0.9, of: (view, text) => joins(view, text, "and") },
  but: { weight: 0.8, of: (view, text) => joins(view, text, "but") },
  so: { weight: 0.7, of: (view, text) => joins(view, text, "so") },
  goesOn: { weight: 0.4, of: ({ opening }) => GOES_ON.test(opening) },
  restates: { weight: 0.25, of: ({ opening }) => RESTATES.test(opening) },
  responds: { weight: 0.9, of: ({ opening }) => RESPONDS.test(opening) },
  fragment: { weight: 0.65, of: isFragment },
  noSubject: { weight: 0.5, of: hasNoSubject },
  goesOnInside: { weight: 0.65, of: goesOnInside },
  breaksOff: { weight: 0.15, of: breaksOff },
};

const signs = Object.values(STUMBLING_SIGNS);

/** Whether words, as signs, only reply: "Right.", "You know, I kind of agree." A listener begins with what comes after it. */
export function isOnlyReply(said: readonly string[]): boolean {
  if (said.length > MAX_RESPONSE_WORDS) return false;
  const opening = said.join(" ");
  return BARE_REPLY.test(opening) || RESPONDS.test(opening);
}

/** What a clip keeps of its worth that begins with each sentence, 0 to 1. */
export function understoodFirst(views: readonly SentenceView[], text: SpokenText): Float32Array {
  const understood = Float32Array.from(views, (view) =>
    Math.exp(-signs.reduce((sum, { weight, of }) => sum + (of(view, text) ? weight : 0), 0)),
  );
  for (let at = views.length - 2; at >= 0; at -= 1) {
    const next = understood[at + 1] ?? 1;
    const { firstWord, endWord } = (views[at] as SentenceView).sentence;
    if (isOnlyReply(text.signs.slice(firstWord, endWord)))
      understood[at] = REPLY_SHARE * Math.min(understood[at] ?? 1, next);
  }
  return understood;
}
