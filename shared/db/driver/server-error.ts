// Reads what PostgreSQL says in an ErrorResponse: fields, each a letter and a text that a zero byte ends.
import { isFromStandby } from "../classify-error.ts";

const HEADER_BYTES = 5;
/** After these the server ends the connection. */
const LAST_WORDS: ReadonlySet<string | undefined> = new Set(["FATAL", "PANIC"]);

export interface ServerError {
  /** The SQLSTATE. */
  readonly code: string;
  readonly message: string;
  /** Whether the connection ends with it, so that the server never says that it is ready again, or is to be ended. */
  readonly isLast: boolean;
}

/** Reads the ErrorResponse that begins at this byte, and is there whole. */
export function readServerError(data: Buffer, offset: number): ServerError {
  const end = offset + 1 + data.readUInt32BE(offset + 1);
  const fields = data.toString("utf8", offset + HEADER_BYTES, end).split("\u0000");
  const field = (letter: string): string | undefined =>
    fields.find((text) => text.startsWith(letter))?.slice(1);
  const code = field("C") ?? "XX000";
  return {
    code,
    message: field("M") ?? "",
    isLast: LAST_WORDS.has(field("V") ?? field("S")) || isFromStandby(code),
  };
}
