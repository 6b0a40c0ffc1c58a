// Which part of a list is shown, and the way to its neighbours. The page's number stands in the address.
import type { Pagination as PaginationData } from "../../../../shared/pagination.ts";
import { Button } from "./form/button.tsx";
import { formatCount } from "./format.ts";
import "./table.css";

export function Pagination(props: {
  pagination: PaginationData;
  /** What the list is of, such as "tasks". */
  of: string;
  onPage: (page: number) => void;
}) {
  const { pagination, of, onPage } = props;
  const { total, limit, nextPage, totalPage } = pagination;
  const page = pagination.currentPage;
  if (total <= limit && page === 1) return null;
  const first = Math.min(total, (page - 1) * limit + 1);
  return (
    <nav class="pagination" aria-label={`Pages of ${of}`}>
      <span>
        {formatCount(first)}–{formatCount(Math.min(total, page * limit))} of {formatCount(total)} {of}
      </span>
      <span class="row">
        <Button size="small" icon="left" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <span class="numeric">
          {formatCount(page)} / {formatCount(totalPage)}
        </span>
        <Button size="small" icon="right" disabled={nextPage === null} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </span>
    </nav>
  );
}
