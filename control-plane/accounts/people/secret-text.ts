// What a browser carries for its session, and what stands in a link that works once: 256 random bits, of which the
// database has the SHA-256.
import { createHash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
/** As base64url writes that many bytes; whatever else comes is no secret of ours. */
const SECRET_PATTERN = /^[\w-]{43}$/;

/** A secret for a session's cookie or a one-time link: 256 random bits as 43 characters of base64url. */
export function newSecretText(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Whether a text has the form of such a secret, before the database is asked for it. */
export function isSecretText(text: string): boolean {
  return SECRET_PATTERN.test(text);
}

/** SHA-256 in hexadecimal digits. */
export function hashSecretText(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
