// What a client's prompt asks for beyond topics: "the funniest parts" names no word that is said, but a kind of moment.
// What is left of the prompt without such words (moment-intents) is its topic.
import { withKindsInEnglish } from "../language/prompt-kinds.ts";
import type { FeatureName } from "../virality/virality-feature-list.ts";
import { partAvoided } from "./avoided-text.ts";
import { withoutForeignAsking } from "./foreign-requests.ts";
import { INTENTS, type Intent, kindWordAt } from "./moment-intents.ts";
import { withoutAsking } from "./request-words.ts";

/** Words of requests that name neither topic nor kind. */
const REQUESTS =
  /\b(?:please|pls|plz|thx|find|give|show|pick|choose|select|cut|get|want|need|focus|include|prefer|only|clips?|parts?|moments?|segments?|scenes?|videos?(?! (?:games?|gam(?:er|ing)|calls?|edit\w+|codecs?|stores?|art)\b)|highlights?|sections?|bits?|talk(?:s|ing)?|speak(?:s|ing)?|discuss\w*|mention\w*|topic|best|viral|short(?! (?:sell\w*|squeeze|circuits?|story|stories|films?)\b)|shorts|reels?|tiktoks|speaker|where|when|about|around|related|most|top|good|great(?:est)?|important|interesting|that matters?|stand(?:s|ing)?[- ]alone|self-contained|short and(?= punchy)|attention-grabbing|scroll-stopping|things?|anything|something|everything)\b/gi;

/** Says only which of a kind, or of what is said, are wanted: "key takeaways", "the main points", not "key management". */
const FOREMOST =
  /\b(?:key|main|core|big(?:gest)?) (?:(?:points?|ideas?|messages?)\b|(?=(?:takeaways?|insights?|lessons?|arguments?|facts?|numbers?|figures?|claims?|moments?|parts?|mistakes?|failures?|regrets?|surprises?|laughs?|memories|stor(?:y|ies)|questions?|debates?|disagreements?|misconceptions?)\b))/gi;

/** What words of a kind are right before, where it only says that something is said: "quotable lines", "tense exchanges". */
const SAYINGS =
  "(?:\\s+takes?\\b|\\s+(?:lines?|phrases?|thoughts?|truths?|comments?|sentences?|statements?|sayings?|words|remarks?|exchanges?|passages?)\\b(?!\\s+(?:of|in)\\b))?";
const TOLD = INTENTS.map(({ words }) => new RegExp(`${words.source}${SAYINGS}`, "gi"));

export interface PromptPart {
  /** What is left when requests and kinds of moments are taken out; may be empty. */
  readonly topic: string;
  /** Shares of features of all kinds asked for, summing to 1; null where none is. */
  readonly features: ReadonlyMap<FeatureName, number> | null;
}

export interface ReadPrompt extends PromptPart {
  /** What is to be left out, each thing by itself. */
  readonly avoided: readonly PromptPart[];
}

/** What names moments of a kind; other words say which moments: "surprising numbers", "numbers, surprising". */
const NAMES_KIND =
  /^(?:laugh(?:s|ter)|humou?r|jokes?|comedy|questions?|q ?& ?a|q and a|interview|answers?|responses?|replies|confessions?|admissions?|failures?|mistakes?|regrets?|surprises?|controvers(?:y|ies)|debates?|disagreements?|arguments?|conflicts?|clash(?:es)?|fights?|(?:hot(?:test)?|strong(?:est)?) (?:takes?|opinions?)|opinions?|views?|thoughts?|perspectives?|stances?|plot twists?|(?:\w+ )?hacks?|value bombs?|tutorials?|blunders?|setbacks?|myths?|claims?|strong(?:est)? statements?|rants?|predictions|(?:hard|harsh|home|uncomfortable|inconvenient) truths?|banter|puns|bloopers?|confrontations?|push-?backs?|comic relief|(?:(?:words|pearls|nuggets|bits) of )?wisdom|golden nuggets?|fun facts?|trivia|misconceptions?|(?:childhood )?memories|analog(?:y|ies)|numbers?|statistics?|stats|data points?|facts?|figures?|(?:pro )?tips?|advice|how[- ]to|(?:life )?lessons?|takeaways?|recommendations?|explanations?|definitions?|insights?|(?:origin |horror )?stor(?:y|ies)|anecdotes?|experiences?|inspiration|motivation|action|hype|quotes?|one-?liners?|punch ?lines?|sound ?bites?|zingers?|mic[- ]drops?|catch ?phrases?|applause|cheers?|crowd)$/i;
