// Signed URLs: whoever holds one may use one method on one path until it expires. The signature is HMAC-SHA256 (RFC 2104) over
// a JSON array, so that no two different requests have the same signed text. Every query parameter is signed, so that clients
// cannot add any. Tokens in the database were rejected: each
// read of a task signs its files again.
import assert from "node:assert/strict";
import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "../errors.ts";

const SECRET_BYTES = 32;
/** Separates these signatures from every other use of the same secret. */
const PURPOSE = "clipmill-signed-path-v1";

/** What else a request must keep to, such as `{ size: "1048576" }` for an upload; it travels in the query. */
export type SignedConstraints = Readonly<Record<string, string>>;

export interface PathToSign {
  /** At least 32 bytes. */
  readonly secret: string;
  readonly method: "GET" | "PUT";
  /** The path as it stands in the request line, without the query. */
  readonly path: string;
  readonly expiresAt: Date;
  readonly constraints?: SignedConstraints;
}

export interface PathToVerify {
  /** Any of these may have signed it, so that a secret can be replaced while its links are still in use. */
  readonly secrets: readonly string[];
  /** A signature for GET holds for HEAD too. */
  readonly method: string;
  readonly path: string;
  /** The request's query, with or without its question mark. */
  readonly query: string;
  readonly now?: Date;
}

/** The query string, without its question mark, that permits this method on this path until `expiresAt`. */
export function signPath(request: PathToSign): string {
  assert(!Number.isNaN(request.expiresAt.getTime()), "A signature needs a time at which it expires.");
  const expires = String(Math.floor(request.expiresAt.getTime() / 1_000));
  const parameters = new URLSearchParams({ ...request.constraints, expires });
  assert(!parameters.has("signature"), "A constraint cannot be called signature.");
  parameters.set("signature", signatureOf(request.secret, request.method, request.path, parameters));
  return parameters.toString();
}

/**
 * Returns the constraints of a request that is permitted. @throws AppError UNAUTHENTICATED where the signature is
 * missing, is for another method, path or query, or has expired.
 */
export function verifySignedPath(request: PathToVerify): SignedConstraints {
  const parameters = new URLSearchParams(request.query);
  const given = parameters.get("signature") ?? "";
  parameters.delete("signature");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const isSigned = request.secrets.some((secret) =>
    isSameText(given, signatureOf(secret, method, request.path, parameters)),
  );
  if (!isSigned) {
    throw new AppError("UNAUTHENTICATED", "This link's signature is missing or not valid.");
  }
  const { expires, ...constraints } = Object.fromEntries(parameters);
  if (!(Number(expires) * 1_000 > (request.now ?? new Date()).getTime())) {
    throw new AppError("UNAUTHENTICATED", "This link has expired.");
  }
  return constraints;
}

function signatureOf(secret: string, method: string, path: string, parameters: URLSearchParams): string {
  assert(Buffer.byteLength(secret) >= SECRET_BYTES, `A signing secret has at least ${SECRET_BYTES} bytes.`);
  const sorted = [...parameters].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  const text = JSON.stringify([PURPOSE, method, path, sorted]);
  return createHmac("sha256", secret).update(text).digest("base64url");
}

function isSameText(given: string, expected: string): boolean {
  const givenBytes = Buffer.from(given);
  const expectedBytes = Buffer.from(expected);
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}
