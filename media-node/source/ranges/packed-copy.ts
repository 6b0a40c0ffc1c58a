// A copy of a part of a source as it is kept: without its holes, which storages would keep and send as zeros. A line of
// JSON says where the pieces lie in the sparse file; their bytes follow it, one behind the other.
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Type } from "typebox";
import { RANGED_READ_LIMITS } from "../../../shared/limits/sources.ts";
import { requireRoom } from "../../../shared/node-lack.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { type Bytes, totalBytes } from "./byte-ranges.ts";

const Offset = Type.Integer({ minimum: 0 });
const parseHead = compileSchema(Type.Object({ pieces: Type.Array(Type.Tuple([Offset, Offset])) }));

const LINE_END = "\n";

async function* packed(path: string, pieces: readonly Bytes[], signal: AbortSignal): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify({ pieces: pieces.map(({ start, end }) => [start, end]) }) + LINE_END);
  for (const { start, end } of pieces) yield* createReadStream(path, { start, end: end - 1, signal });
}

/** Writes the pieces of a sparse file, of which none is empty, to a file of their own. @throws NodeLack */
export async function packCopy(
  path: string,
  pieces: readonly Bytes[],
  packedPath: string,
  signal: AbortSignal,
): Promise<void> {
  await requireRoom(dirname(packedPath), totalBytes(pieces));
  await pipeline(Readable.from(packed(path, pieces, signal)), createWriteStream(packedPath), { signal });
}

/** Where the pieces lie, and where their bytes begin in the packed file. */
async function readHead(file: FileHandle): Promise<{ pieces: Bytes[]; bytesAt: number }> {
  const head = Buffer.alloc(RANGED_READ_LIMITS.packedHeadBytes);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  const end = head.subarray(0, bytesRead).indexOf(LINE_END);
  if (end === -1) throw new Error("The kept part of the source has no head.");
  const { pieces } = parseHead(JSON.parse(head.toString("utf8", 0, end)));
  return { pieces: pieces.map(([start, pieceEnd]) => ({ start, end: pieceEnd })), bytesAt: end + 1 };
}

/** Makes the sparse file again. @throws NodeLack; `signal.reason` on abort */
export async function unpackCopy(packedPath: string, path: string, signal: AbortSignal): Promise<void> {
  const file = await open(packedPath);
  try {
    const { pieces, bytesAt } = await readHead(file);
    await requireRoom(dirname(path), totalBytes(pieces));
    await (await open(path, "w")).close();
    let at = bytesAt;
    for (const { start, end } of pieces) {
      const next = at + end - start;
      const bytes = createReadStream(packedPath, { start: at, end: next - 1, signal });
      await pipeline(bytes, createWriteStream(path, { flags: "r+", start }), { signal });
      at = next;
    }
  } finally {
    await file.close();
  }
}
