// What a client's prompt asks for beyond topics: "the funniest parts" names no word that is said, but a kind of moment.
// A written table from such words to features; what is left of the prompt is its topic.
import { withKindsInEnglish } from "../language/prompt-kinds.ts";
import type { FeatureName } from "./virality-feature-list.ts";

interface Intent {
  readonly words: RegExp;
  /** Which features such moments have, with their shares. */
  readonly features: Readonly<Partial<Record<FeatureName, number>>>;
}

/**
 * What a model of text makes of the words (joke, story, …) counts most where it read them; sound and counted words decide
 * where it did not. How good a moment is counts anyway (score-candidates).
 */
const INTENTS: readonly Intent[] = [
  {
    words:
      /\b(?:funn(?:y|ier|iest)|laugh out loud|laugh\w*|humou?r\w*|jokes?|hilarious|comed(?:y|ic)|amusing|witt(?:y|iest))\b/gi,
    features: { joke: 0.72, laughter: 0.22, reaction: 0.03, emotion: 0.03 },
  },
  {
    words: /\b(?:questions?|q ?& ?a|q and a|asks?|asking|interview)\b/gi,
    features: { questions: 0.4, openingQuestion: 0.3, answered: 0.3 },
  },
  {
    words: /\b(?:answers?|answered|answering|responses?|replies)\b/gi,
    features: { answered: 1 },
  },
  {
    words:
      /\b(?:emotional|touching|moving(?! (?:to|from|on|into|away|parts?)\b)|heartfelt|inspir\w+|motivat\w+|passionate|dramatic)\b/gi,
    features: { emotion: 0.4, confession: 0.3, pitchDynamics: 0.1, dynamics: 0.2 },
  },
  {
    words:
      /\b(?:vulnerab\w+|confess\w*|honest\w*|intimate|admit\w*|admission\w*|fail(?:ed|ures?)|mistakes?|regrets?)\b/gi,
    features: { confession: 0.8, personal: 0.2 },
  },
  {
    words: /\b(?:surpris\w+|shock\w*|unexpected|mind-?blowing|astonish\w*|weird(?:est)?|strang(?:e|est))\b/gi,
    features: { surprise: 0.85, openingCuriosity: 0.05, contrast: 0.1 },
  },
  {
    words:
      /\b(?:controvers\w+|debates?|disagree\w*|arguments?|argu(?:e|es|ing)|conflicts?|clash\w*|fights?|(?:heated|tense(?:st)?)(?= (?:arguments?|debates?|discussions?|exchanges?|disagreements?|conflicts?|moments?|parts?|clips?|bits?)\b))\b/gi,
    features: { conflict: 0.8, contrast: 0.2 },
  },
  {
    words:
      /\b(?:hot takes?|opinions?|opinionated|claims?|bold(?:est)?|provocative|strong(?:est)? statements?)\b/gi,
    features: { claim: 0.6, conflict: 0.15, superlatives: 0.25 },
  },
  {
    words: /\b(?:numbers?|statistics?|stats|data points?|facts?|figures?)\b/gi,
    features: { number: 0.6, numbers: 0.4 },
  },
  {
    words: /\b(?:tips?|advice|how[- ]to|actionable|practical|lessons?|takeaways?|recommendations?)\b/gi,
    features: { advice: 0.8, address: 0.2 },
  },
  {
    words:
      /\b(?:educational|explanations?|explain\w*|definitions?|teach\w*|informative|insightful|insights?)\b/gi,
    features: { definition: 0.6, information: 0.4 },
  },
  {
    words: /\b(?:stor(?:y|ies)|personal|anecdotes?|(?<!\b(?:user|customer|developer) )experiences?)\b/gi,
    features: { story: 0.7, personal: 0.2, openingStory: 0.1 },
  },
  {
    words:
      /\b(?:energetic|high[- ]energy|exciting|intense|(?<!\blaugh out )loud(?:est)?|action|hype|lively)\b/gi,
    features: { peaks: 0.4, openingEnergy: 0.2, dynamics: 0.2, motion: 0.2 },
  },
  {
    words: /\b(?:quot(?:e|es|able)|one-?liners?|punch ?lines?|memorable|soundbites?)\b/gi,
    features: { claim: 0.7, quotability: 0.3 },
  },
  { words: /\b(?:applau\w+|clap\w*|cheer\w*|crowd)\b/gi, features: { applause: 0.8, peaks: 0.2 } },
];

