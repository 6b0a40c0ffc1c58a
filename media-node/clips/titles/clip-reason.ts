// Why a clip was chosen, as it stands beside its other texts: a point that the title or the hook says already is not quoted
// again. A reason that shows nothing of the clip then ("Takes a clear position.") says another line of what the clip is about,
// any other where nothing is said often, or names what is.
import { contentStems, keysIn } from "../../senses/meaning/text-similarity.ts";
import type { SpokenText } from "../sentences/sentences.ts";
import { pointedReason, sayPoint } from "../virality/kind-deeds.ts";
import { MAX_QUOTE_LENGTH, MIN_BESIDE_WORDS, WHOLE_PIECE } from "../virality/reason-sources.ts";
import { repeatedThings } from "./clip-hashtags.ts";
import { quoteBest } from "./clip-quotes.ts";
import { repeats } from "./plain-words.ts";
import type { TitleRatings } from "./title-ratings.ts";
import { ABOUT_TALK, SIGNPOST } from "./title-strength.ts";

const MAX_THINGS = 2;

/** Texts that are shown beside a reason. */
export interface ShownBeside {
  readonly title: string;
  readonly hook: string;
  readonly description: string;
}

/** Without the point with which a reason ends, where a line says that which is shown above. */
function withoutShown(reason: string, shown: readonly string[]): string {
  const pointed = pointedReason(reason);
  return pointed !== null && shown.some((line) => repeats(pointed.point, line)) ? pointed.before : reason;
}

/** A line that is not shown already, and names one of some things where there are any; null where none may be quoted. */
function otherLine(
  text: SpokenText,
  things: readonly string[],
  shown: readonly string[],
  ratings: TitleRatings | null,
): string | null {
  const named = new Set(contentStems(keysIn(things.join(" "))));
  const isNew = (quote: string): boolean => {
    const said = quote.toLowerCase();
    const isOfTalk = ABOUT_TALK.test(said) || SIGNPOST.test(said);
    const namesThing = named.size === 0 || contentStems(keysIn(quote)).some((stem) => named.has(stem));
    return namesThing && !isOfTalk && !shown.some((line) => repeats(quote, line));
  };
  const bounds = { kind: null, maxLength: MAX_QUOTE_LENGTH, minWords: MIN_BESIDE_WORDS, isNew, ratings };
  return quoteBest(text, 0, text.words.length, bounds);
}

/**
 * A clip's reason beside the texts that are shown with it.
 * @param ratings what a model says of the clip's words; null where none does
 */
export function reasonBeside(
  text: SpokenText,
  reason: string,
  { title, hook, description }: ShownBeside,
  ratings: TitleRatings | null,
): string {
  const left = withoutShown(reason, [title, hook]);
  if (left.includes("“")) return left;
  const things = repeatedThings(text);
  const line = otherLine(text, things, [title, hook, description], ratings);
  if (line !== null) return `${left} ${sayPoint(null, line.replaceAll(/["“”]/g, "'"))}`.trim();
  const named = things.slice(0, MAX_THINGS).map((thing) => `“${thing}”`);
  // Of a mended clip nothing may be left of the reason that it had.
  if (named.length === 0) return left || WHOLE_PIECE;
  return left === "" ? `Speaks of ${named.join(" and ")}.` : `${left} It speaks of ${named.join(" and ")}.`;
}
