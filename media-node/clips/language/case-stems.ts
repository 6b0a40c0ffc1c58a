// Stems of Finnish, Hungarian and Greek words, so that a subject is the same in whatever case it is asked for and spoken of:
// "rahasta" and "raha", "a pénzről" and "pénz". Light stemming (Savoy 2006) in steps, each of which takes one layer of endings
// off, as these languages write them one behind the other. Verbs stay as far as their endings are none of nouns.
import { type SpeechLanguage, wordsOfLanguage } from "./speech-language.ts";

/** What is replaced, step by step. */
type Steps = readonly (readonly [ending: RegExp, by: string])[];

/** An ending behind so many letters or more. */
function ending(letters: number, endings: string): RegExp {
  return new RegExp(`(?<=\\p{L}{${letters}})(?:${endings.trim().split(/\s+/).join("|")})$`, "u");
}

const FINNISH: Steps = [
  // "EU:n".
  [/:\p{L}+$/u, ""],
  // "Ihminen, ihmiset"; "yrittäjyyden"; "kysymyksen".
  [/nen$/u, "se"],
  [/(?<=uu|yy)tt[aä]$/u, "s"],
  [ending(3, "iden itten ien jen"), "i"],
  // "Töissä"; "kissa" and "musta" are no cases of shorter words.
  [ending(2, "issa issä ista istä illa illä ilta iltä ille iksi ihin aan ään een iin oon öön uun yyn"), ""],
  [ending(3, "ssa ssä sta stä lla llä lta ltä lle ksi"), ""],
  // "Taloja": not "kirja", nor "yrittäjä".
  [/(?<=\p{L}{2}[ouöy])j[aä]$/u, ""],
  [ending(3, "ia iä tta ttä hin n t"), ""],
  [ending(3, "[aäeiouyö]+"), ""],
  [/(?<=uu|yy)(?:d|t|ks)$/u, "s"],
  [/(?<=\p{L}{2}[uyio])ks$/u, "s"],
  // "Äidin" and "äiti", "kaupungin" and "kaupunki", "pankki" and "pankin".
  [/(?<!u|y)d$/u, "t"],
  [/ng$/u, "nk"],
  // "Hinnan" and "hinta", "vallan" and "valta".
  [/nn$/u, "nt"],
  [/ll$/u, "lt"],
  [/(?<=[kpt])[kpt]$/u, ""],
];

const HUNGARIAN_CASES =
  "ban ben ból ből ról ről nál nél tól től hoz hez höz nak nek val vel ért ként ba be ra re on en ön ig at et ot öt t";
const HUNGARIAN_LAYER: Steps = [
  [ending(3, HUNGARIAN_CASES), ""],
  [/á$/u, "a"],
  [/é$/u, "e"],
  [
    ending(
      3,
      "jaink jeink aink eink jaim jeim unk ünk juk jük uk ük aim eim jai jei om em öm am ám ém ai ei ja je ak ek ok ök k",
    ),
    "",
  ],
  [ending(3, "[aáeéi]"), ""],
  // "Ügyfél" and "ügyfelek".
  [/é(?=\p{L}$)/u, "e"],
];
const HUNGARIAN: Steps = [
  // "EU-ban".
  [ending(2, HUNGARIAN_CASES.replaceAll(/(?<= |^)/g, "-")), ""],
  // "Pénzzel": what says "with" begins as the word ends.
  [/([^aáeéiíoóöőuúüű])\1[ae]l$/u, "$1"],
  // Words end by themselves as others do in their cases: "üzlet" and "üzletről", "termék" and "termékek", "történet".
  ...[HUNGARIAN_LAYER, HUNGARIAN_LAYER, HUNGARIAN_LAYER, HUNGARIAN_LAYER].flat(),
];

const ACCENTED: Steps = [
  [/ά/gu, "α"],
  [/έ/gu, "ε"],
  [/ή/gu, "η"],
  [/[ίϊΐ]/gu, "ι"],
  [/ό/gu, "ο"],
  [/[ύϋΰ]/gu, "υ"],
  [/ώ/gu, "ω"],
];
const GREEK: Steps = [
  ...ACCENTED,
  [ending(3, "ματων ματος ματα μα"), ""],
  [ending(3, "ιους ιων ιου ιος ιοι ιες ιας ιο ια εων εως εις ους ων ου ος οι ης ες ας ις α η ο ι υ ε"), ""],
];

const STEPS: Readonly<Partial<Record<SpeechLanguage, Steps>>> = { fi: FINNISH, hu: HUNGARIAN, el: GREEK };

/** What makes words of a language one that has such endings; undefined of others. None becomes a little word: "egyetem" and "egy". */
export function caseStem(language: SpeechLanguage): ((key: string) => string) | undefined {
  const steps = STEPS[language];
  const little = wordsOfLanguage(language)?.stop;
  const shorter = (stem: string, [pattern, by]: Steps[number]): string => {
    const left = stem.replace(pattern, by);
    return little?.has(left) === true ? stem : left;
  };
  return steps && ((key) => steps.reduce(shorter, key));
}
