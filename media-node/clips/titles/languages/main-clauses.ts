// The first clause of a long sentence in another language, where it is whole by itself: up to a comma behind which another
// main clause begins ("…, aber er schläft", "…, et il dort"). What stands behind is not taken: it may need the first one's
// subject or condition. "Because" ends none, since a denial may mean the reason alone ("nicht, weil").
import type { SpeechLanguage } from "../../language/speech-language.ts";
import { wordSet } from "../../language/word-set.ts";
import type { SpokenText } from "../../sentences/sentences.ts";

/** What begins a clause that is none by itself, and what promises a second one. */
const NOT_ALONE: Readonly<Partial<Record<SpeechLanguage, RegExp>>> = {
  de: /^(?:wenn|falls|weil|obwohl|als|während|bevor|nachdem|sobald|solange|da|indem|damit|dass|ob|wer|was|wo|wie|je|bis|seit|statt|anstatt)(?!\p{L})|(?<!\p{L})(?:zwar|nicht nur|entweder|weder|sowohl)(?!\p{L})/iu,
  fr: /^(?:si|quand|lorsqu\p{L}*|puisqu\p{L}*|comme|parce|bien qu\p{L}*|pour qu\p{L}*|afin|avant|après|pendant|tant|dès|ce qu\p{L}*|qui|s['’]il\p{L}*)(?!\p{L})|(?<!\p{L})(?:certes|non seulement|pas seulement|ni|soit)(?!\p{L})/iu,
  es: /^(?:si|cuando|aunque|mientras|como|porque|para que|antes|después|desde|lo que|quien|donde)(?!\p{L})|(?<!\p{L})(?:no solo|no sólo|ni|o bien|es cierto)(?!\p{L})/iu,
  it: /^(?:se|quando|anche se|mentre|siccome|perché|prima|dopo|appena|benché|quello che|chi|dove)(?!\p{L})|(?<!\p{L})(?:non solo|né|sia|è vero)(?!\p{L})/iu,
  pt: /^(?:se|quando|embora|enquanto|como|porque|para que|antes|depois|assim que|o que|quem|onde)(?!\p{L})|(?<!\p{L})(?:não só|nem|é verdade)(?!\p{L})/iu,
  nl: /^(?:als|wanneer|omdat|hoewel|terwijl|zodra|toen|nadat|voordat|dat|of|wie|wat|waar|hoe|om)(?!\p{L})|(?<!\p{L})(?:weliswaar|niet alleen|noch|zowel)(?!\p{L})/iu,
};
/** What is said of others, of former times or of one side, before a "but" that takes it back: "Ich dachte, …, aber". */
const TAKEN_BACK: Readonly<Partial<Record<SpeechLanguage, RegExp>>> = {
  de: /(?<!\p{L})(?:dachten?|glaubten?|könnte (?:man )?(?:denken|glauben|meinen)|(?:man|jeder) (?:sagt|denkt|glaubt|meint)|(?:viele|manche|einige|leute|menschen|alle) (?:\p{L}+ ){0,2}(?:sagen|denken|glauben|meinen)|auf der einen seite|einerseits)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:croya(?:is|it|ient)|pensa(?:is|it|ient)|pourrait (?:croire|penser)|on (?:nous )?(?:dit|pense|croit)|(?:beaucoup|gens|certains) (?:\p{L}+ ){0,2}(?:disent|pensent|croient)|d['’]un côté|d['’]une part)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:creía[ns]?|creíamos|pensaba[ns]?|pensábamos|(?:podría|podríamos|podrías) (?:creer|pensar)|(?:gente|se|todo el mundo) (?:dice|cree|piensa)|(?:dicen|creen|piensan) que|por un lado|por una parte)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:credev(?:o|a|amo|ano)|pensav(?:o|a|amo|ano)|potrebbe (?:credere|pensare)|(?:gente|si) (?:dice|crede|pensa)|(?:dicono|credono|pensano) che|da un lato|da una parte)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:achava|pensava|acreditava|poderia (?:achar|pensar)|(?:gente|pessoal|mundo) (?:diz|acha|pensa)|(?:dizem|acham|pensam) que|por um lado)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:dacht(?:en)?|geloofden?|zou(?:den)? (?:je )?(?:denken|geloven)|(?:men|iedereen) (?:zegt|denkt|gelooft)|(?:veel|mensen|velen) (?:\p{L}+ ){0,2}(?:zeggen|denken|geloven)|aan de ene kant|enerzijds)(?!\p{L})/iu,
};
/** What is told of somebody right behind a comma: "Die Bienen, die im Winter sterben" say nothing yet. */
const RELATIVE =
  /^[^,]+, (?:(?:die|der|das|den|dem|deren|dessen|welche[rnms]?|qui|que|dont|où|quien(?:es)?|cuy[oa]s?|che|cui|quem|cuj[oa]s?|dat) |qu['’])[^,]*,?$/iu;
const ENDS_PART = /[,;][”"»“]?$/u;
/** Join a main clause; "and" does where somebody of its own is named right behind it. */
const JOINS = new Set(["but", "so", "cause"]);
const DOERS = wordSet(
  "ich du er wir ihr man es das je tu il elle on nous vous ils elles c'est ça yo tú él ella nosotros ellos eso io lui lei noi voi loro eu ele ela nós eles você isso ik jij je hij zij wij we ze dat",
);

/** Whether a main clause begins with a word. */
function beginsClause({ language, signs, keys }: SpokenText, at: number): boolean {
  const sign = signs[at] ?? "";
  if (JOINS.has(sign) || (language === "fr" && keys[at] === "car")) return true;
  return sign === "and" && DOERS.has(keys[at + 1] ?? "");
}

/** Begins what is not said before the joining word: "Das ist die Frage, ob, also …". */
const UNENDED = new Set(["which", "because", "cause", "and", "but", "or", "in", "the"]);

/** Whether what is said before the joining word at an index, as it is written, is no whole clause, or is taken back. */
function needsMore(
  { language, keys, signs }: SpokenText,
  said: string,
  firstWord: number,
  at: number,
): boolean {
  const isTakenBack = signs[at] === "but" && TAKEN_BACK[language]?.test(said) === true;
  const isNamed = RELATIVE.test(said) && !DOERS.has(keys[firstWord] ?? "");
  const isBegun = UNENDED.has(signs[at - 1] ?? "");
  return NOT_ALONE[language]?.test(said) === true || isTakenBack || isNamed || isBegun;
}

/** Where the first clause of a sentence ends, the word behind it; null where it is not whole without the rest. */
export function endOfMainClause(text: SpokenText, firstWord: number, endWord: number): number | null {
  if (NOT_ALONE[text.language] === undefined) return null;
  for (let at = firstWord + 1; at < endWord; at += 1) {
    if (!ENDS_PART.test(text.words[at - 1]?.text ?? "") || !beginsClause(text, at)) continue;
    const said = text.words
      .slice(firstWord, at)
      .map(({ text: written }) => written)
      .join(" ");
    return needsMore(text, said, firstWord, at) ? null : at;
  }
  return null;
}
