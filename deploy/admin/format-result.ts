// What a command's result looks like for people. Strangers have written some of it, such as the names of the accounts that
// they ask for, and a terminal obeys what it is sent: no text may hold what it takes for an instruction, nor a line of its
// own that would pass for another field.
import { plainLine } from "../../shared/plain-line.ts";
import { formatTable, NOTHING } from "../format-table.ts";

/** More than these in a value stand in lines of their own. */
const MAX_ITEMS_IN_LINE = 5;

/** Of an object what it has, in one line. */
function formatItem(item: unknown): string {
  if (typeof item !== "object" || item === null) return plainLine(String(item));
  const told = Object.entries(item).filter(([, value]) => value !== null);
  return told.map(([name, value]) => `${name} ${plainLine(String(value))}`).join(", ");
}

function formatValue(value: unknown): string {
  if (!Array.isArray(value)) return plainLine(String(value));
  if (value.length === 0) return NOTHING;
  const items = value.map(formatItem);
  const isLong = items.length > MAX_ITEMS_IN_LINE || (items.length > 1 && typeof value[0] === "object");
  return isLong ? items.map((item) => `\n  ${item}`).join("") : items.join(", ");
}

/** What a terminal may obey and JSON leaves as it is. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** As JSON in one line, with escapes for what a terminal could take for an instruction. */
export function formatAsJson(result: unknown): string {
  return JSON.stringify(result).replaceAll(
    UNSAFE_IN_JSON,
    (unsafe) => `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Objects as `name: value` lines, lists as a table. */
export function formatForPeople(result: unknown): string {
  if (Array.isArray(result)) return formatTable(result as Record<string, unknown>[]);
  const entries = Object.entries(result as Record<string, unknown>);
  return entries.map(([name, value]) => `${name}: ${formatValue(value)}`).join("\n");
}
