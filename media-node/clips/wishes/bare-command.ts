// A prompt that is one bare command, such as "avoid politics" or "avoid burnout": the one leaves a subject out, the other asks
// for advice on it. What people suffer is advised on, and so is what the talk itself says how to avoid; all else is left
// out, as it is where a prompt says more ("the best parts, avoid burnout"). Either may be wrong, so the reading is told.
import { keysIn } from "../../senses/meaning/text-similarity.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { languageOfWords } from "../language/speech-language.ts";
import { avoidedTopicsOf, stemsIn } from "./wish-relevance.ts";

const COMMAND =
  /^(?:please )?(avoid|steer clear of|stay away from)\s(?!\s*.*[,;:()\n—–]|\s*.*[.!?] )\s*(.+)$/i;
/** "Avoid any politics", "avoid talking about money", "avoid stressful parts" can only be said of clips. */
const OF_CLIPS =
  /^(?:any|all|the|every|everything|anything|stuff|things?|topics?|subjects?|parts?|clips?|moments?|talk(?:ing|s)?|mention(?:s|ing)?|discuss(?:ing|ions?)|includ(?:e|ing)|show(?:ing)?|us(?:e|ing))\b|\b(?:parts?|clips?|moments?|segments?|sections?|scenes?|bits?|talk)$/i;
/** What one suffers, or does against one's will. */
const HARM =
  /\b(?:burn(?:ing|ed|t)?[- ]?outs?|procrastinat\w+|stress|anxiety|depression|overwhelm\w*|exhaustion|fatigue|loneliness|distractions?|mistakes?|errors?|pitfalls?|traps?|failures?|failing|regrets?|debts?|bankruptcy|scams?|fraud|phishing|injur(?:y|ies)|pain|illness(?:es)?|diseases?|bugs?|outages?|downtime|crash(?:es)?|data loss|lock-?in|churn|overfitting|overthinking|(?:getting|being|becoming|losing|wasting|making|feeling|falling) \w+)\b/i;
/** How a talk speaks of what is to be avoided. */
const AGAINST =
  /^(?:avoid\w*|prevent\w*|overc[ao]m\w+|escap(?:e|es|ed|ing)|beat(?:s|ing)?|fight(?:s|ing)?|fought|cop(?:e|es|ed|ing)|deal(?:s|ing)?|recover\w*|protect\w*|guard\w*|minimi[sz]\w+)$/;
/** Between such a word and all words of the subject lie no more than these. */
const REACH = 6;
/** Of the places where the subject is named so many speak against it. */
const MIN_SHARE = 0.12;

/** How a prompt is read. */
export interface MeantPrompt {
  readonly prompt: string | null;
  /** How a bare command was read; null where there is none. */
  readonly notice: string | null;
}

function isAdvisedOn(subject: string, words: readonly SpokenWord[]): boolean {
  const language = languageOfWords(words);
  const stems = [...stemsIn(subject, language)];
  const [first] = stems;
  if (first === undefined || language !== "en") return false;
  const keys = words.flatMap(({ text }) => keysIn(text));
  const stemsFrom = (from: number, to: number): ReadonlySet<string> =>
    stemsIn(keys.slice(Math.max(0, from), to).join(" "), language);
  // A talk of hours says most of its words again and again.
  const naming = new Set([...new Set(keys)].filter((key) => stemsIn(key, language).has(first)));
  let named = 0;
  let against = 0;
  for (const [at, key] of keys.entries()) {
    if (naming.has(key)) named += 1;
    if (!AGAINST.test(key)) continue;
    const after = stemsFrom(at + 1, at + 1 + REACH);
    if (stems.every((stem) => after.has(stem))) against += 1;
  }
  return against > 0 && against >= MIN_SHARE * named;
}

/** Reads a prompt that is one bare command as what it most likely means; all others are as they are. */
export function readBareCommand(prompt: string | null, words: readonly SpokenWord[]): MeantPrompt {
  // What stands on lines of its own is more than one command.
  const asked = (prompt ?? "")
    .replaceAll(/[^\S\n]+/g, " ")
    .trim()
    .replace(/[.!?]+$/, "");
  const [, verb = "", subject = ""] = COMMAND.exec(asked) ?? [];
  const isAsked = subject !== "" && avoidedTopicsOf(asked).length > 0;
  if (!isAsked || OF_CLIPS.test(subject)) return { prompt, notice: null };
  const [command, advice] = [asked.replaceAll(/\s+/g, " "), `how to ${verb.toLowerCase()} ${subject}`];
  if (HARM.test(subject) || isAdvisedOn(subject, words)) {
    const notice = `“${command}” was read as a subject; “not about ${subject}” would leave it out.`;
    return { prompt: advice, notice };
  }
  return { prompt, notice: `“${command}” was read as what to leave out; “${advice}” would ask for it.` };
}
