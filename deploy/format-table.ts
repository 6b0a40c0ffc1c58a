// Plain tables for terminals: columns as wide as their widest value. Strangers' texts stand in them, too, of which a terminal
// would obey control characters.
import { plainLine } from "../shared/plain-line.ts";

/** What stands for a value that is not there, and for a list without items. */
export const NOTHING = "–";

function cell(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value === null || value === undefined) return NOTHING;
  if (Array.isArray(value)) return value.map(cell).join(", ") || NOTHING;
  if (typeof value !== "object") return plainLine(String(value));
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${cell(field)}`);
  return fields.join(", ") || NOTHING;
}

/** Formats rows with the keys of the first as headings; numbers align right. */
export function formatTable(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const [first] = rows;
  if (first === undefined) return "(none)";
  const names = Object.keys(first);
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => cell(row[name]).length)));
  const line = (texts: readonly string[], values: readonly unknown[]): string =>
    texts
      .map((text, index) => {
        const width = widths[index] ?? 0;
        return typeof values[index] === "number" ? text.padStart(width) : text.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  const heading = line(
    names,
    names.map((name) => first[name]),
  );
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [
    heading,
    rule,
    ...rows.map((row) =>
      line(
        names.map((name) => cell(row[name])),
        names.map((name) => row[name]),
      ),
    ),
  ].join("\n");
}
