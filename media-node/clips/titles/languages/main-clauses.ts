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

/** Where the first clause of a sentence ends, the word behind it; null where it is not whole without the rest. */
export function endOfMainClause(text: SpokenText, firstWord: number, endWord: number): number | null {
  const pattern = NOT_ALONE[text.language];
  if (pattern === undefined) return null;
  for (let at = firstWord + 1; at < endWord; at += 1) {
    if (!ENDS_PART.test(text.words[at - 1]?.text ?? "") || !beginsClause(text, at)) continue;
    const said = text.words
      .slice(firstWord, at)
      .map(({ text: written }) => written)
      .join(" ");
    return pattern.test(said) ? null : at;
  }
  return null;
}
