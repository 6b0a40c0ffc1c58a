// Recordings of DVB broadcasts: their programme guide comes in packets of its own, which ffprobe of today takes for a
// stream, and the bundled ffmpeg does not.
import { readFile, writeFile } from "node:fs/promises";

/** The checksum at the end of a section of a transport stream. */
function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

/** Puts a guide without events before a transport stream (ETSI EN 300 468, event information on PID 0x12). */
export async function addProgrammeGuide(path: string): Promise<void> {
  const section = [0x4e, 0xf0, 0x0f, 0x00, 0x01, 0xc1, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x4e];
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(section));
  const packet = Buffer.alloc(188, 0xff);
  Buffer.from([0x47, 0x40, 0x12, 0x10, 0x00, ...section, ...checksum]).copy(packet);
  await writeFile(path, Buffer.concat([packet, await readFile(path)]));
}
