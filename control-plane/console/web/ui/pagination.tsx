// Which part of a list is shown, and the way to its neighbours. The page stands in the address.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { CursorPagination, Pagination as PaginationData } from "../../../../shared/pagination.ts";
import { pageIn, pageOf } from "../api/list-page.ts";
import { setPage, type Walk } from "../api/use-list.ts";
import { usePlace } from "../app/router.ts";
import { Button } from "./form/button.tsx";
import { formatCount } from "./format.ts";
import { Table, type TableProps } from "./table.tsx";
import "./table.css";

/** Whoever turns a page at its foot goes on reading at the head of the list; the focus stays at the button. */
function useHead(nav: RefObject<HTMLElement | null>, page: number | string | null): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const list = nav.current?.closest(".card, section");
    if (list != null && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  }, [nav, page]);
}

export interface PaginationProps {
  readonly pagination: PaginationData | CursorPagination;
  /** What the list is of, such as "tasks". */
  readonly of: string;
  readonly onPage: (page: number) => void;
  /** The way beyond the last page that is read by its number, where there is one. */
  readonly walk?: Walk;
}

/** What leads to the pages beside one; undefined where there is none. */
function turnsOf({ pagination, onPage, walk }: PaginationProps) {
  const { currentPage, nextPage } = pagination;
  const cursor = "cursor" in pagination ? pagination.cursor : null;
  const isWalked = walk !== undefined && walk.before !== null;
  const previous = isWalked ? walk.newer : currentPage > 1 ? () => onPage(currentPage - 1) : undefined;
  if (nextPage !== null && !isWalked) return { previous, next: () => onPage(nextPage) };
  return { previous, next: walk !== undefined && cursor !== null ? () => walk.older(cursor) : undefined };
}

/** Buttons for the pages of a list that is counted; nothing where one page has all of it. */
export function Pagination(props: PaginationProps) {
  const { pagination, of } = props;
  const { total, limit, totalPage } = pagination;
  const { previous, next } = turnsOf(props);
  const page = pagination.currentPage;
  const nav = useRef<HTMLElement>(null);
  useHead(nav, page);
  if (total <= limit && page === 1) return null;
  const first = Math.min(total, (page - 1) * limit + 1);
  return (
    <nav class="pagination" aria-label={`Pages of ${of}`} ref={nav}>
      <span>
        {formatCount(first)}–{formatCount(Math.min(total, page * limit))} of {formatCount(total)} {of}
      </span>
      <span class="row">
        <Button size="small" icon="left" disabled={previous === undefined} onClick={() => previous?.()}>
          Previous
        </Button>
        <span class="numeric" aria-live="polite">
          <span class="visually-hidden">Page</span> {formatCount(page)} / {formatCount(totalPage)}
        </span>
        <Button size="small" icon="right" disabled={next === undefined} onClick={() => next?.()}>
          Next
        </Button>
      </span>
    </nav>
  );
}

/** The same for lists whose length nobody counts. @param props.next behind what the next page begins; null for the last */
export function WalkPages({ walk, next, of }: { walk: Walk; next: string | null; of: string }) {
  const nav = useRef<HTMLElement>(null);
  useHead(nav, walk.before);
  if (walk.before === null && next === null) return null;
  return (
    <nav class="pagination" aria-label={`Pages of ${of}`} ref={nav}>
      <span aria-live="polite">
        {walk.before === null ? `The newest ${of}` : `Older ${of}`}
        {walk.before !== null && walk.page !== undefined && `, page ${formatCount(walk.page)}`}
      </span>
      <span class="row">
        <Button size="small" icon="left" disabled={walk.before === null} onClick={walk.newer}>
          Newer
        </Button>
        <Button
          size="small"
          icon="right"
          disabled={next === null}
          onClick={() => next !== null && walk.older(next)}
        >
          Older
        </Button>
      </span>
    </nav>
  );
}

/** As a server's lists, mostly. */
const PAGE_ITEMS = 25;

/** A table of a list that is there whole, page by page, as one that the server pages. @param props.of see Pagination */
export function PagedTable<Row>({ of, ...table }: TableProps<Row> & { of: string }) {
  const page = pageIn(usePlace().query);
  const { items, pagination } = pageOf(table.rows, { page, limit: PAGE_ITEMS });
  return (
    <>
      <Table {...table} rows={items} />
      <Pagination pagination={pagination} of={of} onPage={setPage} />
    </>
  );
}
