// What a decoder must know before the first frame of an MP4 with H.264: the content of its avcC box, sequence and
// picture parameter sets (ISO/IEC 14496-15). Videos may be joined without encoding them again only where it is the same,
// which another version of an encoder, or of its driver, does not promise.
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { MIB } from "../../shared/limits/units.ts";

const HEADER_BYTES = 16;
/** A file whose index is larger is none that we made. */
const MAX_MOOV_BYTES = 64 * MIB;
const TYPE = "avcC";

interface Box {
  readonly type: string;
  readonly sizeBytes: number;
}

/** The box at an offset; undefined at the file's end. */
async function readBox(file: FileHandle, offset: number): Promise<Box | undefined> {
  const header = Buffer.alloc(HEADER_BYTES);
  const { bytesRead } = await file.read(header, 0, HEADER_BYTES, offset);
  if (bytesRead < 8) return undefined;
  const sizeBytes = header.readUInt32BE(0);
  const type = header.toString("latin1", 4, 8);
  return { type, sizeBytes: sizeBytes === 1 ? Number(header.readBigUInt64BE(8)) : sizeBytes };
}

/** Name and content of the box: what is found by its name alone ends where its size says. */
function configurationIn(moov: Buffer): Buffer {
  const at = moov.indexOf(TYPE, 0, "latin1");
  if (at < 4) throw new Error("The file has no H.264 configuration.");
  return moov.subarray(at, at - 4 + moov.readUInt32BE(at - 4));
}

/** A hash of the configuration of an MP4 file of our own making. @throws Error where it has none */
export async function avcConfiguration(path: string): Promise<string> {
  const file = await open(path);
  try {
    for (let offset = 0; ; ) {
      const box = await readBox(file, offset);
      if (box === undefined || box.sizeBytes < 8) throw new Error(`${path} is no MP4 file with an index.`);
      if (box.type === "moov" && box.sizeBytes <= MAX_MOOV_BYTES) {
        const moov = Buffer.alloc(box.sizeBytes);
        await file.read(moov, 0, moov.length, offset);
        return createHash("sha256").update(configurationIn(moov)).digest("hex");
      }
      offset += box.sizeBytes;
    }
  } finally {
    await file.close();
  }
}
