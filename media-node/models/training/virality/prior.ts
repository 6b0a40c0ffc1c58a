// What one row of the table of priors has (see priors.ts).
import type { Head } from "../../../clips/virality/additive-model.ts";

/** Heights at 0, 0.25, 0.5, 0.75 and 1 of what a weight multiplies. */
export const SHAPES = {
  rising: [0, 0.25, 0.5, 0.75, 1],
  /** A little already does most of it. */
  saturating: [0, 0.5, 0.78, 0.92, 1],
  /** Only much of it counts. */
  late: [0, 0.05, 0.2, 0.55, 1],
  /** Best in the middle. */
  peaked: [0, 0.6, 1, 0.85, 0.4],
} as const;

export interface Prior {
  readonly neutral: number;
  readonly shape: keyof typeof SHAPES;
  readonly weights: Readonly<Partial<Record<Head, number>>>;
  /** Why; a paper where there is one, else the practice of editors. */
  readonly reason: string;
}
