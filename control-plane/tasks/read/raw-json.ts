// JSON text inside a value that is about to become JSON: it is passed on as it is. A transcription of six hours is 5 to
// 9 MB of JSON, which to parse and to write again holds the event loop for 110 to 190 ms (2026-11, one core), and to
// copy for 1 to 6 ms. JSON.rawJSON was rejected: it takes no objects.
import { randomUUID } from "node:crypto";

/** Nobody else can write it, so that no other text of a value is taken for a piece. */
const MARK = randomUUID();

/** The pieces of the call of encodeJson that is under way; JSON.stringify calls toJSON one after the other. */
let found: Buffer[] | undefined;

/** A piece of finished JSON. Also JSON.stringify writes it correctly, only slowly. */
export class RawJson {
  readonly text: Buffer;

  /** @param text JSON in UTF-8, as JSON.stringify writes it */
  constructor(text: Buffer) {
    this.text = text;
  }

  toJSON(): unknown {
    if (found === undefined) return JSON.parse(this.text.toString());
    found.push(this.text);
    return MARK;
  }
}

/** The JSON of a value, in UTF-8 where it has raw pieces. */
export function encodeJson(value: unknown): string | Buffer {
  found = [];
  try {
    const text = JSON.stringify(value);
    if (found.length === 0) return text;
    const pieces = found;
    const parts = text.split(`"${MARK}"`);
    return Buffer.concat(
      parts.flatMap((part, index) => [Buffer.from(part), pieces[index] ?? Buffer.alloc(0)]),
    );
  } finally {
    found = undefined;
  }
}
