// What may name an object. Keys reach storages from URLs and from the database alike, so that every storage asks here
// first: a key that passes is a plain relative path below the storage's root, safe in file names and in URLs without
// any escaping. Normalizing odd keys was rejected: two spellings of one object would defeat signatures.
import { AppError } from "../errors.ts";
import { STORAGE_LIMITS } from "../limits/storage.ts";

/** The longest file name that common file systems take, in bytes; keys are ASCII. */
const SEGMENT_LENGTH = 255;

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Whether a text is the key of an object: segments of `[A-Za-z0-9._-]`, none starting with a dot, joined by `/`. */
export function isStorageKey(key: string): boolean {
  if (key.length === 0 || key.length > STORAGE_LIMITS.keyLength) return false;
  return key.split("/").every((segment) => segment.length <= SEGMENT_LENGTH && SEGMENT.test(segment));
}

/** Whether a text is a prefix: a key followed by `/`. The empty prefix, which would name everything, is none. */
export function isStoragePrefix(prefix: string): boolean {
  return prefix.endsWith("/") && isStorageKey(prefix.slice(0, -1));
}

/** @throws AppError INVALID_REQUEST where a text is no key of an object */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new AppError("INVALID_REQUEST", "The storage key is not valid.");
}

/** @throws AppError INVALID_REQUEST where a text is no prefix of keys */
export function assertStoragePrefix(prefix: string): void {
  if (!isStoragePrefix(prefix)) throw new AppError("INVALID_REQUEST", "The storage key is not valid.");
}
