// A page of a list that the server pages, and which one is meant.
import type { Pagination } from "../../../../shared/pagination.ts";

export interface List<Item> {
  readonly items: readonly Item[];
  readonly pagination: Pagination;
}

/** A page's number as an address has it: the first, for what is none. */
export function pageIn(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The page to read in place of one beyond the end, such as when the last item of the last page was removed. */
export function pageInstead({ items, pagination }: List<unknown>): number | undefined {
  const { currentPage, totalPage } = pagination;
  return items.length === 0 && totalPage > 0 && currentPage > totalPage ? totalPage : undefined;
}
