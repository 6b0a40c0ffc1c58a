// In which script words are written, which alone tells some languages.

/** The share of letters that are of a script. */
const MOSTLY = 0.5;
/** Japanese writes every other letter in kana. */
const MIN_KANA = 0.1;

const SCRIPTS = {
  latin: /\p{Script=Latin}/u,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  han: /\p{Script=Han}/u,
  arabic: /\p{Script=Arabic}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  devanagari: /\p{Script=Devanagari}/u,
  hangul: /\p{Script=Hangul}/u,
  greek: /\p{Script=Greek}/u,
  thai: /\p{Script=Thai}/u,
  hebrew: /\p{Script=Hebrew}/u,
  bengali: /\p{Script=Bengali}/u,
  tamil: /\p{Script=Tamil}/u,
};
const OTHERS = (Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]).filter(
  (script) => script !== "kana" && script !== "han",
);
export type Script = keyof typeof SCRIPTS | "other";

/** The script of most words; kana tell Japanese among Chinese characters. */
export function scriptOf(keys: readonly string[]): Script {
  const share = (script: keyof typeof SCRIPTS): number =>
    keys.filter((key) => SCRIPTS[script].test(key)).length / keys.length;
  if (share("kana") + share("han") >= MOSTLY) return share("kana") >= MIN_KANA ? "kana" : "han";
  return OTHERS.find((script) => share(script) >= MOSTLY) ?? "other";
}
