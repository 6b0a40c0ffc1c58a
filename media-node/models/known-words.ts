// How networks of ours know words: a vocabulary is nothing but the hashes of its words, ascending, so that its file is
// small and holds no text.
import { readFile } from "node:fs/promises";
import { VOCABULARY_LIMITS } from "../../shared/limits/sensing.ts";
import { unusableModel } from "../onnx/unusable-model.ts";
import { firstIndex } from "../signal/first-index.ts";

/** FNV-1a with 32 bits. */
const OFFSET_BASIS = 2_166_136_261;
const PRIME = 16_777_619;

/** The hash by which a vocabulary knows a text, which is ASCII. */
export function hashToken(token: string): number {
  let hash = OFFSET_BASIS;
  for (let at = 0; at < token.length; at += 1) hash = Math.imul(hash ^ token.charCodeAt(at), PRIME);
  return hash >>> 0;
}

/** Where a hash stands among ascending ones; -1 where it does not. */
export function indexOfHash(vocabulary: Uint32Array, hash: number): number {
  const index = firstIndex(vocabulary.length, (at) => (vocabulary[at] ?? 0) < hash);
  return vocabulary[index] === hash ? index : -1;
}

/** Ids that tokens share which a vocabulary lacks; 0 is padding. */
const FIRST_UNKNOWN_ID = 1;
const UNKNOWN_IDS = 256;
const FIRST_KNOWN_ID = FIRST_UNKNOWN_ID + UNKNOWN_IDS;

/** The id that a network knows a token by; of an unknown one, by its hash, one of a few. Training uses the same rule. */
export function tokenId(token: string, vocabulary: Uint32Array): number {
  const hash = hashToken(token);
  const index = indexOfHash(vocabulary, hash);
  return index === -1 ? FIRST_UNKNOWN_ID + (hash % UNKNOWN_IDS) : FIRST_KNOWN_ID + index;
}

/**
 * Hashes of what a network has ids for: unsigned numbers of 32 bits, little-endian, ascending.
 * @throws AppError MODEL_UNAVAILABLE where the file is missing or holds something else
 */
export async function readHashes(path: string): Promise<Uint32Array> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unusableModel(`${path} cannot be read: ${error}`);
  });
  if (bytes.length % 4 !== 0 || bytes.length > VOCABULARY_LIMITS.fileBytes) {
    throw unusableModel(`${path} has ${bytes.length} bytes`);
  }
  const hashes = Uint32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(4 * index));
  if (hashes.some((hash, index) => index > 0 && hash <= (hashes[index - 1] ?? 0))) {
    throw unusableModel(`The hashes in ${path} do not ascend`);
  }
  return hashes;
}
