// The words of a text as they are looked up, in its language: keys, what is known of each, and the signs by which beginnings
// and ends are judged. Those are English words; of another language each word stands under the English one that says the
// same there ("und" is "and"), and one that says nothing there under NO_SIGN, so that no English sign is found in words
// that only look like it: "die", "war", "no", "so", "also". In English a word is its own sign.
import { WORD, wordFlags, wordKey } from "../../senses/meaning/text-lexicon.ts";
import { languageOfKeys, type SpeechLanguage, wordsOfLanguage } from "./speech-language.ts";

/** A sign of nothing. */
const NO_SIGN = "~";
/** What is told by digits and sounds, in any language. */
const WITHOUT_WORDS = WORD.laughs;

export interface ReadWords {
  readonly language: SpeechLanguage;
  /** Per word its key (see wordKey), its flags and its sign. */
  readonly keys: readonly string[];
  readonly flags: Uint16Array;
  readonly signs: readonly string[];
}

/** "I" and "İ" are two letters in Turkish, and four elsewhere. */
function keyIn(text: string, language: SpeechLanguage): string {
  return wordKey(language === "tr" ? text.toLocaleLowerCase("tr") : text);
}

function flagsIn(language: SpeechLanguage): (key: string) => number {
  const table = wordsOfLanguage(language);
  return (key) =>
    (wordFlags(key) & WITHOUT_WORDS) |
    (/\d/.test(key) ? wordFlags(key) & WORD.number : 0) |
    (table?.stop.has(key) === true ? WORD.stop : 0) |
    (table?.hesitations.has(key) === true ? WORD.hesitation : 0);
}

/**
 * Reads written words.
 * @param known the language, where it is known of a longer text that these are a part of
 */
export function readWords(texts: readonly string[], known?: SpeechLanguage): ReadWords {
  const plain = texts.map(wordKey);
  const language = known ?? languageOfKeys(plain);
  if (language === "en") {
    const flags = Uint16Array.from(plain, (key, index) => wordFlags(key, plain[index - 1]));
    return { language, keys: plain, flags, signs: plain };
  }
  const keys = language === "tr" ? texts.map((text) => keyIn(text, language)) : plain;
  const signs = wordsOfLanguage(language)?.signs ?? new Map<string, string>();
  const signAt = (key: string, index: number): string =>
    signs.get(`${key}_${keys[index + 1]}`) ?? signs.get(key) ?? NO_SIGN;
  return {
    language,
    keys,
    flags: Uint16Array.from(keys, flagsIn(language)),
    signs: keys.map((key, index) => (key === "" ? "" : signAt(key, index))),
  };
}
