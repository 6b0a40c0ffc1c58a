// How well a whole clause serves as a clip's title, by rules: what it says, how short it is, whether it needs anything
// before it, and whether it does what the clip does (an order for advice, the number for a number, the turn for a story);
// and by what editors took (title-appeal), which counts for more.

import { WORD, type WordKind } from "../../senses/meaning/text-lexicon.ts";
import { stemOf } from "../../senses/meaning/text-similarity.ts";
import type { MomentKind } from "../sentences/moment-kinds.ts";
import { isVerbForm, SELDOM_LAST } from "./clauses/clause-words.ts";
import type { ClauseForm } from "./clauses/whole-clause.ts";
import { hasSeveralClauses, NEGATION_WORDS, REFERRING, titleAppeal } from "./title-appeal.ts";
import type { Clause } from "./title-clauses.ts";
import { keysOf } from "./title-tokens.ts";

const PLAIN = 0.18;
/** What one word of a kind adds; a second one adds half as much. */
const ADDS: readonly (readonly [WordKind, number])[] = [
  ["emotion", 0.16],
  ["superlative", 0.14],
  ["curiosity", 0.14],
  ["contrast", 0.12],
  ["number", 0.12],
  ["address", 0.05],
];
const NEGATION = 0.08;
/** What the clip speaks of again and again is its subject. */
const SUBJECT_WORD = 0.28;
const MAX_NAMED = 6;
const CONCRETE_WORD = 0.03;
const CONCRETE_LETTERS = 6;

const NEGATIONS = new RegExp(`\\b(?:${NEGATION_WORDS})\\b`);
const FORM_FACTOR: Partial<Record<ClauseForm, number>> = { topic: 0.8, name: 0.6 };
/** By how many words a title has; of 13 and 14 where nothing shorter stands alone. */
const LENGTH_FACTOR = [0, 0, 0, 0.4, 0.85, 1, 1, 1, 1, 1, 0.95, 0.6, 0.4, 1e-5, 1e-5] as const;
const CONTENT_FACTOR = [0.35, 0.75, 1, 1.1, 1.15, 1.15] as const;

/** So common that they say little of a clip's subject. */
export const COMMON = new Set(
  "people person someone somebody everyone everybody everything anything nothing good great bad better best nice cool need needs use used using uses work works worked working day days time times different company companies stuff whole love loves liked take takes took taking come comes coming came went goes put puts give gives gave look looks looking looked see sees saw seen find found feel feels felt tell tells told talk talks talking talked call calls called try tries tried trying start starts started starting wanted wants talked point part place world life year years week weeks month months idea ideas question questions answer case fact problem problems bunch couple bit little big small new old long high hard easy first last next sure guys guy folks happen happens happened happening done able actually probably maybe basically never always ever let keep keeps end ended else around back away together able interesting super exactly whatever important happy sense ask asked thought understand understood believe means meant remember love hey number sort type types example".split(
    " ",
  ),
);

const STARTS_REFERRING =
  /^(?:it|this|that|these|those|he|she|they|it's|that's|he's|she's|they're|they've|they'd|they'll|he'd|she'd|he'll|she'll|it'll|it'd|that'll|that'd) /;
/** "Their profit fell", "nobody wanted that": whose, and what? */
const OWNED_START = /^(?:their|his|her|its) /;
const ENDS_REFERRING = / (?:that|this|it|them|these|those|there)$/;
/** "It takes years to", "it's hard to": it stands for what follows. */
const EXPLETIVE =
  /^(?:it's|it is|it was|it takes|it took|it isn't|it's not|it's never|it pays)(?: (?!(?<!kind |sort )of )\S+){1,4} (?:to|that|when|if) /;
