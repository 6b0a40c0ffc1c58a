// Recovery codes: for who has lost the app. Written down and typed by hand, so that no two of their characters look alike
// (Crockford's base 32), and what somebody types for another is understood. 80 random bits: their plain SHA-256 tells
// nobody what they were, and finds one without trying all.
import { createHash, randomBytes } from "node:crypto";
import { SECOND_FACTOR_LIMITS } from "../../../shared/limits/people.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const BITS_OF_CHARACTER = 5;
const LENGTH = (SECOND_FACTOR_LIMITS.recoveryBytes * 8) / BITS_OF_CHARACTER;
const PATTERN = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** As `xxxx-xxxx-xxxx-xxxx`. */
function newRecoveryCode(): string {
  // 256 is a multiple of 32: each character is as likely as any other.
  const characters = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return characters.join("").replace(/.{4}(?=.)/g, "$&-");
}

/** A new set of recovery codes, to be shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: SECOND_FACTOR_LIMITS.recoveryCodes }, newRecoveryCode);
}

/** SHA-256 in hexadecimal digits; undefined for what is no recovery code. */
export function hashRecoveryCode(typed: string): string | undefined {
  const plain = typed.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
  return PATTERN.test(plain) ? createHash("sha256").update(plain).digest("hex") : undefined;
}
