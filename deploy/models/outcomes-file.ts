// The file of outcomes that `fit-virality` reads: CSV (RFC 4180) with a header, a column `clip_id` and one with numbers.
// Faulty lines are all named at once, and one of them is enough to take nothing: a file that is half understood would
// teach the model something that did not happen.
import { readFile, stat } from "node:fs/promises";
import { AppError } from "../../shared/errors.ts";
import { isId } from "../../shared/ids.ts";
import { VIRALITY_FIT_LIMITS } from "../../shared/limits.ts";

export interface FileOutcome {
  readonly clipId: string;
  readonly outcome: number;
}

function invalid(message: string): AppError {
  return new AppError("INVALID_REQUEST", message);
}

/** The cells of one line; undefined where a quote is not closed. */
function cellsOf(line: string): string[] | undefined {
  const cells: string[] = [""];
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    const last = cells.length - 1;
    if (character === '"' && isQuoted && line.charAt(index + 1) === '"') {
      cells[last] += character;
      index += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (character === "," && !isQuoted) cells.push("");
    else cells[last] += character;
  }
  return isQuoted ? undefined : cells.map((cell) => cell.trim());
}

interface Columns {
  readonly id: number;
  readonly outcome: number;
}

function columnsOf(header: string, name: string): Columns {
  const names = (cellsOf(header) ?? []).map((each) => each.toLowerCase());
  const columns = { id: names.indexOf("clip_id"), outcome: names.indexOf(name.toLowerCase()) };
  if (columns.id < 0)
    throw invalid(`The first line must name the columns; none is "clip_id": ${header.slice(0, 100)}`);
  if (columns.outcome >= 0) return columns;
  const others = names.filter((each) => each !== "clip_id").join(", ") || "none";
  throw invalid(
    `There is no column "${name}". Beside clip_id there is: ${others}. --outcome names another one.`,
  );
}

/** What is wrong with a line, or its outcome. */
function readLine(line: string, columns: Columns): FileOutcome | string {
  const cells = cellsOf(line);
  if (cells === undefined) return "has a quote that is not closed";
  const clipId = cells[columns.id] ?? "";
  if (!isId("clip", clipId)) return `has no clip's id but "${clipId.slice(0, 40)}"`;
  const text = cells[columns.outcome] ?? "";
  const outcome = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(outcome) ? { clipId, outcome } : `has no number but "${text.slice(0, 40)}"`;
}

/**
 * Reads a file's text. `column` is the outcome's.
 * @throws AppError INVALID_REQUEST that names the faulty lines
 */
export function parseOutcomes(text: string, column: string): FileOutcome[] {
  const [header = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const columns = columnsOf(header, column);
  const lineOf = new Map<string, number>();
  const outcomes: FileOutcome[] = [];
  const faults: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const number = index + 2;
    const read = readLine(line, columns);
    const before = typeof read === "string" ? undefined : lineOf.get(read.clipId);
    if (typeof read === "string") faults.push(`line ${number} ${read}`);
    else if (before !== undefined) faults.push(`line ${number} names the clip of line ${before} again`);
    else {
      lineOf.set(read.clipId, number);
      outcomes.push(read);
    }
  }
  const { namedLines, outcomes: bounds } = VIRALITY_FIT_LIMITS;
  if (faults.length > 0) {
    const more = faults.length > namedLines ? [`and ${faults.length - namedLines} more`] : [];
    throw invalid(`The file was not used: ${[...faults.slice(0, namedLines), ...more].join("; ")}.`);
  }
  if (outcomes.length > bounds.max) throw invalid(`A file may have at most ${bounds.max} outcomes.`);
  return outcomes;
}

/** Reads a file. @throws AppError INVALID_REQUEST */
export async function readOutcomes(path: string, column: string): Promise<FileOutcome[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile()) throw invalid(`${path} cannot be read.`);
  if (found.size > VIRALITY_FIT_LIMITS.fileBytes) throw invalid(`${path} is too large.`);
  return parseOutcomes(await readFile(path, "utf8"), column);
}
