// Stems of Polish, Czech, Ukrainian and Russian words, so that a subject is the same in whatever case it is asked for and
// spoken of: "про війну" and "війна". Light stemming (Savoy 2006): the longest ending of nouns and adjectives is taken off,
// then what changes before endings is made one. Verbs and prefixes stay as they are. English words among them ("startupy",
// "AI") lose endings likewise, in prompt and talk alike.
import type { SpeechLanguage } from "./speech-language.ts";
import { wordSet } from "./word-set.ts";

type SlavicLanguage = "pl" | "cs" | "uk" | "ru";

/** What is left of a word has so many letters at least. */
const MIN_LEFT = 3;

const ENDINGS: Readonly<Record<SlavicLanguage, string>> = {
  pl: `iego iemu iach iami iom iów iej iem iam ach ami mi ego emu ych ymi ich imi owi om ów ej em ym im ie ia ią ię ii io iu a ą e ę i o
    u y`,
  cs: `ách ích ech ami emi ěmi ími ými ého ému ých ovi ové ám ém ím ým em om ou ům ích ie ii ia iu a á e é ě i í o u ů y ý`,
  uk: `иями ями ами има ого ому ими іми ією иях ях ах ів їв ей ій ий ої ою ею єю их іх ом ем єм им ім ам ям ія ію ії іє а е є и
    і ї о у ю я ь й`,
  ru: `иями ями ами ого его ому ему ыми ими иях иям ией ием ях ах ов ев ёв ей ой ый ий ою ею ая яя ую юю ое ее ые ие их ых ом ем ём ым
    им ам ям ия ию ии а е ё и о у ы ю я ью ье ья ьи ьем ь й`,
};

/** Ends many a noun in all cases as well as words in some: "problem, problemy", "страх, страха". */
const LOOKS_LIKE_ENDING: Readonly<Record<SlavicLanguage, RegExp>> = {
  pl: /(?:[eoiy]m|[aiy]ch)$/u,
  cs: /(?:[eéoí]m|ech)$/u,
  uk: /(?:[аеєоіиїя]м|[аіияї]х)$/u,
  ru: /(?:[аеёоиыя]м|[аияы]х)$/u,
};

/** Said so often, and without an ending that tells them from another word: "долго" is no "долг". */
const UNLIKE: Readonly<Record<SlavicLanguage, ReadonlySet<string>>> = {
  pl: wordSet("poziom"),
  cs: new Set(),
  uk: new Set(),
  ru: wordSet("более долго семь целом"),
};

/** What stands before an ending in one case and another: "wojna, o wojnie", "matka, o matce", "книга, у книзі". */
const CHANGES: Readonly<Record<SlavicLanguage, readonly (readonly [RegExp, string])[]>> = {
  pl: [
    [/(?<=\p{L}{3})ść$/u, "śc"],
    [/(?:c|ć)$/u, "k"],
    [/dz$/u, "g"],
    [/rz$/u, "r"],
    [/ł$/u, "l"],
    [/ń$/u, "n"],
    [/ś$/u, "s"],
    [/ó/gu, "o"],
    [/ą/gu, "ę"],
    // "W mieście, o cieście, o świecie, w lesie, po obiedzie, na wietrze".
    [/śt$/u, "st"],
    [/^(m|c)iest$/u, "$1iast"],
    [/^(świ|kwi|powi|la)et$/u, "$1at"],
    [/^les$/u, "las"],
    [/^obied$/u, "obiad"],
    [/^wietr$/u, "wiatr"],
  ],
  cs: [
    [/^pen[ií]z$/u, "peněz"],
    [/c$/u, "k"],
    [/z$/u, "h"],
    [/ř$/u, "r"],
    [/ů/gu, "o"],
    [/í/gu, "i"],
    [/á/gu, "a"],
  ],
  uk: [
    [/(?<=\p{L}{4})['’]$/u, ""],
    [/ц$/u, "к"],
    [/з$/u, "г"],
    [/с$/u, "х"],
  ],
  ru: [[/^денег$/u, "деньг"]],
};

/** "O kobiecie", "w wodzie": of "kobieta" and "woda"; not of "życie", "zdjęcie", "szczęście". "Poziom" ends as "paniom" does. */
const POLISH = [
  [/^poziom(?:u|ie|y|ów|em|ami|ach|om)$/u, "poziom"],
  [/(?<=\p{L}{3})(?<!ję|zię|szczęś|jś|czu|kry|par|ży)cie$/u, "ta"],
  [/(?<=\p{L}{2})dzie$/u, "da"],
] as const;

function endingsOf(language: SlavicLanguage): readonly string[] {
  const endings = [...new Set(ENDINGS[language].split(/\s+/))];
  return endings.toSorted((a, b) => b.length - a.length);
}

const READ_ENDINGS = {
  pl: endingsOf("pl"),
  cs: endingsOf("cs"),
  uk: endingsOf("uk"),
  ru: endingsOf("ru"),
} satisfies Record<SlavicLanguage, readonly string[]>;

function stemIn(word: string, language: SlavicLanguage): string {
  const before = language === "pl" ? POLISH : [];
  const key = before.reduce((said, [pattern, one]) => said.replace(pattern, one), word);
  if (UNLIKE[language].has(key)) return key;
  const ending = READ_ENDINGS[language].find(
    (each) => key.endsWith(each) && key.length - each.length >= MIN_LEFT,
  );
  const bare = ending === undefined ? key : key.slice(0, -ending.length);
  const again = bare.replace(LOOKS_LIKE_ENDING[language], "");
  const left = again.length < MIN_LEFT ? bare : again;
  return CHANGES[language].reduce((stem, [pattern, one]) => stem.replace(pattern, one), left);
}

function isSlavic(language: SpeechLanguage): language is SlavicLanguage {
  return Object.hasOwn(ENDINGS, language);
}

/** What makes words of a Slavic language one, by their keys; undefined of others. */
export function slavicStem(language: SpeechLanguage): ((key: string) => string) | undefined {
  return isSlavic(language) ? (key) => stemIn(key, language) : undefined;
}
