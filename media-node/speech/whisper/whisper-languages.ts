// Which language a window is in. Whisper tells it well from half a minute, and badly from an "okay" that stands alone:
// a short window is told by what is spoken around it as well, the more the shorter it is. Rejected: one language for a
// whole source, as in whisper/transcribe.py, which writes an interpreter's words in the language of the other speaker.
import { argmax } from "../../signal/argmax.ts";

/** A window of this length is told by its sound alone. */
const SURE_S = 10;
/** How likely any language is, against that which is spoken most: a window that is sure of its own is believed. */
const MIN_SHARE = 0.05;

/** Whisper's code of Javanese is an old one. */
const ISO_CODES: Readonly<Record<string, string>> = { jw: "jv" };

/** ISO 639-1 of Whisper's code of a language. */
export function isoCode(code: string): string {
  return ISO_CODES[code] ?? code;
}

/** Whisper's code of a language in ISO 639-1. */
export function whisperCode(language: string): string {
  return Object.keys(ISO_CODES).find((code) => ISO_CODES[code] === language) ?? language;
}

export interface LanguageEvidence {
  readonly durationS: number;
  /** Of each language, in their order, as the model says of the window's sound: natural logarithms. */
  readonly logProbs: Float32Array;
}

/** Seconds of each language: of windows that are sure of theirs, or, where there are none, as far as each window is. */
function secondsSpoken(windows: readonly LanguageEvidence[], heardS: Float64Array): Float64Array {
  const secondsS = Float64Array.from(heardS);
  for (const { durationS, logProbs } of windows.filter(({ durationS }) => durationS >= SURE_S)) {
    const likeliest = argmax(logProbs);
    secondsS[likeliest] = (secondsS[likeliest] as number) + durationS;
  }
  if (secondsS.some((seconds) => seconds > 0)) return secondsS;
  return secondsS.map((_, language) =>
    windows.reduce(
      (sum, { durationS, logProbs }) => sum + durationS * Math.exp(logProbs[language] as number),
      0,
    ),
  );
}

/**
 * The place of each window's language among those of its `logProbs`. A window of no length would be told by what is
 * spoken around it with the weight of Bayes' rule, one of SURE_S by its sound alone, others between the two.
 * @param heardS seconds heard of each language before, in the order of `logProbs`
 */
export function chooseLanguages(windows: readonly LanguageEvidence[], heardS: Float64Array): number[] {
  const spokenS = secondsSpoken(windows, heardS);
  const mostS = Math.max(...spokenS);
  const logPrior = spokenS.map((seconds) => Math.log(Math.max(MIN_SHARE, seconds / mostS)));
  return windows.map(({ durationS, logProbs }) => {
    const weight = Math.max(0, 1 - durationS / SURE_S);
    const posterior = logProbs.map((logProb, language) => logProb + weight * (logPrior[language] as number));
    return argmax(posterior);
  });
}
