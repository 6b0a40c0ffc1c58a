// Reads emphasis out of a prompt, in the notation that image tools share: `(word)` counts 1.1 times, `[word]` as much
// less, `(words:1.3)` as the number says, each level of brackets multiplies, and a backslash takes a bracket for itself.
// What is not closed reaches to the end, what was not opened is text: no prompt is refused.

export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

const BRACKET_FACTOR = 1.1;
/** Beyond this, images fall apart; also what keeps many brackets from becoming infinite. */
const MAX_WEIGHT = 4;
const TOKEN = /\\([()[\]\\])|\(|\[|:\s*([0-9]*\.?[0-9]+)\s*\)|\)|\]|[^\\()[\]:]+|[\s\S]/g;

interface OpenPart {
  text: string;
  weight: number;
}

function multiply(parts: OpenPart[], from: number, factor: number): void {
  for (const part of parts.slice(from)) part.weight *= factor;
}

/** Where brackets that are still open began: indices of parts. */
interface OpenBrackets {
  readonly "(": number[];
  readonly "[": number[];
}

/** Where the bracket opened that this token closes; undefined where it closes none. */
function closedAt(open: OpenBrackets, token: string, factor: string | undefined): number | undefined {
  if (token === "]") return open["["].pop();
  return token === ")" || factor !== undefined ? open["("].pop() : undefined;
}

/** The parts of a prompt in order, neighbours of one weight joined. Their texts make the prompt without its marks. */
export function readPromptWeights(prompt: string): WeightedText[] {
  const parts: OpenPart[] = [];
  const open: OpenBrackets = { "(": [], "[": [] };
  for (const [token, escaped, factor] of prompt.matchAll(TOKEN)) {
    if (token === "(" || token === "[") {
      open[token].push(parts.length);
      continue;
    }
    const from = closedAt(open, token, factor);
    if (from === undefined) parts.push({ text: escaped ?? token, weight: 1 });
    else multiply(parts, from, factorOf(token, factor));
  }
  for (const from of open["("]) multiply(parts, from, BRACKET_FACTOR);
  for (const from of open["["]) multiply(parts, from, 1 / BRACKET_FACTOR);
  return joined(parts);
}

function factorOf(token: string, factor: string | undefined): number {
  if (factor !== undefined) return Number(factor);
  return token === "]" ? 1 / BRACKET_FACTOR : BRACKET_FACTOR;
}

function joined(parts: readonly OpenPart[]): WeightedText[] {
  const result: OpenPart[] = [];
  for (const { text, weight } of parts) {
    const bounded = Math.min(MAX_WEIGHT, weight);
    const last = result.at(-1);
    if (last?.weight === bounded) last.text += text;
    else result.push({ text, weight: bounded });
  }
  return result;
}
