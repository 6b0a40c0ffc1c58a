// What is written on a reel: placeholders filled in, and texts of strangers made fit to be drawn. Placeholders are found
// in the template's text only, never in what is put in their place.
import { splitGraphemes } from "../../shared/graphemes.ts";
import { plainLine, seenLine } from "../../shared/plain-line.ts";
import type { SportCategory } from "../../shared/tasks/highlight-job.ts";

const CATEGORY_NAMES: Readonly<Record<SportCategory, string>> = {
  FOOTBALL: "Football",
  AMERICAN_FOOTBALL: "American football",
  BASKETBALL: "Basketball",
  BASEBALL: "Baseball",
  CRICKET: "Cricket",
  HOCKEY: "Hockey",
  RUGBY: "Rugby",
  TENNIS: "Tennis",
  VOLLEYBALL: "Volleyball",
  COMBAT: "Combat sports",
  MOTORSPORT: "Motorsport",
  ESPORTS: "Esports",
  OTHER: "Sports",
};
/** What stands for the sport where no match of it was recognized. */
const NO_SPORT = "Video";
/** What a reel without a title is called. */
const UNTITLED = "Highlights";
/** More could never be read, and measuring it would take long. */
const MAX_LENGTH = 300;

/** A text without control characters, overrides of direction and half characters, in one line, at most some 300 long. */
export function plainText(text: string): string {
  const clean = plainLine(text.slice(0, 16 * MAX_LENGTH));
  return splitGraphemes(clean).slice(0, MAX_LENGTH).join("");
}

export interface ReelWords {
  readonly title: string | null;
  /** Null where no match was recognized. */
  readonly category: SportCategory | null;
  readonly count: number;
}

export interface MomentWords {
  readonly number: number;
  readonly reason: string;
  readonly score: number;
}

/** @param category null where no match was recognized: nothing is called a sport that is none */
export function categoryName(category: SportCategory | null): string {
  return category === null ? NO_SPORT : CATEGORY_NAMES[category];
}

/** Fills in a template's text. A placeholder that has no value here, such as a moment's on a card, becomes nothing. */
export function fillIn(text: string, reel: ReelWords, moment?: MomentWords): string {
  const values: Readonly<Record<string, string>> = {
    title: seenLine(plainText(reel.title ?? "")) ?? UNTITLED,
    category: categoryName(reel.category),
    count: String(reel.count),
    moments: reel.count === 1 ? "1 moment" : `${reel.count} moments`,
    ...(moment === undefined
      ? {}
      : { number: String(moment.number), reason: moment.reason, score: String(Math.round(moment.score)) }),
  };
  const filled = plainText(text).replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name)
      ? (values[name] ?? "")
      : ["number", "reason", "score"].includes(name)
        ? ""
        : whole,
  );
  return plainText(filled);
}
