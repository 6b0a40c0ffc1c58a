// Archives as two kinds of readers see them: by the directory at their end, and as a stream from their front.
import assert from "node:assert/strict";
import { crc32, inflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly content: Buffer;
  readonly isSound: boolean;
}

/** Reads an archive by its directory (APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16). */
export function readZip(bytes: Buffer): ZipEntry[] {
  const end = bytes.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  const entries: ZipEntry[] = [];
  for (let at = bytes.readUInt32LE(end + 16); entries.length < bytes.readUInt16LE(end + 10); ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    );
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const stored = bytes.subarray(from, from + bytes.readUInt32LE(at + 20));
    const content = inflateRawSync(stored);
    assert.equal(content.length, bytes.readUInt32LE(at + 24));
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + (nameLength ?? 0)),
      method: bytes.readUInt16LE(at + 10),
      content,
      isSound: crc32(content) === bytes.readUInt32LE(at + 16),
    });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

/** Reads an archive from its front, as readers of streams do: what is deflated says itself where it ends. */
export function streamedContents(bytes: Buffer): Buffer[] {
  const contents: Buffer[] = [];
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const isDeflated = bytes.readUInt16LE(at + 8) === 8;
    assert.ok(isDeflated || (bytes.readUInt16LE(at + 6) & 8) === 0, "stored content has no end of its own");
    const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const read = inflateRawSync(bytes.subarray(from), { info: true }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    contents.push(read.buffer);
    at = from + read.engine.bytesWritten;
    const sums = [0, 4, 8, 12].map((offset) => bytes.readUInt32LE(at + offset));
    assert.deepEqual(sums, [0x08074b50, crc32(read.buffer), read.engine.bytesWritten, read.buffer.length]);
    at += 16;
  }
  return contents;
}
