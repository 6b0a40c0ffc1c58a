// A line of a log for a person who looks at a terminal: the time of day in UTC, the part, what happened, and then the fields.
// Collectors of logs read JSON, which is what every line is anywhere else. What clients wrote is made plain: an escape in a
// file's name must not act on an operator's terminal. A package for this was rejected, which would be one more to trust.

import { plainLine } from "./plain-line.ts";

const RESET = "\u001b[0m";
const RED = "\u001b[31m";
const DIM = "\u001b[2m";
const COLOURS: Readonly<Record<string, string>> = { warn: "\u001b[33m", error: RED, fatal: RED };

/** Already told, or the same in all lines of a process. */
const LEFT_OUT: readonly string[] = ["level", "time", "part", "msg", "err", "nodeId"];
/** What an error's own words are, and what stands below them. */
const TOLD_OF_ERROR: readonly string[] = ["type", "message", "stack", "aggregateErrors"];
const MAX_VALUE_LENGTH = 200;

function formatField([name, value]: readonly [string, unknown]): string {
  const text = typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  // An address is of no use when it is cut.
  const shown =
    text.length > MAX_VALUE_LENGTH && typeof value !== "string"
      ? `${text.slice(0, MAX_VALUE_LENGTH)}…`
      : text;
  return `${name}=${shown}`;
}

function formatFields(fields: object, leftOut: readonly string[]): string {
  const told = Object.entries(fields).filter(([name]) => !leftOut.includes(name));
  return told.map(formatField).map(plainLine).join("  ");
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `\n    ${plainLine(line)}`)
    .join("");
}

/**
 * The error's own words, each line of its stack indented, what else it has, such as a database's detail, and in the same way
 * each of several that it stands for; "" where there is none.
 */
function formatError(error: unknown): string {
  if (error === undefined || error === null) return "";
  if (typeof error !== "object") return indented(String(error));
  const { stack, message, aggregateErrors: several } = error as Readonly<Record<string, unknown>>;
  const words = stack ?? message;
  const told = formatFields(error, TOLD_OF_ERROR);
  const below = told === "" ? "" : `\n    ${told}`;
  const each = Array.isArray(several) ? several.map(formatError).join("") : "";
  return `${typeof words === "string" ? indented(words) : ""}${below}${each}`;
}

/**
 * Turns a line of JSON into one for a terminal, with its line break. What is no JSON object stays as it is.
 * @param isColoured whether the terminal takes colours
 */
export function formatLogLine(json: string, isColoured: boolean): string {
  let line: unknown;
  try {
    line = JSON.parse(json);
  } catch {
    return json;
  }
  if (typeof line !== "object" || line === null) return json;
  const { level = "", time = "", part = "", msg = "", err } = line as Readonly<Record<string, unknown>>;
  const told = formatFields(line, LEFT_OUT);
  const tint = (colour: string | undefined, text: string): string =>
    isColoured && colour !== undefined && text !== "" ? `${colour}${text}${RESET}` : text;
  const head = tint(DIM, `${String(time).slice(11, 19)}Z ${plainLine(String(part)).padEnd(13)}`);
  const mark = level === "info" ? "" : `${String(level)}: `;
  const [first = "", ...further] = `${mark}${msg}`.trimEnd().split("\n");
  const what = tint(COLOURS[String(level)], plainLine(first));
  const below = `${further.length === 0 ? "" : indented(further.join("\n"))}${formatError(err)}`;
  return `${head} ${what}${told === "" ? "" : `  ${tint(DIM, told)}`}${below}\n`;
}