/** Words of requests that name neither topic nor kind. */
const REQUESTS =
  /\b(?:please|find|give|show|pick|choose|select|cut|get|want|need|focus|include|prefer|only|clips?|parts?|moments?|segments?|scenes?|videos?|highlights?|sections?|bits?|talk(?:s|ing)?|speak(?:s|ing)?|discuss\w*|mention\w*|topic|best|viral|short|shorts|reels?|tiktoks?|youtube|speaker|where|when|about|around|related|most|top|good|great(?:est)?|important|interesting|that matters?|stand(?:s|ing)?[- ]alone|self-contained|things?|anything|something|everything)\b/gi;

/** What words of a kind are right before, where it only says that something is said: "quotable lines", "tense exchanges". */
const SAYINGS =
  "(?:\\s+(?:lines?|phrases?|sentences?|statements?|sayings?|words|remarks?|exchanges?|passages?)\\b(?!\\s+(?:of|in|on|about)\\b))?";
const TOLD = INTENTS.map(({ words }) => new RegExp(`${words.source}${SAYINGS}`, "gi"));

export interface ReadPrompt {
  /** What is left when requests and kinds of moments are taken out; may be empty. */
  readonly topic: string;
  /** Shares of features of all kinds asked for, summing to 1; null where none is. */
  readonly features: ReadonlyMap<FeatureName, number> | null;
}

/** What names moments of a kind; other words say which moments: "surprising numbers", "numbers, surprising". */
const NAMES_KIND =
  /^(?:laugh(?:s|ter)|humou?r|jokes?|comedy|questions?|q ?& ?a|q and a|interview|answers?|responses?|replies|confessions?|admissions?|failures?|mistakes?|regrets?|surprises?|controvers(?:y|ies)|debates?|disagreements?|arguments?|conflicts?|clash(?:es)?|fights?|hot takes?|opinions?|claims?|strong(?:est)? statements?|numbers?|statistics?|stats|data points?|facts?|figures?|tips?|advice|how[- ]to|lessons?|takeaways?|recommendations?|explanations?|definitions?|insights?|stor(?:y|ies)|anecdotes?|experiences?|inspiration|motivation|action|hype|quotes?|one-?liners?|punch ?lines?|soundbites?|applause|cheers?|crowd)$/i;
/** "Surprising numbers": the kind that is named last is asked for, and what stands right before it says which of it. */
const SORT_SHARE = 0.3;

/** The words of the table, each found only where a text begins with it. */
const BEGINNINGS = INTENTS.map(({ words }) => new RegExp(`^(?:${words.source})`, "i"));

/** The word with which a text begins where it is of a kind; empty elsewhere. */
function kindWordAt(text: string): string {
  return BEGINNINGS.map((begins) => begins.exec(text)?.[0]).find((word) => word !== undefined) ?? "";
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
  const isSort = [...prompt.matchAll(words)].every(({ 0: word, index }) =>
    saysSort(word, prompt.slice(index + word.length)),
  );
  return isSort ? SORT_SHARE : 1;
}

/** Takes a prompt apart; kinds of moments are known in other languages as well. */
export function readPrompt(asked: string): ReadPrompt {
  return readEnglish(withKindsInEnglish(asked));
}

function readEnglish(prompt: string): ReadPrompt {
  const asked = INTENTS.filter(({ words }) => prompt.search(words) >= 0);
  const topic = TOLD.reduce((text, words) => text.replaceAll(words, " "), prompt).replaceAll(REQUESTS, " ");
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
