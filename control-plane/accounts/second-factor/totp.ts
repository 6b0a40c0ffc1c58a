// Codes by time (RFC 6238): SHA-1, six digits, thirty seconds, which is what every authenticator app knows; some take no
// other.
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { SECOND_FACTOR_LIMITS } from "../../../shared/limits/people.ts";

const { digits, stepS, stepsBeside, secretBytes } = SECOND_FACTOR_LIMITS;
const CODE_PATTERN = new RegExp(`^[0-9]{${digits}}$`);

/** Random bytes, as many as RFC 4226 recommends, before they are sealed for the database (`FactorCipher`). */
export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

function totpOf(secret: Buffer, names: { readonly issuer?: string; readonly label?: string } = {}): TOTP {
  const buffer = new Uint8Array(secret).buffer;
  return new TOTP({ ...names, secret: new Secret({ buffer }), algorithm: "SHA1", digits, period: stepS });
}

/** What an app is given: the secret to type (base32), and all of it as an address, which the page draws as a QR code. */
export function describeTotp(
  secret: Buffer,
  names: { readonly issuer: string; readonly label: string },
): { readonly secret: string; readonly uri: string } {
  const totp = totpOf(secret, names);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The step of time to which a code belongs, by RFC 6238 with SHA-1; undefined where it is of none near this
 * moment. Whether the step was used before is the database's to say (`takeStep`).
 */
export function findStep(secret: Buffer, code: string, nowMs: number): number | undefined {
  if (!CODE_PATTERN.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: stepsBeside });
  return delta === null ? undefined : stepOf(nowMs) + delta;
}

/** Steps of 30 s since 1970, the counter of RFC 6238. */
export function stepOf(nowMs: number): number {
  return Math.floor(nowMs / 1_000 / stepS);
}