const DEMONSTRATIVE =
  /^(?:this|that|these|those) (?!\w+ly\b|is\b|was\b|are\b|were\b|has\b|had\b|will\b|would\b|can\b|could\b|just\b|really\b|might\b|may\b|isn't\b|wasn't\b|makes?\b|means?\b|made\b|doesn't\b|gives?\b|goes\b|comes\b|happens?\b|happened\b|works?\b|seems?\b|should\b)/;
/** "Without it, hives die", "after that, they sleep". */
const AFTER_REFERRING =
  /^(?:without|with|after|before|from|by|of|for|like|in|on|at|despite|because of|instead of|besides) (?:it|that|this|them|him|her|those|these) (?!\w+ing\b)(?:the|a|an|my|your|our|his|their|i|you|we|they|he|she|it|it's|there|people)\b/;
/** "The people who need it - this is the crowd", "the idea is this - it's a long story": named, and named again. */
const NAMED_AGAIN = /^(?:it|it's|this|that|that's|they|they're|he|he's|she|she's)$/;
const HEDGED =
  /\b(?:maybe|perhaps|probably|might|somewhat|i guess|i don't know|i'm not sure|something like|some sort|a little bit|a bit)\b/;
/** Says only that there is something. */
const LISTS =
  /^there(?:'s| is| are| was| were) (?:also |just |really |actually |obviously )*(?:a lot|lots|some|other|many|this|these|even)\b/;
/** Talk about the conversation itself. */
export const ABOUT_TALK =
  /\b(?:episode|podcast|listeners?|show notes|interview|you(?: just)? (?:said|mentioned|asked)|we(?:'re| are|'ve| were)? (?:talk|talked|talking|discuss|discussed|discussing)|i (?:mentioned|said)|i (?:hate|want|wanna|don't want|don't wanna)(?: to)? say|as i|question|topic|conversation|segment|chat|you were (?:saying|talking)|i'm (?:not )?(?:talking|saying|wondering|curious|thinking)|i was (?:saying|thinking|wondering)|let's (?:talk|go|move|start|get|see|say|do)|let me|go ahead|take care|next (?:week|time)|see you|tune in|the show)\b/;
/** Leads up to something, answers somebody, or says where in a list it stands. */
export const SIGNPOST =
  /^i (?:don't|didn't|do not) (?:really )?(?:know(?! why (?:any|some|people|you))|remember|recall)\b|\b(?:(?:great|good|nice) job|back-?story|(?:long|short) answer|in this regard|(?:first|second|third|other|last|next) (?:one|thing|piece|part) (?:is|was)|one (?:last|more|other) thing|another example|an example|on (?:the|this|our) (?:show|podcast)|don't (?:want to|wanna) say)\b/;
const EMPTY =
  /^i (?:totally |completely )?agree\b|^(?:i (?:don't|didn't|do) (?:know|think so|care|remember)|i (?:really |totally |completely |definitely )?(?:agree|love|like|get|hear|know|see|think|understand|appreciate)(?: (?:it|that|this|you|with (?:you|that)))?(?: .{0,12})?|you're (?:right|welcome|absolutely right)|thank you.*|thanks.*|good (?:question|point|stuff|luck).*|great (?:question|point).*|there you go|here we go|here you go|(?:that|it)(?:'s| is| was| makes| sounds)(?: \S+){1,3}|i'm sorry.*|i'm (?:sure|good|here|not sure)(?: .{0,14})?|you (?:got|have) (?:it|that)|you can (?:do|see) (?:it|that|this)|let's .{0,14}|go (?:for it|ahead).*|.*\bdo that|(?:i was|i am|i'm|you're|he's|she's|they're|we're) like (?:i|you|oh|well|what|why|how|no|yeah|okay)\b.*|what do you think.*|does that make sense.*|there(?:'s| is| are| was| were) (?:a lot|lots|so much|so many|all|always|some|something)(?: \S+){0,3})$/;
/** "It is not going to allow", "you want to know", "things like that": what is meant was said, or is yet to be said. "Phones are not allowed" is whole. */
const LEFT_UNSAID =
  /(?: (?:(?:going to|gonna|to|not|won't|doesn't|don't) allow|allows|(?:it|that|this|which|who|he|she|they|we|i|you) allowed)|^(?:\S+ ){0,2}things like that| (?:want|wants|wanted|need|needs|needed|have|has|got|like|love) to (?:know|say|see|ask|tell|understand))$/;
/** "Reliance on data is not": likewise, unless a clause before says it, as in "Money is cheap but trust is not". */
const ENDS_DENIED = / (?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|must) not$/;
const CONTRASTS = /^(?:but|and|while|whereas|though|yet)$/;
/** "They're like", "she was just", before a quotation, which says it all. */
const REPORTS =
  /^(?:i|you|he|she|we|they|it|people|everyone|everybody|someone|somebody)(?:'m|'s|'re| am| is| are| was| were)(?: (?:all|kind of|sort of|just|literally|basically))*(?: (?:just|like|all|literally))+$/;
const TURN =
  /\b(?:suddenly|turned out|turns out|realized|ended up|until|finally|never|discovered|woke|happened|lost|found|died|broke|quit|fired|failed|survived|first time|instead|crashed|burned|panicked|cried|laughed)\b/;
/** Says what somebody should do. */
const OUGHT =
  /^(?:you|we|people|everyone|everybody) (?:(?:really|just|always|also) )?(?:should|need|have to|must|can't|cannot|shouldn't|don't have|don't need|want to|gotta|ought)\b|\b(?:never|always|best way|better to|key is|trick is|has to)\b/;
const DEFINES = /^(?:\S+ ){1,4}?(?:is|are|means|refers)(?: \S+){2,}/;

type Judge = (clause: Clause, said: string) => number;

function uses({ tokens }: Clause, kind: WordKind): boolean {
  return tokens.some(({ flags }) => (flags & WORD[kind]) !== 0);
}

function whereAsked(factor: number): Judge {
  return ({ form }) => (form === "question" ? factor : 1);
}

/** How well a clause does what clips of a kind do; 1 where it neither does nor misses it. */
const KIND_FACTORS: Readonly<Record<MomentKind, Judge>> = {
  claim: whereAsked(0.7),
  story: ({ form }, said) => (TURN.test(said) ? 1.4 : 1) * (form === "question" ? 0.7 : 1),
  joke: whereAsked(0.8),
  advice: ({ form }, said) => {
    if (form === "order") return 2;
    return OUGHT.test(said) ? 1.45 : form === "question" ? 0.7 : 1;
  },
  surprise: (clause, said) =>
    uses(clause, "curiosity") || uses(clause, "superlative") || NEGATIONS.test(said) ? 1.2 : 1,
  conflict: (_, said) => (NEGATIONS.test(said) ? 1.25 : 1),
  confession: (_, said) => (/^(?:i|i'm|i've|i'd|my) /.test(said) ? 1.35 : 1),
  number: (clause) => (uses(clause, "number") ? 1.7 : 0.8),
  definition: ({ form }, said) => {
    const asks = form === "question" && /^(?:what|why|how) /.test(said);
    return asks || (form === "statement" && DEFINES.test(said)) ? 1.35 : 1;
  },
  reaction: whereAsked(0.8),
};

function wordStrength({ tokens }: Clause, said: string, subjects: ReadonlyMap<string, number>): number {
  let strength = PLAIN + (NEGATIONS.test(said) ? NEGATION : 0);
  for (const [kind, adds] of ADDS) {
    const count = tokens.filter(({ flags }) => (flags & WORD[kind]) !== 0).length;
    strength += adds * (Math.min(1, count) + (count > 1 ? 0.5 : 0));
  }
  const content = new Set(
    tokens.filter(({ key, flags }) => (flags & WORD.stop) === 0 && !COMMON.has(key)).map(({ key }) => key),
  );
  const named = [...content].reduce((sum, key) => sum + Math.log2(subjects.get(stemOf(key)) ?? 1), 0);
  const concrete = [...content].filter((key) => key.length >= CONCRETE_LETTERS).length;
  strength += SUBJECT_WORD * Math.min(MAX_NAMED, named) + CONCRETE_WORD * Math.min(3, concrete);
  return strength * (CONTENT_FACTOR[Math.min(content.size, CONTENT_FACTOR.length - 1)] ?? 1);
}

/** How well the clause can be understood alone, 0 to 1. */
export function clauseStandsAlone({ tokens }: Pick<Clause, "tokens">, said: string): number {
  let factor = 1;
  if (DEMONSTRATIVE.test(said)) factor *= 0.6;
  else if (STARTS_REFERRING.test(said) && !EXPLETIVE.test(said)) factor *= 0.08;
  if (AFTER_REFERRING.test(said)) factor *= 0.3;
  if (OWNED_START.test(said)) factor *= 0.6;
  if (ENDS_REFERRING.test(said)) factor *= 0.8;
  let hasNoun = false;
  for (const { key, flags } of tokens.slice(1)) {
    if (REFERRING.test(key)) factor *= hasNoun ? 0.88 : 0.72;
    if ((flags & WORD.stop) === 0) hasNoun = true;
  }
  return factor;
}

export interface TitleContext {
  readonly kind: MomentKind | null;
  /** How often the clip says each word of content, by its stem. */
  readonly subjects: ReadonlyMap<string, number>;
  /** How near the clause lies to the clip's point, as a factor. */
  readonly nearness: number;
}

/** Whether a dash or a colon parts a thing from a clause in which a pronoun stands for it. */
function isNamedAgain(tokens: Clause["tokens"]): boolean {
  return tokens.some(({ mark }, at) => mark === ":" && NAMED_AGAIN.test(tokens[at + 1]?.key ?? ""));
}

/** By rules, and `fits`, what the clip and the words before the clause make of it; 0 for what is no title at all. */
function ruleStrength(
  clause: Clause,
  said: string,
  subjects: TitleContext["subjects"],
  fits: number,
): number {
  const { tokens, form, leftOut, isQuoted } = clause;
  const length = LENGTH_FACTOR[tokens.length] ?? 0;
  if (tokens.some(({ flags }) => (flags & WORD.housekeeping) !== 0)) return 0.05 * length * PLAIN;
  const talk = ABOUT_TALK.test(said) ? 0.45 : 1;
  const empty = EMPTY.test(said) ? 0.2 : 1;
  const hedged = HEDGED.test(said) ? 0.75 : 1;
  const isCompound = form !== "question" && hasSeveralClauses(tokens);
  const listed = LISTS.test(said) ? 0.6 : 1;
  const formFactor =
    (FORM_FACTOR[form] ?? 1) * (isCompound ? 0.9 : 1) * listed * (EXPLETIVE.test(said) ? 0.4 : 1);
  const endsWeakly = form !== "question" && SELDOM_LAST.has(tokens.at(-1)?.key ?? "");
  const whole = (endsWeakly ? 0.6 : 1) * (1 - 0.6 * leftOut) * (isQuoted ? 0.9 : 1);
  const strength = wordStrength(clause, said, subjects);
  return strength * length * talk * empty * hedged * formFactor * whole * fits;
}

/** How much all rules count beside what editors took, and how much more of them what its words alone do not tell. */
const RULES = 0.2;
const KIND = 0.6;
const ALONE = 0.6;
const NEARNESS = 0.4;
const SIGNPOSTS = 0.45;
/** Of words that any clip could say: "get it out". */
const NAMELESS = 0.5;
const REPORTED = 0.5;
const TWICE_NAMED = 0.4;

function contrasts({ tokens }: Clause): boolean {
  const joint = tokens.findLastIndex(({ key, mark }) => CONTRASTS.test(key) || mark === ",");
  return tokens.slice(0, joint + 1).some(({ key }) => isVerbForm(key));
}

function leavesUnsaid(clause: Clause, said: string): boolean {
  if (clause.form === "question") return false;
  return LEFT_UNSAID.test(said) || (ENDS_DENIED.test(said) && !contrasts(clause));
}

function reportsQuotation({ tokens }: Clause): boolean {
  const opened = tokens.findIndex(({ text }) => /^["“]/.test(text));
  return opened > 0 && REPORTS.test(keysOf(tokens.slice(0, opened)));
}

/** Rates clauses of one clip against each other; 0 for what is no title at all. */
export function titleStrength(clause: Clause, { kind, subjects, nearness }: TitleContext): number {
  const said = keysOf(clause.tokens);
  if (leavesUnsaid(clause, said)) return 0;
  const kindFactor = kind === null ? 1 : KIND_FACTORS[kind](clause, said);
  const alone = clauseStandsAlone(clause, said);
  const byRules = ruleStrength(clause, said, subjects, kindFactor * alone * nearness);
  const pointsOn = SIGNPOST.test(said) ? SIGNPOSTS : 1;
  const isNamed =
    clause.tokens.length > 4 ||
    clause.tokens.some(({ key, flags }) => (flags & WORD.stop) === 0 && !COMMON.has(key));
  const fits =
    (isNamed ? 1 : NAMELESS) *
    (reportsQuotation(clause) ? REPORTED : 1) *
    (isNamedAgain(clause.tokens) ? TWICE_NAMED : 1) *
    pointsOn *
    kindFactor ** KIND *
    alone ** ALONE *
    nearness ** NEARNESS;
  return byRules ** RULES * fits * Math.exp(titleAppeal(clause, subjects));
}
