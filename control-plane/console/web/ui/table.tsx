// Tables of one thing a row. On small screens each row becomes a block with its columns' names before the values.
import type { ComponentChildren } from "preact";
import "./table.css";

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** `number` is to the right; `actions` has buttons and no visible name. */
  readonly kind?: "text" | "number" | "actions";
}

export interface TableProps<Row> {
  /** What the rows are, for those who do not see the table: "Tasks, newest first". */
  readonly label: string;
  /** The first names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

function classOf({ kind = "text" }: Pick<Column<never>, "kind">): string | undefined {
  return kind === "text" ? undefined : `table-${kind}`;
}

/** All rows that it is given; PagedTable in pagination.tsx shows them by pages. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div class="table-frame">
      <table class="table table-folding" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" class={classOf(column)}>
                {column.kind === "actions" ? (
                  <span class="visually-hidden">{column.label}</span>
                ) : (
                  column.label
                )}
              </th>
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
