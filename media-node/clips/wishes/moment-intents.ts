// Which words of a prompt ask for which kinds of moments: a written table from words to features.
import type { FeatureName } from "../virality/virality-feature-list.ts";

export interface Intent {
  readonly words: RegExp;
  /** Which features such moments have, with their shares. */
  readonly features: Readonly<Partial<Record<FeatureName, number>>>;
}

/** What a word stands before that only says of which sort moments should be. */
export const MOMENTS =
  "(?:moments?|parts?|clips?|bits?|segments?|scenes?|sections?|passages?|highlights?|takes?|lines?|phrases?|words|remarks?|statements?|sayings?|comments?|exchanges?|thoughts?|truths?|things?|stuff|stor(?:y|ies)|anecdotes?|opinions?|claims?|predictions?|quotes?|one-?liners?|facts?|questions?|answers?|jokes?|humou?r|banter|debates?|discussions?|arguments?|disagreements?|conflicts?|advice|tips?|lessons?|insights?)";
/** "Deep moments", "wild, deep thoughts": not "deep learning", "deep lines of code". */
export const OF_MOMENTS = `(?=(?:(?:\\s*,|\\s+and|\\s+or)(?:\\s+\\w+)?)?\\s+${MOMENTS}\\b(?!\\s+of\\b))`;
/** "Something spicy": not "spicy food". */
export const OR_LAST = `(?=\\s*[.!?]*$)`;

/** "Dark humour", "dad jokes": not "dark stories", "dad stories". */
const OF_JOKES = "\\s+(?:jokes?|humou?r|comed(?:y|ies)|puns?|wit|banter|sarcasm|one-?liners?)\\b";
/** "Spicy", "something spicy", "the spiciest": not "why chilies are spicy". */
const ASKED_FOR =
  "(?<=^\\W*|,\\s*|\\b(?:something|anything|things|stuff|it|them|be|the|most|more|moments|parts|clips|bits)\\s+(?:that (?:is|are)\\s+)?)";
/** "Take action", "an action plan" and the like name no moments. */
const IN_ACTION =
  "(?<!\\b(?:calls? to|(?:plan|course)s? of|affirmative|class|legal|climate|collective|military|tak(?:e|es|ing)|took) )action(?![- ](?:plans?|items?|points?|figures?|potentials?|movies?|films?|hero(?:es)?)\\b)";
/** Whom one knows, or what one does on ice. */
const FIGURES =
  "(?<!\\b(?:public|action|historical|political|religious|parental|father|mother|cult|stick) )figures?(?!\\s+(?:skat\\w+|out)\\b)";

/** A pattern of words that always name a kind, and of those that do where they say of which sort moments should be, or come last too. */
function words(always: string, sorts?: string, sortsOrLast?: string): RegExp {
  const of = sorts === undefined ? [] : [`(?:${sorts})${OF_MOMENTS}`];
  const orLast = sortsOrLast === undefined ? [] : [`(?:${sortsOrLast})(?:${OF_MOMENTS}|${OR_LAST})`];
  return new RegExp(`\\b(?:${[always, ...of, ...orLast].join("|")})\\b`, "gi");
}

/**
 * What a model of text makes of the words (joke, story, …) counts most where it read them; sound and counted words decide
 * where it did not. How good a moment is counts anyway (score-candidates).
 */
