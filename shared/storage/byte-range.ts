// HTTP's Range header (RFC 9110, section 14) resolved against an object's size. Only one range is served: several are
// answered with the whole object, which the RFC allows, since multipart answers invite requests for a file many times
// over and no video player asks for them.
import { AppError } from "../errors.ts";
import type { ByteRange } from "./object-storage.ts";

/** No byte of a range exists; the reply says how many there are (section 15.5.17). */
export class RangeNotSatisfiable extends AppError {
  readonly sizeBytes: number;

  constructor(sizeBytes: number) {
    super("RANGE_NOT_SATISFIABLE", `The file has ${sizeBytes} bytes.`);
    this.sizeBytes = sizeBytes;
  }
}

/**
 * The range that a header asks for, or undefined for the whole object: no header, another unit, a syntax error or
 * several ranges. @throws RangeNotSatisfiable where no byte of it exists.
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "");
  const first = match?.[1] ?? "";
  const last = match?.[2] ?? "";
  if (first !== "")
    return fromFirst(Number(first), last === "" ? Number.POSITIVE_INFINITY : Number(last), sizeBytes);
  return last === "" ? undefined : suffix(Number(last), sizeBytes);
}

function fromFirst(first: number, last: number, sizeBytes: number): ByteRange | undefined {
  if (last < first) return undefined;
  if (first >= sizeBytes) throw new RangeNotSatisfiable(sizeBytes);
  return { first, last: Math.min(last, sizeBytes - 1) };
}

/** The last `length` bytes. An empty object is sent whole: no Content-Range can describe it (section 14.4). */
function suffix(length: number, sizeBytes: number): ByteRange | undefined {
  if (length === 0) throw new RangeNotSatisfiable(sizeBytes);
  if (sizeBytes === 0) return undefined;
  return { first: Math.max(0, sizeBytes - length), last: sizeBytes - 1 };
}
