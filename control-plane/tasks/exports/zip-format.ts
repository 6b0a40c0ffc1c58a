// The parts of a ZIP around its files (APPNOTE.TXT 6.3.10). What files hold is known only while they are sent, so that sums
// stand behind them, and readers that begin at the front must see where content ends: deflated content says so, stored
// content does not. So it is deflated in blocks that hold it as it is (RFC 1951, 3.2.4), whose length is known beforehand.
// Rejected: yazl, which stores with sums behind the content or deflates without telling the length; fflate, which knows no
// archives of 4 GiB.

/** A file in an archive. */
export interface ZipEntry {
  readonly name: Buffer;
  /** Less than 4 GiB: clips last 180 s at most. */
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
  /** Where it begins. */
  readonly offset: number;
}

/** Lengths and places from this one on stand in fields of their own. */
const MAX_32 = 0xffff_ffff;
const MAX_BLOCK = 0xffff;
const BLOCK_HEADER_BYTES = 5;
const DESCRIPTOR_BYTES = 16;
const DEFLATED = 8;
/** Names are UTF-8, and sums stand behind the content. */
const FLAGS = 0x0808;
const VERSION = 20;
const VERSION_64 = 45;
/** Of Unix, by version 6.3 of the format. */
const MADE_BY = (3 << 8) | 63;
/** A file that its owner may write. */
const ATTRIBUTES = 0o100644 * 0x1_0000;

type Field = readonly [bytes: 2 | 4 | 8, value: number];

function pack(fields: readonly Field[]): Buffer {
  const packed = fields.map(([bytes, value]) => {
    const field = Buffer.alloc(bytes);
    if (bytes === 8) field.writeBigUInt64LE(BigInt(value));
    else field.writeUIntLE(value, 0, bytes);
    return field;
  });
  return Buffer.concat(packed);
}

/** As MS-DOS had it, in steps of two seconds since 1980. */
function dosTime(time: Date): readonly Field[] {
  const seconds = (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1);
  const year = Math.max(0, time.getFullYear() - 1_980);
  return [
    [2, seconds],
    [2, (year << 9) | ((time.getMonth() + 1) << 5) | time.getDate()],
  ];
}

/** What precedes a block of so many bytes. */
export function blockHeader(sizeBytes: number, isLast: boolean): Buffer {
  return Buffer.concat([
    Buffer.of(isLast ? 1 : 0),
    pack([
      [2, sizeBytes],
      [2, MAX_BLOCK - sizeBytes],
    ]),
  ]);
}

/** How much of what is left the next block holds. */
export function blockSize(leftBytes: number): number {
  return Math.min(leftBytes, MAX_BLOCK);
}

/** Content with the headers of its blocks; of nothing there is a block too. */
function deflatedBytes(sizeBytes: number): number {
  return sizeBytes + BLOCK_HEADER_BYTES * Math.max(1, Math.ceil(sizeBytes / MAX_BLOCK));
}

/**
 * What precedes a file's content (APPNOTE 4.3.7): size and checksum are zero there, and follow behind it
 * (`descriptor`).
 */
export function localHeader({ name, modifiedAt }: ZipEntry): Buffer {
  const header = pack([
    ...([[4, 0x0403_4b50], [2, VERSION], [2, FLAGS], [2, DEFLATED], ...dosTime(modifiedAt)] as const),
    ...([
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ] as const),
  ]);
  return Buffer.concat([header, name]);
}

/**
 * What stands behind a file's content (APPNOTE 4.3.9).
 * @param crc CRC-32 of the content
 */
export function descriptor({ sizeBytes }: ZipEntry, crc: number): Buffer {
  return pack([
    [4, 0x0807_4b50],
    [4, crc],
    [4, deflatedBytes(sizeBytes)],
    [4, sizeBytes],
  ]);
}

/** Where the file behind this one begins. */
export function endOf(entry: ZipEntry): number {
  return entry.offset + localHeader(entry).length + deflatedBytes(entry.sizeBytes) + DESCRIPTOR_BYTES;
}

/** A file's row in the directory, with its time by the second and a place that 32 bits do not hold. */
function directoryRow({ name, sizeBytes, modifiedAt, offset }: ZipEntry, crc: number): Buffer {
  const isFar = offset >= MAX_32;
  const time = Buffer.concat([
    pack([
      [2, 0x5455],
      [2, 5],
    ]),
    Buffer.of(1),
    pack([[4, Math.floor(modifiedAt.getTime() / 1_000)]]),
  ]);
  const place = isFar
    ? pack([
        [2, 1],
        [2, 8],
        [8, offset],
      ])
    : Buffer.alloc(0);
  const row = pack([
    ...([
      [4, 0x0201_4b50],
      [2, MADE_BY],
      [2, isFar ? VERSION_64 : VERSION],
      [2, FLAGS],
      [2, DEFLATED],
    ] as const),
    ...([...dosTime(modifiedAt), [4, crc], [4, deflatedBytes(sizeBytes)], [4, sizeBytes]] as const),
    ...([
      [2, name.length],
      [2, time.length + place.length],
      [2, 0],
      [2, 0],
      [2, 0],
    ] as const),
    ...([
      [4, ATTRIBUTES],
      [4, Math.min(offset, MAX_32)],
    ] as const),
  ]);
  return Buffer.concat([row, name, time, place]);
}

/** What an archive ends with. @param crcs of its files; what is missing counts as 0 */
export function directory(entries: readonly ZipEntry[], crcs: readonly number[]): Buffer {
  const rows = Buffer.concat(entries.map((entry, index) => directoryRow(entry, crcs[index] ?? 0)));
  const last = entries.at(-1);
  const offset = last === undefined ? 0 : endOf(last);
  const count = entries.length;
  const far = pack([
    ...([
      [4, 0x0606_4b50],
      [8, 44],
      [2, MADE_BY],
      [2, VERSION_64],
      [4, 0],
      [4, 0],
    ] as const),
    ...([
      [8, count],
      [8, count],
      [8, rows.length],
      [8, offset],
    ] as const),
    ...([
      [4, 0x0706_4b50],
      [4, 0],
      [8, offset + rows.length],
      [4, 1],
    ] as const),
  ]);
  const end = pack([
    ...([
      [4, 0x0605_4b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
    ] as const),
    ...([
      [4, rows.length],
      [4, Math.min(offset, MAX_32)],
      [2, 0],
    ] as const),
  ]);
  return Buffer.concat(offset >= MAX_32 ? [rows, far, end] : [rows, end]);
}