export const INTENTS: readonly Intent[] = [
  {
    words: words(
      `(?:epic|hilarious|funny|funniest|biggest) fails|funn(?:y|ier|iest)|laugh out loud|laugh\\w*|humou?r\\w*|jokes?|hilarious|comed(?:y|ic)|comic relief|amusing|witt(?:y|iest)|banter|sarcas(?:m|tic)|puns|bloopers?|(?:dad|dark|dry)(?=${OF_JOKES})`,
      "lol|cringe(?:y|worthy)?",
      "silly|silliest|goofy|goofiest|playful|ridiculous",
    ),
    features: { joke: 0.72, laughter: 0.22, reaction: 0.03, emotion: 0.03 },
  },
  {
    words: words("(?:rapid[- ]fire )?questions?|q ?& ?a|q and a|asks?|asking|interview"),
    features: { questions: 0.4, openingQuestion: 0.3, answered: 0.3 },
  },
  {
    words: words("answers?|answered|answering|responses?|replies"),
    features: { answered: 1 },
  },
  {
    words: words(
      "emotional|touching|moving(?! (?:to|from|on|into|away|parts?)\\b)|heartfelt|heart-?warming|tear-?jerk\\w+|inspir\\w+|motivat\\w+|passionate|dramatic|uplifting|feel[- ]good|heart-?breaking",
      `sad(?:dest)?|scar(?:y|iest)|creepy|creepiest|hopeful|dark(?:est)?(?!${OF_JOKES})`,
      "wholesome",
    ),
    features: { emotion: 0.4, confession: 0.3, pitchDynamics: 0.1, dynamics: 0.2 },
  },
  {
    words: words(
      "vulnerab\\w+|confess\\w*|(?:brutal(?:ly)? )?honest\\w*|intimate|admit\\w*|admission\\w*|fail(?:ed|ures?)|mistakes?(?: to avoid)?|regrets?|real talk|(?:went|go(?:es|ing)?|gone) wrong|blunders?|screw-?ups?|setbacks?",
      "raw|candid|embarrassing|awkward",
    ),
    features: { confession: 0.8, personal: 0.2 },
  },
  {
    words: words(
      "surpri[sz]\\w+|supris\\w+|plot twists?|shock\\w*|unexpected|mind[- ]?(?:blowing|bending)|eye[- ]?opening|jaw[- ]?dropping|astonish\\w*|weird(?:est)?|strang(?:e|est)|fun facts?|trivia(?! nights?\\b)|misconceptions?|myths?(?=\\s+(?:about|around|on)\\b)|myth[- ]?bust\\w+|debunk\\w*",
      "a-?ha|wow|light-?bulb|crazy|craziest|wild(?:est)?|insane",
    ),
    features: { surprise: 0.85, openingCuriosity: 0.05, contrast: 0.1 },
  },
  {
    words: words(
      "controver[sc]\\w+|contravers\\w+|debates?|disagree\\w*|(?<!\\b(?:function|line|keyword|optional) )arguments?|argu(?:e|es|ing)|conflicts?|clash\\w*|fights?|confrontations?|push-?backs?|push(?:es|ed|ing)? back(?!\\s+(?:the|an?|our|my|your|their|his|her|its|to|until|till)\\b)|contradict (?:each other|one another)",
      "heated|(?<!\\b(?:past|present|future|perfect|verb) )tense(?:st)?",
    ),
    features: { conflict: 0.8, contrast: 0.2 },
  },
  {
    words: words(
      `(?:hot(?:test)?|strong(?:est)?) (?:takes?|opinions?)|opinions?|(?:views?|thoughts?|perspectives?|stances?)(?=\\s+(?:on|about)\\b)|opinionated|(?<!\\binsurance )claims?|bold(?:est)?|provocative|strong(?:est)? statements?|rants?|(?:hard|harsh|home|uncomfortable|inconvenient) truths?|predictions|${ASKED_FOR}spic(?:y|ier|iest)${OR_LAST}`,
      "unpopular|contrarian|radical|edgy|savage|spic(?:y|ier|iest)",
    ),
    features: { claim: 0.6, conflict: 0.15, superlatives: 0.25 },
  },
  {
    words: words(`numbers?|statistics?|stats|data points?|(?<!\\bfun )facts?|${FIGURES}`),
    features: { number: 0.6, numbers: 0.4 },
  },
  {
    words: words(
      "(?:pro )?tips?(?! of\\b)(?:\\s+(?:and|&)\\s+tricks)?|advice|advise|how[- ]to|(?:life|productivity|growth|health|fitness|money|travel|sleep|cooking|study) hacks?|value bombs?|recommends?|recomend\\w*|actionable|practical|(?:life )?lessons?|takeaways?|recommendations?|step[- ]by[- ]step",
    ),
    features: { advice: 0.8, address: 0.2 },
  },
  {
    words: words(
      "educational|explanations?|explain\\w*|definitions?|teach\\w*|informative|insightful|insights?|analog(?:y|ies)|eli5|tutorials?|(?:explained\\s+)?(?:(?:it|this|things)\\s+)?(?:like|as if)\\s+(?:(?:i'?m|i am|i was|i were)\\s+(?:five|5)\\b(?:[- ]years?[- ]old)?|(?:i'?m |i am |(?:you would )?to )?a (?:five|5)[- ]years?[- ]old)",
    ),
    features: { definition: 0.6, information: 0.4 },
  },
  {
    words: words(
      "(?:origin |horror )?stor(?:y|ies)|personal|anecdotes?|(?<!\\b(?:user|customer|developer) )experiences?|(?:childhood )?memories",
    ),
    features: { story: 0.7, personal: 0.2, openingStory: 0.1 },
  },
  {
    words: words(
      `energetic|high[- ]energy|exciting|intense|(?<!\\blaugh out )loud(?:est)?|${IN_ACTION}|${ASKED_FOR}hype(?=\\W*$|\\s*,)|lively`,
      "hype",
    ),
    features: { peaks: 0.4, openingEnergy: 0.2, dynamics: 0.2, motion: 0.2 },
  },
  {
    words: words(
      "quot(?:e|es|able)|one-?liners?|punch ?lines?|memorable|sound ?bites?|zingers?|mic[- ]drops?|catch ?phrases?|punch(?:y|ier|iest)",
      "snappy",
      "pithy",
    ),
    features: { claim: 0.7, quotability: 0.3 },
  },
  {
    words: words(
      "wisdom(?! (?:tooth|teeth|of (?:the )?crowds?)\\b)|(?:words|pearls|nuggets|bits) of wisdom|golden nuggets?|thought[- ]provoking",
      "wise(?:st)?|deep(?:est)?|profound|philosophical",
    ),
    features: { claim: 0.45, advice: 0.45, quotability: 0.1 },
  },
  {
    words: words(
      "applau\\w+|clap\\w*|cheer\\w*|(?<!\\bof (?:the )?)crowd(?![- ](?:fund|sourc|control|strike)\\w*)",
    ),
    features: { applause: 0.8, peaks: 0.2 },
  },
];

/** The words of the table, each found only where a text begins with it. */
const BEGINNINGS = INTENTS.map(({ words }) => new RegExp(`^(?:${words.source})`, "i"));

/** The word with which a text begins where it is of a kind; empty elsewhere. */
export function kindWordAt(text: string): string {
  return BEGINNINGS.map((begins) => begins.exec(text)?.[0]).find((word) => word !== undefined) ?? "";
}
