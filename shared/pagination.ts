// Pages of a list as clients see them: counted from 1, with the number of the next one while there is one.

export interface Pagination {
  readonly total: number;
  readonly nextPage: number | null;
  readonly limit: number;
  readonly currentPage: number;
  readonly totalPage: number;
}

/** Of lists that can also be read by cursor. */
export interface CursorPagination extends Pagination {
  /** Reads on behind the last item of this page; null where it was the last one. */
  readonly cursor: string | null;
}

export interface PageRequest {
  /** From 1. */
  readonly page: number;
  /** Items on a page. */
  readonly limit: number;
}

/**
 * Describes a page; one beyond the end has no next page.
 * @param total items of the whole list
 * @param maxOffset the highest offset at which a page may begin that is requested by its number
 */
export function paginate(
  total: number,
  { page: currentPage, limit }: PageRequest,
  maxOffset: number = Number.POSITIVE_INFINITY,
): Pagination {
  const totalPage = Math.ceil(total / limit);
  const hasNext = currentPage < totalPage && currentPage * limit <= maxOffset;
  const nextPage = hasNext ? currentPage + 1 : null;
  return { total, nextPage, limit, currentPage, totalPage };
}
