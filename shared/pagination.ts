// Pages of a list as clients see them: counted from 1, with the number of the next one while there is one.

export interface Pagination {
  readonly total: number;
  readonly nextPage: number | null;
  readonly limit: number;
  /** Null where the list is read by cursor. */
  readonly currentPage: number | null;
  readonly totalPage: number;
}

/** Of lists that can also be read by cursor. */
export interface CursorPagination extends Pagination {
  /** Reads on behind the last item of this page; null where it was the last one. */
  readonly cursor: string | null;
}

/** Describes a page; one beyond the end has no next page, nor has one that was found by a cursor. */
export function paginate(total: number, currentPage: number | null, limit: number): Pagination {
  const totalPage = Math.ceil(total / limit);
  const nextPage = currentPage !== null && currentPage < totalPage ? currentPage + 1 : null;
  return { total, nextPage, limit, currentPage, totalPage };
}
