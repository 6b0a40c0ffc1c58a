// Letters as a search compares them: without case and accents, and with the signs that a keyboard has. Marks that are
// letters of their own, as the vowels of Thai and Hindi and the sounds of Japanese, stay.

/** A character with what is written onto it. */
const CLUSTER = /\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu;
const IS_PLAIN = /^[\x20-\x7e]*$/;
/** Clusters that are more than a letter of ASCII. */
const NOT_PLAIN = /[\x20-\x7e][\p{M}\uff9e\uff9f]+|[^\x20-\x7e][\p{M}\uff9e\uff9f]*/gu;
/**
 * Accents, and the points of Hebrew and Arabic, which are mostly not written. One that stands by itself ("´") Unicode takes
 * apart to a space and the accent.
 */
const ACCENT = / ?[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
/** Letters that Unicode does not take apart, and signs that are typed in another way. */
const TYPED_AS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ı: "i",
  ς: "σ",
  "‘": "'",
  "’": "'",
  ʼ: "'",
  "“": '"',
  "”": '"',
  "‐": "-",
  "‑": "-",
  "–": "-",
  "—": "-",
};
const TYPED = new RegExp(`[${Object.keys(TYPED_AS).join("")}]`, "g");

function foldCluster(cluster: string): string {
  if (/\s/.test(cluster)) return " ";
  return cluster
    .normalize("NFKD")
    .replace(ACCENT, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(ACCENT, "")
    .replace(TYPED, (sign) => TYPED_AS[sign] ?? sign);
}

/** What clusters have become: a text of hours has a few hundred, or some thousands of Chinese. */
const FOLDED = new Map<string, string>();
const MAX_FOLDED = 20_000;

function foldedCluster(cluster: string): string {
  const known = FOLDED.get(cluster);
  if (known !== undefined) return known;
  const folded = foldCluster(cluster);
  if (FOLDED.size < MAX_FOLDED) FOLDED.set(cluster, folded);
  return folded;
}

function clustersOf(text: string): readonly string[] {
  return text.match(CLUSTER) ?? [];
}

/** A text as it is searched: each character with its marks folded by itself. */
export function foldText(text: string): string {
  if (IS_PLAIN.test(text)) return text.toLowerCase();
  return text.replace(NOT_PLAIN, foldedCluster).toLowerCase();
}

/**
 * Which stretch of a text has become a stretch of its folded form; characters of which a part has are in it whole.
 * @param start of the folded stretch, in code units
 * @param end behind it
 */
export function unfoldRange(text: string, start: number, end: number): readonly [start: number, end: number] {
  if (IS_PLAIN.test(text)) return [start, end];
  let [at, folded] = [0, 0];
  let from: number | undefined;
  for (const cluster of clustersOf(text)) {
    if (folded >= end) break;
    folded += foldedCluster(cluster).length;
    if (from === undefined && folded > start) from = at;
    at += cluster.length;
  }
  return [from ?? at, at];
}
