// How words of a language are made one, whatever the case in which they are said.
import { stemOf } from "../../senses/meaning/text-similarity.ts";
import { caseStem } from "./case-stems.ts";
import { slavicStem } from "./slavic-stems.ts";
import type { SpeechLanguage } from "./speech-language.ts";

/** The stem of a word by its key. */
export function stemsOfLanguage(language: SpeechLanguage): (key: string) => string {
  return slavicStem(language) ?? caseStem(language) ?? stemOf;
}
