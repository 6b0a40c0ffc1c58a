// A sign-in that a browser has begun at the provider and not come back from. The browser keeps it itself, in a cookie that
// only control planes with the same secret can read or make: so any of them may take the reply, strangers who begin many
// leave nothing here, and each browser has one at most. A row for each was rejected for that. The provider takes each code
// once, so that a reply works once, too.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Type } from "typebox";
import { SIGN_ON_LIMITS } from "../../../shared/limits/people.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

const Pending = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  /** Of PKCE. */
  verifier: Type.String(),
  /** Where the provider sends the browser back to. */
  redirectUri: Type.String(),
  /** Where the browser is to go in the end. */
  returnPath: Type.String(),
  /** Who links an identity to theirs; null for whoever signs in. */
  userId: Type.Union([Type.String(), Type.Null()]),
  endsAtMs: Type.Number(),
});

export interface PendingSignOn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
  readonly returnPath: string;
  readonly userId: string | null;
  readonly endsAtMs: number;
}

const parsePending = compileSchema(Pending);

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "clipmill pending sign-on", 32));
}

/** What the browser is to carry. */
export function sealPending([secret]: readonly [string, ...string[]], pending: PendingSignOn): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(pending), "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
}

/** @throws Error for what another secret has sealed, or another version of this appliance */
function open(secret: string, sealed: Buffer): PendingSignOn {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(secret), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
  return parsePending(JSON.parse(Buffer.concat([text, decipher.final()]).toString("utf8")));
}

/** What a browser carries; undefined where it carries nothing, nothing of ours, or something that is over. */
export function openPending(
  secrets: readonly string[],
  carried: string | undefined,
): PendingSignOn | undefined {
  if (carried === undefined || carried.length > SIGN_ON_LIMITS.cookieLength) return undefined;
  const sealed = Buffer.from(carried, "base64url");
  for (const secret of secrets) {
    try {
      const pending = open(secret, sealed);
      return pending.endsAtMs > Date.now() ? pending : undefined;
    } catch {
      // Sealed with another one of the secrets, or by nobody here.
    }
  }
  return undefined;
}

/** A path of the page, whatever was asked for: nobody is sent to another site, nor to an address that does something. */
export function ownPath(asked: string | null): string {
  const home = "/console/";
  if (asked === null || asked.length > SIGN_ON_LIMITS.returnLength || !asked.startsWith(home)) return home;
  const here = "http://here.invalid";
  if (!URL.canParse(asked, here)) return home;
  const { origin, pathname, search } = new URL(asked, here);
  const isOwn = origin === here && pathname.startsWith(home) && !pathname.startsWith(`${home}api/`);
  return isOwn ? `${pathname}${search}` : home;
}
