// What others said inside a sentence, as far as a title may use it: marks that stand in pairs, and nothing that the
// speaker does not stand by ("I don't buy that 'honey heals all'", "they think 'it's easy'").
import { isPronoun } from "./clauses/clause-words.ts";
import { keysOf, type TitleToken } from "./title-tokens.ts";

export interface QuoteFree {
  readonly tokens: readonly TitleToken[];
  readonly isQuoted: boolean;
}

const OPENS = /^["“]/;
const CLOSES = /["”]$/;
/** Said right before a quotation: nobody, or nobody yet, says it; "if you say" does not say it either. */
const DENIES =
  /^(?:if|not|never|cannot|nobody|without|shouldn't|wouldn't|couldn't|don't|doesn't|didn't|can't|won't|isn't|wasn't|aren't)$/;
/** Says right before a quotation who thinks so, or what becomes of it: it is told to be contradicted. */
const FOIL =
  /(?:^| )(?:(?:they|people|you|everyone|everybody|folks|who) (?:(?:just|always|often|all|really|might|may|would|will) )*(?:think|assume|imagine|believe)|(?:this|that) (?:idea|notion|assumption|belief)|\S+ (?:myth|illusion|fantasy|misconception))(?: (?:that|of|like|is|well))*$/;
/** Among so many words before a quotation a denial is of it. */
const DENIAL_REACH = 20;
/** A quotation that does not end within so many further sentences has lost its mark. */
const MAX_QUOTED_SENTENCES = 4;

function withText(token: TitleToken, text: string): TitleToken {
  return { ...token, text };
}

function withoutFirst([first, ...rest]: readonly TitleToken[]): TitleToken[] {
  return first === undefined ? [] : [withText(first, first.text.slice(1)), ...rest];
}

function withoutLast(tokens: readonly TitleToken[]): TitleToken[] {
  return tokens.map((token, at) =>
    at === tokens.length - 1 ? withText(token, token.text.slice(0, -1)) : token,
  );
}

/** The marks in their order: true for one that opens. */
function marksOf(tokens: readonly TitleToken[]): boolean[] {
  return tokens.flatMap(({ text }) => {
    const count = text.match(/["“”]/g)?.length ?? 0;
    const opens = Number(OPENS.test(text));
    return Array.from({ length: count }, (_, at) => at < opens);
  });
}

/** A single mark that no short form begins with: not that of "'cause" or "'90s". */
const SINGLE = /^['‘](?=\p{Lu})/u;

/** Words that a single mark opens, without it and its partner; a quotation that ends among them keeps both. */
function withoutSingle(tokens: readonly TitleToken[]): readonly TitleToken[] {
  if (!SINGLE.test(tokens[0]?.text ?? "")) return tokens;
  const closing = tokens.findIndex(({ text }) => /(?<!s)['’]$/.test(text));
  if (closing >= 0 && closing < tokens.length - 1) return tokens;
  return closing < 0 ? withoutFirst(tokens) : withoutLast(withoutFirst(tokens));
}

/** Quotation marks in pairs: those around the whole, or without a partner at an edge, go; others make it no clause. */
export function balanceQuotes(clause: readonly TitleToken[]): QuoteFree | null {
  const tokens = withoutSingle(clause);
  const marks = marksOf(tokens);
  if (marks.length === 0) return { tokens, isQuoted: tokens !== clause };
  const opens = OPENS.test(tokens[0]?.text ?? "");
  const closes = CLOSES.test(tokens.at(-1)?.text ?? "");
  if (marks.length === 2 && opens && closes && tokens.length > 1)
    return { tokens: withoutLast(withoutFirst(tokens)), isQuoted: true };
  if (marks.length === 1 && opens) return { tokens: withoutFirst(tokens), isQuoted: true };
  if (marks.length === 1 && closes) return { tokens: withoutLast(tokens), isQuoted: true };
  // 'Ready" and she said "No': the end of one and the beginning of another.
  const areInPairs = marks.length % 2 === 0 && marks.every((isOpening, at) => isOpening === (at % 2 === 0));
  return areInPairs ? { tokens, isQuoted: false } : null;
}

/** Index of the mark that opens the quotation in which a word stands; -1 outside any. */
function openingBefore(tokens: readonly TitleToken[], at: number): number {
  const opened = tokens.slice(0, at + 1).findLastIndex(({ text }) => OPENS.test(text));
  const isClosed = tokens.slice(opened, at).some(({ text }) => CLOSES.test(text));
  return isClosed ? -1 : opened;
}

/** Whether a word stands in a quotation that the sentence denies: "you cannot say 'stop the harvest'". */
export function isDenied(tokens: readonly TitleToken[], at: number): boolean {
  const opened = openingBefore(tokens, at);
  if (opened < 1) return false;
  const before = tokens.slice(Math.max(0, opened - DENIAL_REACH), opened);
  // "If bees don't sting, you say": the denial is another clause's.
  const endsDenial = ({ key, mark }: TitleToken, index: number): boolean =>
    key === "but" || /[.?!:]/.test(mark) || (mark === "," && isPronoun(before[index + 1]?.key ?? ""));
  const from = before.findLastIndex(endsDenial) + 1;
  return before.slice(from).some(({ key }) => DENIES.test(key)) || FOIL.test(keysOf(before));
}

/** Whether words begin with a quotation in mid-sentence and go on after it: '"the city", and paid for it'. */
export function outgrowsQuote(tokens: readonly TitleToken[], start: number, end: number): boolean {
  const { key = "", text = "" } = tokens[start] ?? {};
  // '"The city" is ours' has the quotation for its subject; '"We sell it", or so they say' has not.
  if (!OPENS.test(text) || (start === 0 && !isPronoun(key))) return false;
  return tokens.slice(start, end - 1).some(({ text }) => CLOSES.test(text));
}

type Quoted = { readonly tokens: readonly TitleToken[] };

/** How many utterances after one a quotation goes on that it leaves open; 0 where nothing ever closes it. */
function quotedAfter(utterances: readonly Quoted[], at: number): number {
  const next = utterances.slice(at + 1, at + 1 + MAX_QUOTED_SENTENCES);
  const closing = next.findIndex(({ tokens }) =>
    tokens.some(({ text }) => OPENS.test(text) || CLOSES.test(text)),
  );
  const first = next[closing]?.tokens.find(({ text }) => OPENS.test(text) || CLOSES.test(text))?.text ?? "";
  return CLOSES.test(first) && !OPENS.test(first) ? closing + 1 : 0;
}

/** Which utterances begin within a quotation that an earlier one denies: 'you cannot say "This is easy. We take it."'. */
export function findDenied(utterances: readonly Quoted[]): boolean[] {
  let left = 0;
  return utterances.map(({ tokens }, at) => {
    // 'They think "It's easy." "And it's free."': the second quotation goes on with the first.
    const before = utterances[at - 1]?.tokens ?? [];
    const goesOn = CLOSES.test(before.at(-1)?.text ?? "") && OPENS.test(tokens[0]?.text ?? "");
    const begins = left > 0 || (goesOn && isDenied(before, before.length - 1));
    const opened = tokens.findLastIndex(({ text }) => OPENS.test(text));
    const isOpen = opened >= 0 && !tokens.slice(opened).some(({ text }) => CLOSES.test(text));
    if (isOpen) left = isDenied(tokens, tokens.length) ? quotedAfter(utterances, at) : 0;
    else left = Math.max(0, left - 1);
    return begins;
  });
}
