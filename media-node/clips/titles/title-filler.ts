// What people say without saying anything ("you know", "I mean", "sort of", "it takes like 20 days"), and what they say
// twice: left out where it stands, its marks kept. What stands in a quotation that it opens opens with the next word.
import {
  isBaseVerb,
  isPronoun,
  isVerbForm,
  NEVER_LAST,
  SELDOM_LAST,
  SUBORDINATORS,
} from "./clauses/clause-words.ts";
import { withCapital } from "./readable-text.ts";

/** What follows a word: a comma, a dash or colon, a break in mid-sentence, or the sentence's own end. */
export type Mark = "" | "," | ":" | "break" | "." | "?" | "!";

export interface MarkedWord {
  /** Its index among the text's words. */
  word: number;
  /** As it is written, with quotation marks, without other marks. */
  text: string;
  key: string;
  flags: number;
  mark: Mark;
  /** How a colon is written where it is another mark, such as a semicolon or a dash. */
  sign?: string;
}

const RANK: readonly Mark[] = ["", ",", ":", "break", "!", ".", "?"];
/** The mark that says more where two words become one: the end of a sentence before a pause within it. */
export function stronger(a: Mark, b: Mark): Mark {
  return RANK.indexOf(a) >= RANK.indexOf(b) ? a : b;
}

