// A line of a log for a person who looks at a terminal: the time of day, the part, what happened, and then the fields.
// Collectors of logs read JSON, which is what every line is anywhere else. What clients wrote is made plain: an escape in a
// file's name must not act on an operator's terminal. A package for this was rejected, which would be one more to trust.

import { plainLine } from "./plain-line.ts";

const RESET = "\u001b[0m";
const DIM = "\u001b[2m";
const COLOURS: Readonly<Record<string, string>> = { warn: "\u001b[33m", error: "\u001b[31m" };

/** Already told, or the same in all lines of a process. */
const LEFT_OUT: readonly string[] = ["level", "time", "part", "msg", "err", "nodeId"];
const LONGEST_VALUE = 200;

function formatField([name, value]: readonly [string, unknown]): string {
  const text = typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  // An address is of no use when it is cut.
  const shown =
    text.length > LONGEST_VALUE && typeof value !== "string" ? `${text.slice(0, LONGEST_VALUE)}…` : text;
  return `${name}=${shown}`;
}

/** The error's own words, each line of its stack indented; "" where there is none. */
function formatError(error: unknown): string {
  const { stack, message } = (error ?? {}) as { stack?: unknown; message?: unknown };
  const text = stack ?? message;
  if (typeof text !== "string") return "";
  return text
    .split("\n")
    .map((line) => `\n    ${plainLine(line)}`)
    .join("");
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
  const fields = Object.entries(line).filter(([name]) => !LEFT_OUT.includes(name));
  const told = fields.map(formatField).map(plainLine).join("  ");
  const tint = (colour: string | undefined, text: string): string =>
    isColoured && colour !== undefined && text !== "" ? `${colour}${text}${RESET}` : text;
  const head = tint(DIM, `${String(time).slice(11, 19)} ${plainLine(String(part)).padEnd(13)}`);
  const mark = level === "info" ? "" : `${String(level)}: `;
  const what = tint(COLOURS[String(level)], plainLine(`${mark}${msg}`));
  return `${head} ${what}${told === "" ? "" : `  ${tint(DIM, told)}`}${formatError(err)}\n`;
}
