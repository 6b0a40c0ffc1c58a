// Whether a sentence really asks something. A question mark alone does not say so: "You could find the images, right?" is
// a statement with a tag, "So you moved to Rome?" repeats what was said, "How are you doing?" is a greeting. A question
// here has the form of one, a verb before its subject or a question word with its verb, and a subject worth an answer.
// Who asks in order to go on ("And why is that? Because …") answers nobody, and neither does somebody who lets a question
// drop: where turns are known, another speaker has to say something after it.
import { COLONS, COMMAS } from "../../../shared/captions/sentence-marks.ts";
import { wordsOfLanguage } from "../language/speech-language.ts";
import { keysBetween, type Sentence, type SpokenText, textBetween } from "./sentences.ts";

const AUXILIARY =
  "am|is|are|was|were|do|does|did|can|could|would|should|will|shall|have|has|had|may|might|must|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|couldn't|wouldn't|shouldn't|won't|haven't|hasn't|hadn't";
const PERSONAL = "i|you|he|she|it|we|they|there|that|this";
const ASKING = "what|why|how|who|whom|whose|where|when|which";

/** Stands before a question and belongs to it no more than a greeting does. */
const LEADING =
  /^(?:(?:and|so|but|or|well|okay|ok|now|then|yeah|yes|no|oh|um|uh|right|like|hey|alright|actually|because|just|roughly|maybe) |(?:i mean|you know|let me ask you|i'm curious|i was wondering|i wonder|my question is|the question is|i guess) )/;
const TAG = new RegExp(
  `^(?:right|okay|ok|yeah|no|huh|eh|correct|true|yes|or not|or what|or no|you know|you see|see|you know what i mean|know what i mean|if you will|am i right|make sense|makes sense|does that make sense|fair|fair enough|(?:${AUXILIARY}|ain't|innit) (?:${PERSONAL})(?: not)?)$`,
);
/** The same tags where no comma shows them; shorter ones could end a real question. */
const BARE_TAG = new RegExp(
  ` (?:right|you know|you know what i mean|know what i mean|huh|(?:isn't|aren't|wasn't|weren't|doesn't|don't|didn't|can't|couldn't|won't|wouldn't|haven't|hasn't|ain't) (?:${PERSONAL}))$`,
);
const SMALL_TALK =
  /^(?:how(?:'s| is| are| have) (?:it|you|things|everything|everyone|everybody|we|y'all|you all|you guys|your (?:day|week|weekend|morning))(?: (?:been|going|doing|feeling|today|all|this (?:morning|week)|guys|everyone|everybody|so far|tonight))*|what's (?:up|new|going on|happening)|(?:can|do) you (?:guys )?hear me(?: \w+)?|are (?:you|we|you guys) (?:ready|there|good|still there|recording|live)|you (?:ready|there|good)|shall we(?: \w+){0,3}|(?:does|did|do) (?:that|it|this) make (?:any )?sense(?: to you)?|is (?:that|it) (?:right|fair|correct|true|okay|so|accurate|fair to say)|where (?:was|were) (?:i|we)|what was (?:i|it)(?: (?:saying|called))?|what(?:'s| is| do you call| was) (?:it|that|this|the word)(?: called| again)?|(?:can|could|would|do) you (?:please )?(?:want to |like to |mind )?(?:introduc\w+|tell(?:ing)? us (?:a (?:little )?bit )?about yourself)\b.*|do you know what i mean|you know what i mean|do you want to (?:go|start)(?: first)?|who wants to (?:go|start)(?: first| next)?|what do you mean(?: .*)?|(?:what|why|how|who|where|when|which|what else|why not|how so|how come|how about (?:you|that|this)|what about (?:you|that|this|it)|who else|which one|says who|say what|since when|why is (?:that|it|this)|how is that|why's that|how's that|what do you (?:think|say|guys think)))$/;

/** "How it works", "what the team wanted": a clause that something else asks or tells. */
const EMBEDDED = new RegExp(
  `^(?:${ASKING}) (?:i|you|he|she|it|we|they|(?:i|you|we|they)'(?:m|re|ve|d|ll)|(?:he|she|it)'(?:s|d|ll))\\b`,
);
const WITH_VERB_FIRST = new RegExp(
  `^(?:${AUXILIARY}) (?!be\\b|it\\?|not to\\b)(?:not )?(?:${PERSONAL}|anyone|anybody|someone|people|any|the|a|an|your|my|our|their|his|her|its|these|those|all|everyone|everything|most|some|\\p{L}[\\p{L}\\p{N}'-]*)(?: |$)`,
  "u",
);
const WITH_QUESTION_WORD = new RegExp(
  `^(?:(?:at|in|to|for|from|with|by|on|of|until) )?(?:${ASKING})(?:'s|'re|'d| (?:\\S+ ){0,5}?(?:${AUXILIARY}|makes?|made|happens|happened|causes?|comes?|goes|gets|wants|needs|works|takes|gave|got|thinks|said|went|led|brought|took|\\S+'s|if|about|not|come))(?: |$)`,
);

/** Pieces of a sentence between its marks, as keys; the whole sentence is one where there are no marks. */
function piecesOf({ words, keys }: SpokenText, firstWord: number, endWord: number): string[] {
  const pieces: string[][] = [[]];
  for (let index = firstWord; index < endWord; index += 1) {
    const key = keys[index] ?? "";
    if (key !== "") pieces.at(-1)?.push(key);
    if (/[,;:.…–—-]["”’)]*$/u.test(words[index]?.text ?? "")) pieces.push([]);
  }
  return pieces.map((piece) => piece.join(" ")).filter((piece) => piece !== "");
}

function withoutLeading(piece: string): string {
  let rest = piece;
  while (LEADING.test(rest)) rest = rest.replace(LEADING, "");
  return rest;
}

function hasFormOfQuestion(piece: string): boolean {
  // "What did I …?" breaks off.
  if (EMBEDDED.test(piece) || piece.endsWith(" i")) return false;
  return WITH_VERB_FIRST.test(piece) || WITH_QUESTION_WORD.test(piece) || /^why \p{L}{4,}/u.test(piece);
}

/** A question may stand at the end of a statement: "we had the money and what did we buy". */
function asksSomewhere(piece: string): boolean {
  if (hasFormOfQuestion(withoutLeading(piece))) return true;
  const later = piece.split(
    / (?:and|but|so|or|is|like|just) (?=(?:what|why|how|who|where|when|do|does|did|can|would|should)\b)/,
  );
  return later.slice(1).some(hasFormOfQuestion);
}

/** "I said, "Do you need help?"": what asks is quoted, and the sentence tells it. */
function isQuoted({ words }: SpokenText, firstWord: number, endWord: number): boolean {
  for (let index = endWord - 1; index > firstWord; index -= 1) {
    const { text = "" } = words[index] ?? {};
    // A quotation that ends before the mark leaves the question to who speaks.
    if (/["”](?:[,.?!]*)$/.test(text) && (index < endWord - 1 || /["”]\?$/.test(text))) return false;
    if (/^["“]/.test(text)) return true;
  }
  return false;
}

/** Fewer words are a reply: "Echt?". */
const MIN_QUESTION_WORDS = 4;
const ENDS_QUOTED = /[?？؟]["“”»」』]+[.。]?$/u;

/** What parts a tag from the statement before it: "…, oder?", "… ¿no?". */
const BEFORE_TAG = new RegExp(`[${COMMAS}${COLONS}.…–—-]["”’»)]*$`, "u");
const OPENS_TAG = /^¿/u;

/** What is said behind the last mark of a sentence, as keys. */
function lastPieceOf(text: SpokenText, { firstWord, endWord }: Sentence): string {
  let from = endWord - 1;
  const isApart = (at: number): boolean =>
    OPENS_TAG.test(text.words[at]?.text ?? "") || BEFORE_TAG.test(text.words[at - 1]?.text ?? "");
  while (from > firstWord && !isApart(from)) from -= 1;
  return keysBetween(text, from, endWord).trim();
}

/** Whether a sentence only states something with a tag behind it: what begins with a question word asks all the same. */
function isTagged(text: SpokenText, sentence: Sentence): boolean {
  const { firstWord } = sentence;
  const first = /^(?:and|but|so)$/.test(text.signs[firstWord] ?? "") ? firstWord + 1 : firstWord;
  const tags = wordsOfLanguage(text.language)?.table.tags;
  return text.signs[first] !== "what" && tags?.test(lastPieceOf(text, sentence)) === true;
}

/** In other languages than English: what has its mark, says enough, and is neither a statement with a tag nor quoted. */
function asksInOther(text: SpokenText, sentence: Sentence): boolean {
  const { firstWord, endWord } = sentence;
  const saidCount = text.keys.slice(firstWord, endWord).filter((key) => key !== "").length;
  const isQuoted = ENDS_QUOTED.test(textBetween(text, firstWord, endWord));
  return saidCount >= MIN_QUESTION_WORDS && !isQuoted && !isTagged(text, sentence);
}

/**
 * Whether the sentence asks something that an answer could follow: neither a tag ("…, right?", "…, isn't it?"), nor a
 * statement with a question mark, nor a greeting or a check of the line, nor one that is only quoted. It may still lean
 * on what was said before.
 */
export function isRealQuestion(text: SpokenText, sentenceIndex: number): boolean {
  const sentence = text.sentences[sentenceIndex];
  if (sentence?.isQuestion !== true) return false;
  if (text.language !== "en") return asksInOther(text, sentence);
  const { firstWord, endWord } = sentence;
  if (isQuoted(text, firstWord, endWord)) return false;
  const pieces = piecesOf(text, firstWord, endWord).filter((piece) => !TAG.test(piece));
  const endsWithName = pieces.length > 1 && /^\p{Lu}\p{Ll}+\?$/u.test(text.words[endWord - 1]?.text ?? "");
  if (endsWithName && !pieces.at(-1)?.includes(" ")) pieces.pop();
  const last = pieces.pop();
  if (last === undefined) return false;
  if (SMALL_TALK.test(withoutLeading(last)) && !pieces.some(asksSomewhere)) return false;
  if (BARE_TAG.test(last)) return hasFormOfQuestion(withoutLeading(last));
  return [...pieces, last].some(asksSomewhere);
}

/** Fewer words after a question leave it open. */
const MIN_ANSWER_WORDS = 8;
/** Who asks may add so many words before somebody answers; whoever says more goes on with a thought of their own. */
const MAX_ADDED_WORDS = 30;
/** "Honey." "The young ones eat it.": two may answer together. */
const ANSWERING_TURNS = 2;

function wordCount({ firstWord, endWord }: Sentence): number {
  return endWord - firstWord;
}

/** What answers the question before `next`: what is said in the next turns, where another speaker soon begins one. */
function answerIn(next: readonly Sentence[]): readonly Sentence[] {
  const begins = next.findIndex(({ startsTurn }) => startsTurn > 0);
  if (begins < 0) return [];
  const added = next.slice(0, begins).reduce((sum, each) => sum + wordCount(each), 0);
  if (added > MAX_ADDED_WORDS) return [];
  let turns = 0;
  const end = next.findIndex(({ startsTurn }) => {
    turns += Number(startsTurn === 1);
    return turns > ANSWERING_TURNS;
  });
  return end < 0 ? next.slice(begins) : next.slice(begins, end);
}

/** Whether a sentence asks something, in its speaker's own words, that is answered before sentence `end`. */
export function isAnswered(text: SpokenText, question: number, end: number): boolean {
  const asked = text.sentences[question];
  if (asked === undefined || asked.beginsInQuotation || asked.endsInQuotation) return false;
  if (!isRealQuestion(text, question)) return false;
  const told = answerIn(text.sentences.slice(question + 1, end)).filter(({ isQuestion }) => !isQuestion);
  return told.reduce((sum, each) => sum + wordCount(each), 0) >= MIN_ANSWER_WORDS;
}