const HESITATIONS = new Set("um uh uhm umm erm er hmm hm mm mhm ah uh-huh mm-hmm".split(" "));
/** Said between two marks these mean nothing. */
const PARENTHESES = new Set(
  "right okay ok yeah yes no well like actually basically literally honestly obviously essentially frankly really again however so now anyway anyways alright sure exactly totally though see say maybe first hey hopefully apparently".split(
    " ",
  ),
);
const PARENTHETIC_PHRASES =
  /^(?:you know|you know what i mean|i mean|i think|i guess|i suppose|i believe|i would say|i'd say|i feel like|of course|for example|for instance|in fact|as you know|if you will|in a way|so to speak|at the end of the day|to be honest|let's say|by the way|like i said|as i said|you see|i don't know|at least|in a sense|more or less|or less|and so on|as well|to be fair|in my opinion|believe it or not|say|(?:like|as) (?:i|you|we|he|she|they)(?:'ve| have|'d| had)?(?: just| already)? (?:said|mentioned|discussed|talked about|know|described|explained)(?: \w+)?)$/;
/** After these "kind of" and "sort of" name a kind. */
const NAMES_KIND = new Set(
  "a an the this that what some any every one same different certain these those all which other another new no".split(
    " ",
  ),
);
const MAX_PARENTHESIS_WORDS = 6;
const LIKE_AFTER = /^(?:just|really|totally|literally|so|is|was|are|were|it's|that's)$/;
const LIKE_BEFORE = /^(?:\p{L}+ly|super|had|have|so|really|very|just)$/u;
/** "In like a year", "of like keeping bees", "gets like to 80%": what stands before it leads to what follows. */
const LEADS_ON =
  /^(?:(?:of|in|at|on|for|from|with|into|by) like (?:a|an|the|\p{L}{3,}ing)|(?:get|gets|got|getting) like to)$/u;
/** After these "like" compares, whatever follows. */
const COMPARES =
  /^(?:look|looks|looked|feel|feels|felt|sound|sounds|sounded|seem|seems|seemed|nothing|something|not|than)$/;
const FIGURE = /^(?:[$€£]?\d.*|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|fifty|half)$/i;
/** Said in mid-clause these add nothing; "not literally" says something else than "not". */
const EMPTY_ADVERBS = new Set("actually basically literally honestly obviously essentially".split(" "));
const DENIAL = /^(?:not|never|no|nobody|\p{L}+n't|cannot)$/u;
/** Words that may stand twice. */
const DOUBLED = new Set("that had very really no so many far never ever long bye".split(" "));
/** With these before or after it "you know" is a clause of its own. */
const BEFORE_KNOW = new Set(
  "do did don't didn't if as let what how that because since whether when than all once".split(" "),
);
const AFTER_KNOW = new Set(
  "what how why that it the when who if where about whether this them him her your my nothing".split(" "),
);

const AUXILIARY = /^(?:was|were|are)$/;
/** What somebody does, not what something is. */
const DOING = /^\p{L}{3,}(?<!th|lightn|sibl|str|spr|wedd|ceil|darl)ing$/u;

function keysOf(words: readonly MarkedWord[], from: number, count: number): string {
  return words
    .slice(from, from + count)
    .map(({ key }) => key)
    .join(" ");
}

/** "They just like bite it": liking takes no verb. */
function isBeforeVerb(words: readonly MarkedWord[], at: number): boolean {
  const [subject, before, after] = [words[at - 2], words[at - 1], words[at + 1]];
  return (
    before?.key === "just" &&
    isPronoun(subject?.key ?? "") &&
    isBaseVerb(after?.key ?? "") &&
    after?.mark === ""
  );
}

/** "I was like looking for a hive": nothing is compared with what somebody does. */
function isBeforeDoing(words: readonly MarkedWord[], at: number): boolean {
  const [before, own, after] = [words[at - 1], words[at], words[at + 1]];
  return (
    own?.mark === "" &&
    DOING.test(after?.key ?? "") &&
    /^(?:(?:i|he|she) was|(?:you|we|they) were|i'm|(?:you|we|they)'re|(?:i|you|we|they) are)$/.test(
      AUXILIARY.test(before?.key ?? "") ? keysOf(words, at - 2, 2) : (before?.key ?? ""),
    )
  );
}

/** "Just like totally", "it takes like 20 days": nothing is compared. */
function isEmptyLike(words: readonly MarkedWord[], at: number): boolean {
  const [before, after] = [words[at - 1], words[at + 1]];
  if (words[at]?.key !== "like") return false;
  // "In a big city, like Rome"
  const isExample = /^\p{Lu}\p{L}/u.test(after?.text ?? "") && !isPronoun(after?.key ?? "");
  if (before?.mark === ",") return !isExample;
  const isFigure = FIGURE.test(after?.text ?? "") && !COMPARES.test(before?.key ?? "");
  const isBetween =
    LEADS_ON.test(keysOf(words, at - 1, 3)) || isBeforeVerb(words, at) || isBeforeDoing(words, at);
  return isFigure || isBetween || (LIKE_AFTER.test(before?.key ?? "") && LIKE_BEFORE.test(after?.key ?? ""));
}

/** "The hive is basically a city": one that denies, contrasts or asks with it means it. */
function isEmptyAdverb(words: readonly MarkedWord[], at: number): boolean {
  const { key = "", mark = "" } = words[at] ?? {};
  const before = words[at - 1];
  if (!EMPTY_ADVERBS.has(key) || mark !== "" || before === undefined || before.mark !== "") return false;
  return !DENIAL.test(before.key) && !/["“]$/.test(before.text);
}

/** "Sort of", "you know", "I mean" where they mean nothing. */
function isEmptyPair(words: readonly MarkedWord[], at: number): boolean {
  const before = words[at - 1]?.key ?? "";
  const pair = keysOf(words, at, 2);
  if (pair === "sort of" || pair === "kind of")
    return !NAMES_KIND.has(before) && (before === "just" || !before.endsWith("st"));
  if (pair !== "you know" && pair !== "i mean") return false;
  const goesOn = words[at + 1]?.mark === "" && AFTER_KNOW.has(words[at + 2]?.key ?? "");
  return !goesOn && !BEFORE_KNOW.has(before);
}

/** "Young swarms, like I said, leave": how many words from an index on are such an aside between marks. */
function asideAt(words: readonly MarkedWord[], at: number): number {
  if (words[at - 1]?.mark === "") return 0;
  for (let count = MAX_PARENTHESIS_WORDS; count >= 2; count -= 1) {
    const isMarkedAfter = (words[at + count - 1]?.mark ?? "") !== "";
    if (isMarkedAfter && PARENTHETIC_PHRASES.test(keysOf(words, at, count))) return count;
  }
  return 0;
}

/** How many words from an index on are filler. */
function fillerAt(words: readonly MarkedWord[], at: number): number {
  const { key = "", mark = "" } = words[at] ?? {};
  const aside = asideAt(words, at);
  if (aside > 0) return aside;
  if (HESITATIONS.has(key) || isEmptyLike(words, at) || isEmptyAdverb(words, at)) return 1;
  if (isEmptyPair(words, at)) return 2;
  const isMarkedBefore = words[at - 1]?.mark !== "";
  return Number(isMarkedBefore && mark !== "" && PARENTHESES.has(key));
}

/** How many words from an index on are said again right after: "we were, we were". */
function repeatedAt(words: readonly MarkedWord[], at: number): number {
  for (let count = 4; count >= 1; count -= 1) {
    if (at + 2 * count > words.length || keysOf(words, at, count) !== keysOf(words, at + count, count))
      continue;
    const endsSentence = /[.?!:]/.test(words[at + count - 1]?.mark ?? "");
    if (!endsSentence && !(count === 1 && DOUBLED.has(words[at]?.key ?? ""))) return count;
  }
  return 0;
}

/** The quotation mark that words open, or close, without its partner among them; empty where there is none. */
function loneQuote(dropped: readonly MarkedWord[], side: "opens" | "closes"): string {
  const opening = /^["“]/.exec(dropped[0]?.text ?? "")?.[0] ?? "";
  const closing = /["”]$/.exec(dropped.at(-1)?.text ?? "")?.[0] ?? "";
  if (opening !== "" && closing !== "") return "";
  return side === "opens" ? opening : closing;
}

/** The mark after a word from which filler with a mark of its own was taken off, before the next word. */
function markWithout({ key, mark }: MarkedWord, dropped: Mark, next: string): Mark {
  // The question mark of a tag is the tag's.
  const found = stronger(mark, dropped === "?" ? "." : dropped);
  // "If, you know, we go": the commas are the filler's.
  // "The queen, so to speak, is old": likewise.
  if (found === "," && mark === "," && isVerbForm(next)) return "";
  const isHanging = NEVER_LAST.has(key) || SELDOM_LAST.has(key) || SUBORDINATORS.has(key);
  return found === "," && isHanging && key !== "no" ? "" : found;
}

/** Which words are left out. */
interface LeftOut {
  /** How many from a word on; 0 for none. */
  readonly countAt: (words: readonly MarkedWord[], at: number) => number;
  /** Whether their marks go to the word before them. */
  readonly keepsMark: boolean;
}

/** Leaves words out; a quotation that they open opens with the word after. */
function without(words: readonly MarkedWord[], { countAt, keepsMark }: LeftOut): MarkedWord[] {
  const kept: MarkedWord[] = [];
  let opening = "";
  let at = 0;
  while (at < words.length) {
    const count = countAt(words, at);
    const left = words.slice(at, at + count);
    const last = kept.at(-1);
    if (count === 0) {
      const word = words[at] as MarkedWord;
      kept.push(opening === "" ? { ...word } : { ...word, text: `${opening}${withCapital(word.text)}` });
      opening = "";
    } else opening += loneQuote(left, "opens");
    if (count > 0 && keepsMark && last !== undefined) {
      last.text += loneQuote(left, "closes");
      last.mark = markWithout(last, left.at(-1)?.mark ?? "", words[at + count]?.key ?? "");
    }
    at += Math.max(1, count);
  }
  return kept;
}

/**
 * The words without filler, and then without what is said twice; their `word` still counts in the whole text.
 * None of the words given is changed.
 */
export function withoutFiller(words: readonly MarkedWord[]): MarkedWord[] {
  const cleaned = without(words, { countAt: fillerAt, keepsMark: true });
  return without(cleaned, { countAt: repeatedAt, keepsMark: false });
}
