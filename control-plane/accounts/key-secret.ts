// The secret of an API key: 256 random bits with a prefix that secret scanners and people recognize. Only its SHA-256
// is stored. A slow password hash was rejected: the secret has full entropy, so that guessing it is hopeless anyway,
// and every request would pay for it.
import { createHash, randomBytes } from "node:crypto";

const PREFIX = "clipmill_";
const HINT_LENGTH = 4;

export interface KeySecret {
  /** Shown once, to the one who made the key. */
  readonly plaintext: string;
  readonly hash: Uint8Array;
  /** The last characters, by which a person tells keys apart. */
  readonly hint: string;
}

/** A new secret, which is shown once; only its hash and a hint of it are stored. */
export function newKeySecret(): KeySecret {
  const plaintext = PREFIX + randomBytes(32).toString("base64url");
  return { plaintext, hash: hashKeySecret(plaintext), hint: plaintext.slice(-HINT_LENGTH) };
}

/** SHA-256 of a secret as a client sent it, whatever it is. */
function hashKeySecret(plaintext: string): Uint8Array {
  return createHash("sha256").update(plaintext).digest();
}
