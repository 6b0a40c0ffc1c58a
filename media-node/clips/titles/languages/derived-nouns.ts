// Nouns that are told by their endings, in languages in which nothing beside a word says that it names a thing: "förändring",
// "zkušenost", "yrittäjyys", "przedsiębiorczość". Such endings make nouns of other words, as "-ness" does, and a clip that says
// one again and again is about it. Each is named as a dictionary does, whatever its case and the article that is written onto it.
import type { SpeechLanguage } from "../../language/speech-language.ts";

/** What ends so is a noun, and ends so in a dictionary. */
type Ending = readonly [inflected: RegExp, named: string];

const HUNGARIAN_CASES =
  "(?:[áa]?t|[éeoö]t|[ao]k|ek|[aáeé]|r[aeóő]l?|b[aeóő][nl]?|[nt][aeáéóő][kl]|h[oeö]z|ért)";

const ENDINGS: Readonly<Partial<Record<SpeechLanguage, readonly Ending[]>>> = {
  sv: [[/((?<!omk)ring|ning|het|skap|[st]ion|else|ism|itet|dom)(?:en|n|et)?$/u, "$1"]],
  da: [[/((?<!omk)ring|ning|hed|skab|[st]ion|else|isme|itet|dom)(?:en|n|et)?$/u, "$1"]],
  no: [[/((?<!omk)ring|ning|het|skap|sjon|else|isme|itet|dom)(?:en|n|et|a)?$/u, "$1"]],
  cs: [
    [/([nltvk]ost)[ií]?$/u, "$1"],
    // "Poslední" and "dnešní" are none.
    [/([áe]n)ím?$/u, "$1í"],
    [/([sc]tv)ím?$/u, "$1í"],
    [/ac[eií]$/u, "ace"],
    [/(tel|ismus)$/u, "$1"],
  ],
  pl: [
    // "Prości" are people.
    [/(?<!pr)oś(?:ć|ci|cią)$/u, "ość"],
    [/(k[ao]mpani)(?:a|i|ę|ą)$/u, "$1a"],
    // "Zostanie" and "dostanie" are verbs, "Hiszpania" a country.
    [/(?<!st|iszp|ryt)(an|en)i(?:e|a|u|em)$/u, "$1ie"],
    [/([cz])j(?:a|i|ę|ą)$/u, "$1ja"],
    [/([sc]tw)(?:o|a|u|em|ie)$/u, "$1o"],
    [/izm(?:u|owi|em|ie)?$/u, "izm"],
  ],
  ru: [
    // "Прости" is "forgive".
    [/(?<!пр)ост(?:ь|и|ью)$/u, "ость"],
    [/(к[оа]мпани)(?:я|и|ю|ей|й|ям|ях)$/u, "$1я"],
    // Countries end as "мнения" does.
    [/(?<!сп|рит|лб|рм)([еа]ни)(?:е|я|ю|ем|и)$/u, "$1е"],
    [/ци(?:я|и|ю|ей)$/u, "ция"],
    [/ств(?:о|а|у|ом|е)$/u, "ство"],
    [/изм(?:а|у|ом|е)?$/u, "изм"],
  ],
  uk: [
    // "Прості" and "останні" say of what sort something is.
    [/(?:ість|(?<!пр)ості|істю)$/u, "ість"],
    [/([аяе]нн)(?:я|ю|ям)$/u, "$1я"],
    [/(?<!ост)([ая]нн)і$/u, "$1я"],
    [/ці(?:я|ї|ю|єю)$/u, "ція"],
    [/([сц]тв)(?:о|а|у|ом|і)$/u, "$1о"],
  ],
  fi: [
    // "Uudessa" is of "new", "kuuden" of "six".
    [/(?<=\p{L}{2})(uu|yy)(?:s|den|tta|ttä|desta|destä|dessa|dessä|della|dellä|teen|ksia)$/u, "$1s"],
    [/([mt][uy])(?:s|ksen|sta|stä|kseen|ksessa|ksessä|ksesta|ksestä|kset|ksia|ksiä)$/u, "$1s"],
    [/(minen|isto|istö|ismi|logia)$/u, "$1"],
  ],
  hu: [[new RegExp(`([sz][aáeé]g|[zltd][áé]s|izmus|[cz]ió)${HUNGARIAN_CASES}?$`, "u"), "$1"]],
};
/** Shorter words only look like it: "ring", "paní", "más". */
const MIN_LETTERS = 6;

/** A word as a dictionary has it, where it ends as only nouns of its language do; null elsewhere. */
export function derivedNoun(language: SpeechLanguage, word: string): string | null {
  if ([...word].length < MIN_LETTERS) return null;
  const ending = ENDINGS[language]?.find(([inflected]) => inflected.test(word));
  return ending === undefined ? null : word.replace(...ending);
}
