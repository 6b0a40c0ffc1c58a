// The file of outcomes that `fit-virality` reads: CSV (RFC 4180) with a header, a column `clip_id` and one with numbers.
// Faulty lines are all named at once, and one of them is enough to take nothing: a file that is half understood would
// teach the model something that did not happen. Only wrong quotes are named alone, since what follows is unclear.
import { readFile, stat } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import { AppError } from "../../shared/errors.ts";
import { isId } from "../../shared/ids.ts";
import { VIRALITY_FIT_LIMITS } from "../../shared/limits/clips.ts";

export interface FileOutcome {
  readonly clipId: string;
  readonly outcome: number;
}

function invalid(message: string): AppError {
  return new AppError("INVALID_REQUEST", message);
}

/** One row of the file, and the line on which it ends: a quoted cell may have line breaks in it. */
interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/** @throws AppError INVALID_REQUEST where quotes are wrong: what follows cannot be told apart any more */
function readRows(text: string): Row[] {
  const rows: Row[] = [];
  const keep = (cells: string[], { lines: line }: { lines: number }): null => {
    rows.push({ cells, line });
    return null;
  };
  const leniencies = { bom: true, trim: true, relax_column_count: true, relax_quotes: true } as const;
  try {
    parse(text, { ...leniencies, skip_empty_lines: true, on_record: keep });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code !== "CSV_QUOTE_NOT_CLOSED") {
      throw invalid(`The file was not used: line ${String(error.lines)} has a quote in a wrong place.`);
    }
    throw invalid(
      `The file was not used: line ${(rows.at(-1)?.line ?? 0) + 1} has a quote that is not closed.`,
    );
  }
}

interface Columns {
  readonly id: number;
  readonly outcome: number;
}

function columnsOf(header: readonly string[], name: string): Columns {
  const names = header.map((each) => each.toLowerCase());
  const columns = { id: names.indexOf("clip_id"), outcome: names.indexOf(name.toLowerCase()) };
  if (columns.id < 0)
    throw invalid(`The first line must name the columns; none is "clip_id": ${header.join().slice(0, 100)}`);
  if (columns.outcome >= 0) return columns;
  const others = names.filter((each) => each !== "clip_id").join(", ") || "none";
  throw invalid(
    `There is no column "${name}". Beside clip_id there is: ${others}. --outcome names another one.`,
  );
}

/** What is wrong with a row, or its outcome. */
function readOutcome(cells: readonly string[], columns: Columns): FileOutcome | string {
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
  const [header, ...rows] = readRows(text);
  const columns = columnsOf(header?.cells ?? [], column);
  const lineOf = new Map<string, number>();
  const outcomes: FileOutcome[] = [];
  const faults: string[] = [];
  for (const { cells, line } of rows) {
    const read = readOutcome(cells, columns);
    const before = typeof read === "string" ? undefined : lineOf.get(read.clipId);
    if (typeof read === "string") faults.push(`line ${line} ${read}`);
    else if (before !== undefined) faults.push(`line ${line} names the clip of line ${before} again`);
    else {
      lineOf.set(read.clipId, line);
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