/** "Surprising numbers": the kind that is named last is asked for, and what stands right before it says which of it. */
const SORT_SHARE = 0.3;

/** "Stories of failure": what is told of says which stories are meant, and most of a talk is told. */
const TELLING = /^(?:stor(?:y|ies)|anecdotes?)$/i;
const OF_WHAT =
  /^\s+(?:of|about|vom?|von|über|de|del|di|da|over)\s+(?:(?:the|their|his|her|my|our|big|biggest|great|total)\s+){0,2}/i;

/** Whether a word only says that something is told, and a kind right behind it what. */
function tellsOfKind(word: string, after: string): boolean {
  const [link] = OF_WHAT.exec(after) ?? [];
  return TELLING.test(word) && link !== undefined && kindWordAt(after.slice(link.length)) !== "";
}

/** Whether a word of a kind, alone or with others, only says which moments of the kind are meant that is named after it. */
function saysSort(word: string, after: string): boolean {
  if (NAMES_KIND.test(word) || !/^\s/.test(after)) return false;
  const beside = after.trimStart();
  const next = kindWordAt(beside);
  return next !== "" && (NAMES_KIND.test(next) || saysSort(next, beside.slice(next.length)));
}

/** How much a kind counts that a prompt names by some of its words. */
function weightOf({ words }: Intent, prompt: string): number {
  const isSort = [...prompt.matchAll(words)].every(({ 0: word, index }) => {
    const after = prompt.slice(index + word.length);
    return saysSort(word, after) || tellsOfKind(word, after);
  });
  return isSort ? SORT_SHARE : 1;
}

/** A text without what matches one of the patterns, each of which sees what stands there before. */
function blankOut(text: string, patterns: readonly RegExp[]): string {
  const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
  return found.reduce(
    (left, { 0: said, index }) =>
      `${left.slice(0, index)}${" ".repeat(said.length)}${left.slice(index + said.length)}`,
    text,
  );
}

/** A text without runs of blanks, which patterns that look back read anew from each blank; the ends of lines stay. */
function withoutRuns(text: string): string {
  return text.replaceAll(/\s+/g, (blanks) => (blanks.includes("\n") ? "\n" : " "));
}

/** Takes a prompt apart; kinds of moments are known in other languages as well. */
export function readPrompt(asked: string): ReadPrompt {
  // Lengths are written with "no", too: "no longer than a minute".
  const named = withoutAsking(withKindsInEnglish(withoutRuns(asked)));
  const { wanted, avoided } = partAvoided(withoutRuns(named));
  return { ...readEnglish(wanted), avoided: avoided.map(readEnglish) };
}

function readEnglish(prompt: string): PromptPart {
  const asked = INTENTS.filter(({ words }) => prompt.search(words) >= 0);
  const named = prompt.replaceAll(FOREMOST, " ");
  const topic = withoutForeignAsking(blankOut(named, TOLD)).replaceAll(REQUESTS, " ");
  if (asked.length === 0) return { topic, features: null };
  const weights = asked.map((intent) => weightOf(intent, prompt));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const features = new Map<FeatureName, number>();
  for (const [at, intent] of asked.entries()) {
    for (const [name, share] of Object.entries(intent.features) as [FeatureName, number][]) {
      features.set(name, (features.get(name) ?? 0) + (share * (weights[at] ?? 1)) / total);
    }
  }
  return { topic, features };
}
