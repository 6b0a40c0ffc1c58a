// The sums of all accounts, for /metrics and for operators' pages. They go through all accounts, so that of a large
// appliance they take seconds: where new ones are late or fail, those that are known are told for a while, with their age.
import type { Queryable } from "../../shared/db/connect.ts";
import { METRICS_LIMITS } from "../../shared/limits/metrics.ts";
import { type Books, selectBooks } from "../db/cluster-figures.ts";
import { createClusterView } from "./cluster-view.ts";

export interface KnownBooks extends Books {
  /** Since they were asked for. */
  readonly ageS: number;
}

/** Asks at most every `readMs`. Never rejects: undefined stands where none are known that may be told still. */
export function createBooksView(sql: Queryable, readMs: number): () => Promise<KnownBooks | undefined> {
  const read = async (): Promise<{ readonly books: Books; readonly askedAtMs: number }> => {
    const askedAtMs = performance.now();
    return { askedAtMs, books: await selectBooks(sql) };
  };
  const view = createClusterView(read, { readMs, shownMs: METRICS_LIMITS.booksShownMs });
  return async () => {
    const known = await view();
    if (known === undefined) return undefined;
    return { ...known.books, ageS: (performance.now() - known.askedAtMs) / 1_000 };
  };
}
