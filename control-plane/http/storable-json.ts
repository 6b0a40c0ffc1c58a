// What a JSON body may hold beyond its grammar: text that PostgreSQL can store, no nesting that would exhaust a
// recursive reader's stack, and no more values than are checked against a schema while everybody waits. Checked once for every
// body, since either would end as a server error somewhere below.
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import { invalidRequest } from "../../shared/schemas/validate.ts";

interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function refuse(path: string, message: string): never {
  throw invalidRequest([{ path, message }]);
}

function placesIn({ value, path, depth }: Place): Place[] {
  if (value === null || typeof value !== "object") return [];
  if (depth === HTTP_LIMITS.bodyDepth) refuse(path, `is nested deeper than ${HTTP_LIMITS.bodyDepth} levels`);
  return Object.entries(value).map(([name, item]: [string, unknown]) => {
    if (!isStorable(name)) refuse(path, "has a field whose name holds U+0000 or half of a surrogate pair");
    return { value: item, path: `${path}/${escapePointer(name)}`, depth: depth + 1 };
  });
}

function countIn(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** @throws AppError INVALID_REQUEST naming the first place that cannot be stored */
export function checkStorableJson(body: unknown, maxValues: number = HTTP_LIMITS.bodyValues): void {
  const waiting: Place[] = [{ value: body, path: "", depth: 0 }];
  let count = 1;
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, path } = place;
    if (typeof value === "string" && !isStorable(value))
      refuse(path, "holds U+0000 or half of a surrogate pair");
    count += countIn(value);
    if (count > maxValues) refuse("", `holds more than ${maxValues} values`);
    for (const inner of placesIn(place)) waiting.push(inner);
  }
}
