// Public ids: a prefix that says what the id names, and a UUIDv7 (RFC 9562) in Crockford base32, so that ids sort by
// creation time and keep index inserts local. Random UUIDs were rejected for scattering inserts over the whole index.
import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const ID_LENGTH = 26;
/** Digits from the first to the last bit of the time, which is where one ends. */
const TIME_LENGTH = 10;

export const ID_PREFIXES = {
  task: "task",
  account: "acct",
  user: "user",
  key: "key",
  template: "tmpl",
  category: "cat",
  result: "res",
  delivery: "whd",
  clip: "clip",
  run: "run",
  node: "node",
  upload: "upl",
  transcript: "trs",
  preview: "prv",
  asset: "ast",
  session: "sess",
  link: "link",
  install: "inst",
  modelsFolder: "mdir",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** A UUIDv7 as a 128-bit integer: 48 bits of Unix milliseconds, then version, variant and 74 random bits. */
function uuidV7(timeMs: number): bigint {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(timeMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.readBigUInt64BE(0) * 2n ** 64n + bytes.readBigUInt64BE(8);
}

/** Makes a new id, such as `task_01k9…`: its prefix, `_`, and 26 base32 characters that sort by time. */
export function newId(kind: IdKind, timeMs: number = Date.now()): string {
  let value = uuidV7(timeMs);
  let text = "";
  for (let index = 0; index < ID_LENGTH; index += 1) {
    text = ALPHABET.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return `${ID_PREFIXES[kind]}_${text}`;
}

/** Its digits of the time, by which ids of any kind compare. */
export function timeDigits(id: string): string {
  return id.slice(-ID_LENGTH, TIME_LENGTH - ID_LENGTH);
}

/**
 * Makes an id with the time of another, of what belongs to that one and is to be found from there: from a clip's id to its
 * task's there is no index.
 */
export function newIdOf(kind: IdKind, ownerId: string): string {
  const id = newId(kind);
  return `${ID_PREFIXES[kind]}_${timeDigits(ownerId)}${id.slice(TIME_LENGTH - ID_LENGTH)}`;
}

/** Whether a text has the shape of an id of this kind; a malformed id is answered like an unknown one. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = `${ID_PREFIXES[kind]}_`;
  return text.startsWith(prefix) && /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text.slice(prefix.length));
}
