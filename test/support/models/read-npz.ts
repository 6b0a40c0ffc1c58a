// Reads NumPy's .npz files (a zip of .npy arrays) of float32 values: enough for references that others made.
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

const CENTRAL_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;

function npyValues(bytes: Buffer): Float32Array {
  const headerBytes = bytes.readUInt16LE(8);
  const header = bytes.toString("latin1", 10, 10 + headerBytes);
  if (!header.includes("'<f4'") || header.includes("'fortran_order': True")) {
    throw new Error(`Only row-major float32 arrays are read, not ${header}`);
  }
  return new Float32Array(new Uint8Array(bytes.subarray(10 + headerBytes)).buffer);
}

/** The values of each array by its name, row by row. */
export function readNpz(path: string): Map<string, Float32Array> {
  const zip = readFileSync(path);
  const end = zip.lastIndexOf(Uint8Array.of(0x50, 0x4b, 0x05, 0x06));
  if (end < 0 || zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error(`${path} is not a zip file.`);
  const arrays = new Map<string, Float32Array>();
  let at = zip.readUInt32LE(end + 16);
  for (; zip.readUInt32LE(at) === CENTRAL_ENTRY; ) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString("utf8", at + 46, at + 46 + (nameBytes ?? 0));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const bytes = zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    arrays.set(name.replace(/\.npy$/, ""), npyValues(bytes));
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return arrays;
}
