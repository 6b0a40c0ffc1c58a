// Tables of one thing a row. On small screens each row becomes a block with its columns' names before the values.
import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";
import "./table.css";

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** `number` is to the right; `actions` has buttons and no visible name. */
  readonly kind?: "text" | "number" | "actions";
  /** By what the server sorts, where it does. */
  readonly sortBy?: string;
}

export interface TableProps<Row> {
  /** What the rows are, for those who do not see the table: "Tasks, newest first". */
  readonly label: string;
  /** The first names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** As in the API: `name`, or `-name` for the highest first. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
}

function classOf({ kind = "text" }: Pick<Column<never>, "kind">): string | undefined {
  return kind === "text" ? undefined : `table-${kind}`;
}

function directionOf(sort: string | undefined, sortBy: string): "ascending" | "descending" | "none" {
  if (sort === sortBy) return "ascending";
  return sort === `-${sortBy}` ? "descending" : "none";
}

function Head<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<TableProps<Row>, "sort" | "onSort">) {
  const { label, sortBy, kind } = column;
  if (sortBy === undefined || onSort === undefined) {
    return (
      <th scope="col" class={classOf(column)}>
        {kind === "actions" ? <span class="visually-hidden">{label}</span> : label}
      </th>
    );
  }
  const direction = directionOf(sort, sortBy);
  return (
    <th scope="col" class={classOf(column)} aria-sort={direction}>
      <button
        type="button"
        class="table-sort"
        onClick={() => onSort(direction === "descending" ? sortBy : `-${sortBy}`)}
      >
        {label}
        {direction !== "none" && <Icon name={direction === "ascending" ? "up" : "down"} size={13} />}
      </button>
    </th>
  );
}

export function Table<Row>({ label, columns, rows, rowKey, sort, onSort }: TableProps<Row>) {
  return (
    <div class="table-frame">
      <table class="table table-folding" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                {...(sort === undefined ? {} : { sort })}
                {...(onSort === undefined ? {} : { onSort })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.key}
                    class={classOf(column)}
                    data-label={column.kind === "actions" ? undefined : column.label}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
