// One sentence for a person about why a moment was chosen, built only from what was measured in it: how it opens, what
// carries it, how it ends. It never claims more than the signals say.
import type { CutFacts } from "./cue-facts.ts";
import type { CutPoint } from "./cut-point.ts";
import type { SignalValues } from "./moment-signals.ts";

const NUMBER_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

export interface ReasonInputs {
  readonly signals: SignalValues;
  readonly opens: CutPoint;
  readonly closes: CutPoint;
  readonly opensFacts: CutFacts | undefined;
  readonly closesFacts: CutFacts | undefined;
  readonly shotChanges: number;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
}

interface Phrase {
  readonly text: string;
  readonly strength: number;
}

/** A signal weaker than this is nothing to tell a person about. */
const LEAST_STRENGTH = 0.55;

/** The strongest phrase, the first one where several are equal; `fallback` where none is strong. */
function strongest(phrases: readonly Phrase[], fallback: string): string {
  let best: Phrase = { text: fallback, strength: LEAST_STRENGTH };
  for (const phrase of phrases) if (phrase.strength > best.strength) best = phrase;
  return best.text;
}

function openingPhrase({ signals, opens, opensFacts, hasAudio, hasVideo }: ReasonInputs): string {
  const phrases: Phrase[] = [];
  if (opensFacts?.asksQuestion) phrases.push({ text: "Opens with a question", strength: 1.1 });
  if (opensFacts?.namesNumber) phrases.push({ text: "Opens with a number", strength: 0.85 });
  if (hasAudio) {
    const afterPause = opens.kind === "pause" ? " after a pause" : "";
    phrases.push(
      { text: `Opens on a sudden rise in energy${afterPause}`, strength: signals.rise },
      { text: "Starts loud", strength: signals.openingEnergy - 0.05 },
      { text: "Starts at a quick pace", strength: signals.openingPace - 0.05 },
      { text: "Gets to the point at once", strength: signals.promptSpeech - 0.25 },
    );
  }
  if (hasVideo)
    phrases.push({ text: "Starts with movement in the picture", strength: signals.openingMotion - 0.05 });
  return strongest(phrases, "Opens evenly");
}

function shotPhrase(count: number): string {
  const words = NUMBER_WORDS[count] ?? String(count);
  return `${words} shot ${count === 1 ? "change" : "changes"}`;
}

function carryingPhrase({ signals, shotChanges, hasAudio, hasVideo }: ReasonInputs): string {
  const phrases: Phrase[] = [];
  if (hasAudio) {
    phrases.push(
      { text: "keeps a lively pace", strength: signals.pace },
      { text: "moves between loud and quiet", strength: signals.dynamics - 0.05 },
      { text: "is dense with speech", strength: 0.5 * (signals.speechDensity + signals.speechRank) },
      { text: "holds the loudest parts of the source", strength: signals.peaks - 0.2 },
    );
  }
  if (hasVideo) phrases.push({ text: "keeps the picture moving", strength: signals.motion - 0.05 });
  const carrying = strongest(phrases, "holds together as one piece");
  return shotChanges > 0 ? `${carrying} across ${shotPhrase(shotChanges)}` : carrying;
}

function closingPhrase({ closes, closesFacts }: ReasonInputs): string {
  if (closesFacts?.endsSentence === 1) return "ends with a full sentence";
  if (closes.kind === "edge") return "runs to where the sound stops";
  if (closes.kind === "shot") return "ends on a shot change";
  if (closes.kind === "gap") return "ends between two lines";
  if (closes.kind === "minimum") return "ends at a quieter point";
  return closes.endS - closes.startS >= 0.5 ? "ends on a clear pause" : "ends on a short pause";
}

/** For example "Opens on a sudden rise in energy after a pause, keeps a lively pace across six shot changes and ends on a clear pause." */
export function describeMoment(inputs: ReasonInputs): string {
  return `${openingPhrase(inputs)}, ${carryingPhrase(inputs)} and ${closingPhrase(inputs)}.`;
}
