// One or two sentences for a person about why a clip scores as it does. Which features it names follows from the model's own
// contributions, the largest first; of what a clip does, what was asked for comes before all else. What it says of them
// stands in reason-phrases.ts.
import { HEADS } from "./additive-model.ts";
import { GENERAL, saysTheSame } from "./reason-order.ts";
import { isAsked, PHRASES, type Phrase, type PhraseSources } from "./reason-phrases.ts";
import { type FeatureName, VIRALITY_FEATURES } from "./virality-feature-list.ts";

export interface ReasonSources extends PhraseSources {
  /** [F, 4] of this clip: what each feature adds to each head's logit. */
  readonly contributions: ArrayLike<number>;
}

const ASKED: FeatureName = "promptMatch";
const MAX_NAMED = 3;
/** A further feature is named only when it adds at least this share of what the first does. */
const WORTH_NAMING = 0.15;
/** What is true of most clips is named only where fewer things are. */
const ENOUGH_NAMED = 2;

/** Features by what they add to the four heads together, the largest first. */
function rankContributions(contributions: ArrayLike<number>): { name: FeatureName; sum: number }[] {
  return VIRALITY_FEATURES.map(({ name }, feature) => ({
    name,
    sum: HEADS.reduce((sum, _, head) => sum + (contributions[feature * HEADS.length + head] ?? 0), 0),
  })).sort((a, b) => b.sum - a.sum);
}

/** What was asked for is said before all else, and what is true of most clips last. */
function placeOf(name: FeatureName): number {
  return name === ASKED ? 0 : GENERAL.has(name) ? 2 : 1;
}

/** What is named of a clip: the largest features of which something can be said, none twice. */
function namedPhrases(clip: ReasonSources): Phrase[] {
  const ranked = rankContributions(clip.contributions).filter(
    ({ name, sum }) => sum > 0.01 || (name === ASKED && isAsked(clip)),
  );
  const max = ranked.find(({ name }) => Object.keys(PHRASES[name](clip)).length > 0)?.sum ?? 0;
  const said: FeatureName[] = [];
  const phrases: Phrase[] = [];
  const worthNaming = ranked.filter(({ name, sum }) => name === ASKED || sum >= WORTH_NAMING * max);
  const tellingFirst = worthNaming.toSorted((a, b) => placeOf(a.name) - placeOf(b.name));
  for (const { name } of tellingFirst) {
    if (phrases.length >= (GENERAL.has(name) ? ENOUGH_NAMED : MAX_NAMED)) break;
    const phrase = said.some((above) => saysTheSame(above, name)) ? {} : PHRASES[name](clip);
    if (Object.keys(phrase).length === 0) continue;
    said.push(name);
    phrases.push(phrase);
  }
  return phrases;
}

function list(parts: readonly string[]): string {
  return parts.length <= 1 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** For example "Opens with the question “How do they choose?”. It gives numbers (“ten”) and answers its opening question." */
export function explainScore(clip: ReasonSources): string {
  const phrases = namedPhrases(clip);
  const openings = list(phrases.flatMap(({ opensWith }) => opensWith ?? []));
  const deeds = list(phrases.flatMap((phrase) => phrase.does ?? []));
  const sentences = phrases.flatMap(({ says }) => says ?? []);
  if (openings !== "")
    sentences.unshift(...[`Opens with ${openings}.`, deeds === "" ? [] : `It ${deeds}.`].flat());
  else if (deeds !== "") sentences.unshift(`${deeds.charAt(0).toUpperCase()}${deeds.slice(1)}.`);
  return sentences.join(" ") || "Holds together as one piece.";
}
