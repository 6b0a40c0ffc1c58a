// Pages of a list as clients see them: counted from 1, with the number of the next one while there is one.

export interface Pagination {
  readonly total: number;
  readonly nextPage: number | null;
  readonly limit: number;
  readonly currentPage: number;
  readonly totalPage: number;
}

/** Describes a page; one beyond the end has no next page. */
export function paginate(total: number, currentPage: number, limit: number): Pagination {
  const totalPage = Math.ceil(total / limit);
  const nextPage = currentPage < totalPage ? currentPage + 1 : null;
  return { total, nextPage, limit, currentPage, totalPage };
}
