// What a client's prompt asks for beyond topics: "the funniest parts" names no word that is said, but a kind of moment.
// A written table from such words to features; what is left of the prompt is its topic.
import type { FeatureName } from "./virality-feature-list.ts";

interface Intent {
  readonly words: RegExp;
  /** Which features such moments have, with their shares. */
  readonly features: Readonly<Partial<Record<FeatureName, number>>>;
}

const INTENTS: readonly Intent[] = [
  {
    words: /\b(?:funn(?:y|ier|iest)|laugh\w*|humou?r\w*|jokes?|hilarious|comed(?:y|ic)|amusing)\b/gi,
    features: { laughter: 0.6, emotion: 0.25, peaks: 0.15 },
  },
  {
    words: /\b(?:questions?|q ?& ?a|q and a|asks?|asking|interview)\b/gi,
    features: { questions: 0.5, openingQuestion: 0.3, answered: 0.2 },
  },
  {
    words: /\b(?:emotional|touching|moving|heartfelt|inspir\w+|motivat\w+|passionate|dramatic)\b/gi,
    features: { emotion: 0.6, pitchDynamics: 0.15, dynamics: 0.25 },
  },
  {
    words:
      /\b(?:surpris\w+|shock\w*|unexpected|mind-?blowing|controvers\w+|debate\w*|disagree\w*|hot takes?)\b/gi,
    features: { contrast: 0.45, superlatives: 0.25, openingCuriosity: 0.3 },
  },
  {
    words: /\b(?:numbers?|statistics?|stats|data|facts?|figures?)\b/gi,
    features: { numbers: 0.7, information: 0.3 },
  },
  {
    words: /\b(?:tips?|advice|how[- ]to|actionable|practical|lessons?|takeaways?|educational)\b/gi,
    features: { address: 0.5, information: 0.3, quotability: 0.2 },
  },
  {
    words: /\b(?:stor(?:y|ies)|personal|anecdotes?|experiences?)\b/gi,
    features: { personal: 0.8, emotion: 0.2 },
  },
  {
    words: /\b(?:energetic|energy|exciting|intense|loud(?:est)?|action|hype|lively)\b/gi,
    features: { peaks: 0.4, openingEnergy: 0.2, dynamics: 0.2, motion: 0.2 },
  },
  {
    words: /\b(?:quot(?:e|es|able)|one-?liners?|punch ?lines?|memorable|soundbites?)\b/gi,
    features: { quotability: 0.8, superlatives: 0.2 },
  },
  { words: /\b(?:applau\w+|clap\w*|cheer\w*|crowd)\b/gi, features: { applause: 0.8, peaks: 0.2 } },
];

/** Words of requests that name neither topic nor kind. */
const REQUESTS =
  /\b(?:please|find|give|show|pick|choose|select|cut|get|want|need|focus|include|prefer|only|clips?|parts?|moments?|segments?|scenes?|videos?|highlights?|sections?|bits?|talk(?:s|ing)?|speak(?:s|ing)?|discuss\w*|mention\w*|topic|best|viral|short|shorts|reels?|tiktoks?|youtube|speaker|where|when|about|around|related)\b/gi;

export interface ReadPrompt {
  /** What is left when requests and kinds of moments are taken out; may be empty. */
  readonly topic: string;
  /** Shares of features of all kinds asked for, summing to 1; null where none is. */
  readonly features: ReadonlyMap<FeatureName, number> | null;
}

/** Takes a prompt apart. */
export function readPrompt(prompt: string): ReadPrompt {
  const asked = INTENTS.filter(({ words }) => prompt.search(words) >= 0);
  const topic = INTENTS.reduce((text, { words }) => text.replaceAll(words, " "), prompt).replaceAll(
    REQUESTS,
    " ",
  );
  if (asked.length === 0) return { topic, features: null };
  const features = new Map<FeatureName, number>();
  for (const intent of asked) {
    for (const [name, share] of Object.entries(intent.features) as [FeatureName, number][]) {
      features.set(name, (features.get(name) ?? 0) + share / asked.length);
    }
  }
  return { topic, features };
}
