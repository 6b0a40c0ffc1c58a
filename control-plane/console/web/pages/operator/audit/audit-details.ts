// What an operator's action changed, in words: the log keeps it under the names of fields, with values as JSON.

interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

function isChange(value: unknown): value is Change {
  return typeof value === "object" && value !== null && "to" in value;
}

function isUnset(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

function inWords(value: unknown): string {
  if (isUnset(value)) return "none";
  if (Array.isArray(value)) return value.map(inWords).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** `perMinute` and `per_minute` as “per minute”. */
function nameInWords(name: string): string {
  return name.replaceAll("_", " ").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The lines of an action, names first. Of something new, what was left unset is left out. */
export function detailsInWords(details: Readonly<Record<string, unknown>>): [name: string, text: string][] {
  return Object.entries(details)
    .filter(([, value]) => !isUnset(value))
    .map(([name, value]) => [
      nameInWords(name),
      isChange(value) ? `${inWords(value.from)} → ${inWords(value.to)}` : inWords(value),
    ]);
}
