// Words that English shares with other languages but for their ends: "Kapitalismus", "información", "réalité", "possibile".

/** An ending of another language, without marks on letters, and what English writes. */
type Ending = readonly [pattern: RegExp, english: string];

/** "-cion -tion": pairs of endings. Letters before are needed, so that no short word is one. */
function endings(pairs: string): readonly Ending[] {
  const parts = pairs.trim().split(/\s+/);
  return parts.flatMap((pattern, at): Ending[] =>
    at % 2 === 0 ? [[new RegExp(`(?<=\\p{L}{2})(?:${pattern})$`, "u"), parts[at + 1] ?? ""]] : [],
  );
}

const ENDINGS = {
  de: endings(`ismus ism itat(?:en)? ity isch(?:e[nrsm]?)? ic ologie[n]? ology isier(?:en|t|te) ize ier(?:en|t|te) ate
    iv(?:e[nrsm]?)? ive ionen ion enz ence anz ance ell(?:e[nrsm]?)? al ant(?:en)? ant`),
  nl: endings(`isme ism iteit(?:en)? ity ische? ic ologie ology iseren ize eren ate ieve? ive aties? ation entie ence
    antie ance eel al`),
  fr: endings(`isme ism ites? ity iques? ic logies? logy istes? ist iser ize eurs? or eu(?:x|ses?) ous ifs? ive
    aires? ary ellement ally ement ly els? al elles? al`),
  es: endings(`cion(?:es)? tion sion(?:es)? sion dad(?:es)? ty mente ly ismo ism istas? ist ic[oa]s? ic iv[oa]s? ive
    bles? ble ancia ance encias? ence os[oa]s? ous ales al izar ize logias? logy dor(?:es)? tor arios? ary`),
  sv: endings(
    `isme?n? ism itet(?:en)? ity isk[at]? ic login? logy ering(?:en)? ation era[rdst]? ate ivt? ive ell[at]? al ens ence`,
  ),
  no: endings(`isme[n]? ism itet(?:en)? ity iske? ic logien? logy ering(?:en)? ation sjon(?:en|er)? tion tion(?:en|er) tion
    ere[rst]? ate ivt? ive elle? al ens ence`),
  pl: endings(`izm(?:u|em)? ism cj[aeiou] tion yczn[aeyi]e?(?:go|j|m)? ic iczn[aeyi]e?(?:go|j|m)? ic logi[aei] logy
    owac ate ywn[aey] ive aln[aey]e?(?:go|j|m)? al osci? ity`),
  cs: endings(
    `ism(?:us|u) ism c(?:e|i) tion ick[ayeou](?:ho|m)? ic logi[ei] logy ovat ate ivn[ieayo](?:ho|m)? ive aln[ieayo](?:ho|m)? al it[aoyu] ity`,
  ),
  ro: endings(`ism(?:ul)? ism ti(?:e|ei|a|i|ile)? tion itat(?:e|ea|i) ity ic[aei]? ic logi[ea] logy iz(?:a|ez|eaza|at) ize iv[aei]? ive
    ant[aei]? ant os[aei]? ous abil[aei]? able al[aei]? al`),
  it: endings(`izzazion[ei] ization zion[ei] tion sion[ei] sion ita ity mente ly ismo ism ist[aei] ist ic[oahei]+ ic iv[oaei] ive bil[ei] ble
    anza ance enza ence os[oaei] ous al[ei] al izzare ize logi[ae] logy tor[ei] tor ari[oae]? ary`),
  pt: endings(`c(?:ao|oes) tion s(?:ao|oes) sion dades? ty mente ly ismo ism istas? ist ic[oa]s? ic iv[oa]s? ive veis ble vel ble
    ancia ance encias? ence os[oa]s? ous ais al izar ize logias? logy dor(?:es)? tor arios? ary`),
} as const satisfies Readonly<Record<string, readonly Ending[]>>;

export type CognateLanguage = keyof typeof ENDINGS;

/** Where English has a "c". */
const WRITES_K: ReadonlySet<CognateLanguage> = new Set(["cs", "de", "nl", "no", "pl", "sv"]);

/** What a word in plain letters is likely to be in English by its end; undefined where that tells nothing. */
export function cognateOf(plain: string, language: CognateLanguage | undefined): string | undefined {
  if (language === undefined) return undefined;
  const found = ENDINGS[language].find(([pattern]) => pattern.test(plain));
  if (found === undefined) return undefined;
  const [pattern, english] = found;
  const word = plain.replace(pattern, english);
  return WRITES_K.has(language) ? word.replaceAll("k", "c") : word;
}
