// Links that work once. What follows the `#` never reaches a server's or a proxy's log; the page sends it in a body.
import type { Queryable } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { LINK_LIMITS } from "../../../shared/limits/people.ts";
import {
  deleteEndedLinks,
  insertLink,
  type LinkKind,
  type LinkRow,
  lockLink,
  type NewLink,
  selectLinkUser,
} from "../../db/people/one-time-links.ts";
import { lockWaysIn } from "../../db/people/people.ts";
import { hashSecretText, isSecretText, newSecretText } from "./secret-text.ts";
import { WrongSecret } from "./throttle.ts";

/** The page of the console that takes a link, by what the link is for. */
const PAGES = { setup: "setup", operator: "setup", reset: "reset", invitation: "invitation" } as const;

export interface MadeLink {
  readonly id: string;
  /** Behind the console's host, with the secret, which is shown this once. */
  readonly path: string;
  readonly expiresAt: string;
}

/** What a link is for; what is left out is null. */
export type LinkPurpose = Pick<NewLink, "kind" | "madeBy"> &
  Partial<Pick<NewLink, "userId" | "accountId" | "role" | "email">>;

/** Stores a new one-time link. Its secret is in the returned path alone: the database has its hash. */
export async function makeLink(sql: Queryable, purpose: LinkPurpose): Promise<MadeLink> {
  await deleteEndedLinks(sql, LINK_LIMITS.sweptAtOnce);
  const secret = newSecretText();
  const { id, expires_at } = await insertLink(sql, {
    id: newId("link"),
    secretHash: hashSecretText(secret),
    userId: null,
    accountId: null,
    role: null,
    email: null,
    ...purpose,
    lifeMs: purpose.kind === "invitation" ? LINK_LIMITS.invitationMs : LINK_LIMITS.lifeMs,
  });
  return {
    id,
    path: `/console/${PAGES[purpose.kind]}#${secret}`,
    expiresAt: expires_at.toISOString(),
  };
}

/**
 * A link that still works; it stays the caller's until the transaction ends, and is used once `markLinkUsed` says so.
 * @throws WrongSecret for one that is unknown, used or over
 */
export async function takeLink(
  transaction: Queryable,
  token: string,
  kinds: readonly LinkKind[],
): Promise<LinkRow> {
  const link = isSecretText(token) ? await lockLink(transaction, hashSecretText(token), kinds) : undefined;
  if (link === undefined) {
    const message = "This link has been used, has expired, or was never given out. Ask for another one.";
    throw new WrongSecret(message, "/token");
  }
  return link;
}

/**
 * A link for a new password, as `takeLink` does, with its person's ways in locked before it: in the order of what ends such
 * links.
 * @throws WrongSecret for one that is unknown, used or over
 */
export async function takeResetLink(transaction: Queryable, token: string): Promise<LinkRow> {
  const userId = isSecretText(token) ? await selectLinkUser(transaction, hashSecretText(token)) : undefined;
  if (userId !== undefined) await lockWaysIn(transaction, userId);
  return takeLink(transaction, token, ["reset"]);
}
