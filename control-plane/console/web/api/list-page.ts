// A page of a list that the server pages, and which one is meant; and the way through a list that nobody counts.
import type { CursorPagination, PageRequest, Pagination } from "../../../../shared/pagination.ts";

export interface List<Item> {
  readonly items: readonly Item[];
  readonly pagination: Pagination | CursorPagination;
}

/** A page's number as an address has it: the first, for what is none. */
export function pageIn(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** What an address chooses of a filter's values; "", which means all, for what is none of them. */
export function chosenIn(query: URLSearchParams, name: string, values: readonly string[]): string {
  const value = query.get(name) ?? "";
  return values.includes(value) ? value : "";
}

/** What an address is searched for, as far as a field takes it. */
export function textIn(query: URLSearchParams, name: string, maxLength: number): string {
  return (query.get(name) ?? "").slice(0, maxLength);
}

/** A day as an address has it, such as 2026-11-30; "" for what is none. */
export function dayIn(query: URLSearchParams, name: string): string {
  const day = query.get(name) ?? "";
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // Engines take 30 February for a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : "";
}

/** The page to read in place of one beyond the end, such as when the last item of the last page was removed. */
export function pageInstead({ items, pagination }: List<unknown>): number | undefined {
  const { currentPage, totalPage } = pagination;
  return items.length === 0 && totalPage > 0 && currentPage > totalPage ? totalPage : undefined;
}

/** A page of a list that is there whole; its last, for one beyond the end. */
export function pageOf<Item>(items: readonly Item[], { page, limit }: PageRequest): List<Item> {
  const total = items.length;
  const totalPage = Math.ceil(total / limit);
  const currentPage = Math.max(1, Math.min(page, totalPage));
  const nextPage = currentPage < totalPage ? currentPage + 1 : null;
  const first = (currentPage - 1) * limit;
  return {
    items: items.slice(first, first + limit),
    pagination: { total, nextPage, limit, currentPage, totalPage },
  };
}

/** A place in a list that tells behind what its next page begins, and not how many there are. */
export interface WalkPlace {
  /** Behind what the page begins; null for the first. */
  readonly before: string | null;
  /** Behind what those before it begin, as far as they were walked through. */
  readonly passed: readonly (string | null)[];
}

/** The place of an address: how it was come to is known where the way through the list led there, not the browser's. */
export function placeAt(walked: WalkPlace, before: string | null): WalkPlace {
  return walked.before === before ? walked : { before, passed: [] };
}

/** A page further. The page on the way there knows the same next one: pressed twice, it is one page. */
export function olderPlace({ before, passed }: WalkPlace, next: string): WalkPlace {
  if (next === before) return { before, passed };
  return { before: next, passed: before === null ? [null] : [...passed, before] };
}

/** Back by one page; to the first where the ones between are not known, as for whoever came by a link. */
export function newerPlace({ passed }: WalkPlace): WalkPlace {
  return { before: passed.at(-1) ?? null, passed: passed.slice(0, -1) };
}

/** Which page that is, counted from 1; undefined where the ones before it are not known. */
export function pageOfPlace({ before, passed }: WalkPlace): number | undefined {
  if (before === null) return 1;
  return passed[0] === null ? passed.length + 1 : undefined;
}
