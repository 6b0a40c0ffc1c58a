// Title and detail of a lower third, as every look but for its numbers fits them, and some set one under the other.
import type { ThirdScene } from "./reel-look.ts";
import { centredBaseline, textLine } from "./reel-svg.ts";
import { type FittedText, fitText, lineHeight, type TypeStyle } from "./reel-type.ts";

type TitleStyle = Pick<TypeStyle, "size" | "minSize" | "maxWidth" | "trackingEm">;

/**
 * The title in the heading's typeface, in at most two lines; sizes and `maxWidth` are in units of the canvas.
 */
export function fitTitle({ title, heading, uppercase }: ThirdScene, style: TitleStyle): FittedText {
  return fitText(title, { typeface: heading, maxLines: 2, uppercase, ...style });
}

/** The detail in the body's typeface, in at most two lines; it gets no smaller than 25 units. */
export function fitDetail({ detail, body }: ThirdScene, size: number, maxWidth: number): FittedText {
  return fitText(detail, { typeface: body, size, minSize: 25, maxLines: 2, maxWidth });
}

export interface FittedCounter {
  readonly text: FittedText;
  /** Of the widest that the reel has, in units; 0 where none is shown. */
  readonly width: number;
}

/**
 * What is written of the counter, in one line. Its room is that of the reel's widest number: were it as wide as its own
 * digits, the same title would lie otherwise beside 2 than beside 1, or in another number of lines.
 */
export function fitCounter(
  { counter }: ThirdScene,
  write: (number: number, count: number) => string,
  style: Omit<TypeStyle, "maxLines">,
): FittedCounter {
  const fit = (text: string): FittedText => fitText(text, { ...style, maxLines: 1 });
  if (counter === null) return { text: fit(""), width: 0 };
  const { number, count } = counter;
  const widths = Array.from({ length: count }, (_, index) => fit(write(index + 1, count)).width);
  return { text: fit(write(number, count)), width: Math.max(...widths) };
}

/** A fitted text with the height of each of its lines. */
type Row = readonly [text: FittedText, step: number];

export interface TitleAndDetail {
  readonly title: FittedText;
  readonly detail: FittedText;
}

function rowsOf({ title, detail }: TitleAndDetail, titleEm: number): readonly [Row, Row] {
  return [
    [title, lineHeight(title, titleEm)],
    [detail, lineHeight(detail, 1.5)],
  ];
}

/**
 * Units that both texts take one under the other.
 * @param titleEm from one baseline of the title to the next, in em
 */
export function textHeight(texts: TitleAndDetail, titleEm: number): number {
  return rowsOf(texts, titleEm).reduce((sum, [text, step]) => sum + text.lines.length * step, 0);
}

/** The lines under each other, from a left edge, around the middle of a plate. */
export function stackedLines(
  texts: TitleAndDetail,
  titleEm: number,
  place: { readonly x: number; readonly middle: number; readonly fills: readonly [string, string] },
): string {
  let y = place.middle - textHeight(texts, titleEm) / 2;
  const lines = rowsOf(texts, titleEm).flatMap(([text, step], row) =>
    text.lines.map((content) => {
      const baseline = centredBaseline(text, y, y + step);
      y += step;
      return textLine(text, content, {
        x: place.x,
        baseline,
        align: "left",
        paint: { fill: place.fills[row] ?? "" },
      });
    }),
  );
  return lines.join("");
}
