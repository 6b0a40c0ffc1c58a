// Which words belong together, so that neither captions nor lines are better broken between them. The dictionaries of scripts
// without spaces part endings and particles from the words that they are written onto, as 使 from われて: a phrase of
// Japanese (bunsetsu) begins with what is no kana, or with a longer word of them.

/** Of English, Chinese and Thai; Japanese has its own behind words. */
const BINDING = [
  /^(?:a|an|the|of|to|in|on|at|by|for|from|with|into|and|or|but|my|your|his|her|its|our|their|this|these|is|are|was|were|be|i|we|he|she|they|very|not|no|as)$/i,
  /^(?:在|对|對|把|被|从|從|和|跟|与|與|给|給|向|让|讓|很|最|更|太|不|没|沒|也|都|越来越|越來越|这|這|那|这些|這些|那些)$/u,
  /^(?:ใน|ของ|กับ|ที่|จะ|และ|การ|ความ|โดย|จาก|เพื่อ|ไม่)$/u,
];
/** They begin a clause, in the same languages and Japanese. */
const CONJUNCTION = [
  /^(?:and|but|or|nor|so|because|when|while|if|that|which|who|whose|where|although|though|unless|until|since|before|after|than|then)$/i,
  /^(?:因为|因為|所以|但|但是|而且|如果|虽然|雖然|然后|然後|以及|或者|不过|不過|于是|於是|可是)$/u,
  /^(?:そして|しかし|でも|だから|それで|または|けれど|ところが)$/u,
  /^(?:และ|แต่|เพราะ|หรือ|ถ้า|เมื่อ|ดังนั้น)$/u,
];
/** Short words of hiragana, and those of Chinese that end a phrase or a word. */
const ENDING = /^(?:\p{Script=Hiragana}{1,2}|しょう|[的了着过吗呢吧啊们們過著嗎])[\p{P}]*$/u;
const BEGINS_HIRAGANA = /^\p{Script=Hiragana}/u;
/** Behind these, hiragana are mostly an ending. */
const ENDS_WITH_STEM = /[\p{Script=Han}\p{Script=Katakana}ー々]$/u;

const NUMBER =
  /(?:\p{Nd}|^(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|[mb]illion))$/iu;
/** What a number is said with: powers of ten, shares, money. */
const OF_NUMBER = [
  /^(?:hundred|thousand|[mbt]illions?|percent|dollars?|euros?|pounds?|mille?|millones|millón|milioni|mil(?:hão|hões)|mill?iard[eis]?n?|milliards?|millionen|tausend|prozent|procent)\p{P}*$/iu,
  /^(?:тысяч|миллион|миллиард|процент|мільйон|мільярд|відсотк)\p{L}{0,3}\p{P}*$/iu,
];
/** In scripts without spaces, of which words are parted: 人生 is "life", and counts nothing. */
const COUNTERS = "万萬億亿兆円圆元块塊年月日号號時时点點分秒人個个回歳岁％%";
const ONLY_COUNTERS = new RegExp(`^\\p{Nd}*[${COUNTERS}]+$`, "u");
const BEGINS_WITH_COUNTER = new RegExp(`^[${COUNTERS}]`, "u");

/**
 * Marks that French writes with a space before them, as many do in Arabic and Hindi, and what most of Europe writes so behind a
 * number; and one that opens.
 */
const CLOSES_APART = "[?!:;»%€؟؛،।॥]+[.,;:!?»”)]*";
const OPENS_APART = "«";
/** What stands behind a number is of that; else it may lead one, as in the "€ 50" of Dutch. */
const OF_NUMBERS = "[%€]";
const LEADS_NUMBER = `(?<!\\p{N}\\s)${OF_NUMBERS}\\s\\p{N}`;
const BEHIND_OPENING = `(?<=(?:^|\\s)${OPENS_APART}\\s)|(?<=(?:^|(?<!\\p{N})\\s)${OF_NUMBERS}\\s)(?=\\p{N})`;
/** Where a line may break at a space: not between such a mark and its word. */
export const BETWEEN_WORDS_AND_MARKS = `(?<=\\s)(?!${BEHIND_OPENING})(?!(?!${LEADS_NUMBER})${CLOSES_APART}(?:\\s|$))`;
const IS_CLOSING = new RegExp(`^${CLOSES_APART}$`, "u");
const IS_OPENING = new RegExp(`^${OPENS_APART}$`, "u");
const IS_OF_NUMBERS = new RegExp(`^${OF_NUMBERS}$`, "u");

/** Whether a word is a sign that is said of the number behind it. */
function leadsNumber(words: readonly { readonly text: string }[], index: number): boolean {
  const [before = "", text = "", next = ""] = [-1, 0, 1].map((by) => words[index + by]?.text);
  return IS_OF_NUMBERS.test(text) && /^\p{N}/u.test(next) && !/\p{N}$/u.test(before);
}

/** Whether a space before one of some words stands before a mark that closes, or behind one that opens. */
export function isMarkApart(words: readonly { readonly text: string }[], index: number): boolean {
  const [before = "", text = ""] = [words[index - 1]?.text, words[index]?.text];
  const isClosing = IS_CLOSING.test(text) && !leadsNumber(words, index);
  return isClosing || IS_OPENING.test(before) || leadsNumber(words, index - 1);
}

/** Small kana, and the marks that lengthen or repeat: they are said with the sign before them, and begin no line. */
const SAID_WITH_BEFORE = /^[ぁぃぅぇぉっゃゅょゎゕゖゝゞァィゥェォッャュョヮヵヶヽヾー々]/u;

/** Whether a text begins with what is said with the sign before it, as って in なって. */
export function continuesSign(text: string): boolean {
  return SAID_WITH_BEFORE.test(text);
}

/** Whether a word belongs to the one after it, so that a line should not end with it. */
export function bindsToNext(text: string): boolean {
  return BINDING.some((words) => words.test(text));
}

/** Whether a word says what the number before it is of, as in "3.5 billion dollars". */
export function completesNumber(before: string, text: string): boolean {
  const continues = ONLY_COUNTERS.test(before) || OF_NUMBER.some((words) => words.test(before));
  if (!NUMBER.test(before) && (!continues || /[^%％\P{P}]$/u.test(before))) return false;
  return BEGINS_WITH_COUNTER.test(text) || OF_NUMBER.some((words) => words.test(text));
}

/** Whether a word joins clauses, so that a line may well begin with it. */
export function joinsClauses(text: string): boolean {
  return CONJUNCTION.some((words) => words.test(text));
}

/** Whether a word belongs to the one before it, so that a line should not begin with it. */
export function bindsToBefore(before: string, text: string): boolean {
  // What most texts are is found first, and the longer text looked through last.
  if (!ENDING.test(text) && !(BEGINS_HIRAGANA.test(text) && ENDS_WITH_STEM.test(before))) return false;
  return !joinsClauses(text);
}
