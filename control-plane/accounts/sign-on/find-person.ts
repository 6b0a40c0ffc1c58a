// Finds the user of somebody who signed in at the provider: by issuer and subject, which a provider gives to one person
// for good. A verified address finds only users without another way to sign in, unless the settings say otherwise, or
// whoever can get an address at the provider could take over its owner's user. Since addresses of people who left are given
// to others, users who have an identity at the provider are never found by address.
// A mere request for an account, which anybody can make with any address, keeps nobody out: it goes to whoever the provider
// says has the address. Until it is approved it gets no identity but one with that address, even where an operator has made
// a link for whose address it is: whoever made the request may be signed in still.
// Identities are added under the lock of the person's ways in: who links one and who comes by address see each other's.
import type { TransactionSql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { ACCOUNT_REQUEST_LIMITS } from "../../../shared/limits/people.ts";
import { clearAccountName, hasOnlyAsked, insertAccount, selectMereRequest } from "../../db/accounts.ts";
import { insertAction } from "../../db/operator-actions.ts";
import { insertIdentity, lockIdentity, selectIdentity, selectIssuersOf } from "../../db/people/identities.ts";
import { deleteResetLinks } from "../../db/people/one-time-links.ts";
import {
  countPendingAccounts,
  deletePassword,
  insertPerson,
  lockWaysIn,
  type PersonRow,
  selectPerson,
  selectPersonByEmail,
} from "../../db/people/people.ts";
import { deleteFactor } from "../../db/people/second-factors.ts";
import { deleteSessionsOf } from "../../db/people/sessions.ts";
import { isEmail } from "../manage-accounts.ts";
import { isOperatorGroup, rolesOf } from "./follow-groups.ts";
import type { ProvidedPerson } from "./provider.ts";
import { SignOnRefused } from "./sign-on-refused.ts";
import type { SignOnSettings } from "./sign-on-settings.ts";

function emailOf({ email }: ProvidedPerson): string {
  if (email !== undefined && isEmail(email)) return email;
  throw new SignOnRefused("no-email", "the provider sent no e-mail address: add a scope or claim for it");
}

function isVerified(settings: SignOnSettings, { isEmailVerified }: ProvidedPerson): boolean {
  return isEmailVerified ?? settings.trustsEmail;
}

/** @throws SignOnRefused not-allowed */
function checkAllowed(settings: SignOnSettings, provided: ProvidedPerson): void {
  const { allowedGroups, allowedDomains } = settings;
  if (allowedGroups.length === 0 && allowedDomains.length === 0) return;
  if (provided.groups.some((group) => allowedGroups.includes(group))) return;
  const domain = provided.email?.toLowerCase().split("@").at(-1) ?? "";
  if (allowedDomains.includes(domain) && isVerified(settings, provided)) return;
  throw new SignOnRefused("not-allowed", "neither the groups nor the address are allowed");
}

/**
 * Ends what somebody has set up who never proved that the address is theirs: anybody may ask for an account with any. The
 * provider says now whose it is. The person's ways in are locked.
 */
async function endUnprovenWays(transaction: TransactionSql, userId: string): Promise<void> {
  await deletePassword(transaction, userId);
  await deleteResetLinks(transaction, userId);
  await deleteFactor(transaction, userId);
  await deleteSessionsOf(transaction, userId);
}

/**
 * Gives a request for an account to whoever has its address, and whether there was one: nothing is known of who made it but
 * that they knew the address. What they called it goes, too, since operators read it beside the address.
 */
async function takeOverRequest(
  transaction: TransactionSql,
  settings: SignOnSettings,
  person: PersonRow,
  origin: string,
): Promise<boolean> {
  const request = await selectMereRequest(transaction, person.id);
  if (request === undefined) return false;
  await endUnprovenWays(transaction, person.id);
  await clearAccountName(transaction, request.id);
  await insertAction(transaction, {
    operator: `${settings.name} (single sign-on)`,
    via: "console",
    origin,
    action: "account take over",
    target: request.id,
    accountId: request.id,
    details: { email: person.email, by: "verified address", name: request.name },
  });
  return true;
}

/** The person's ways in are locked. @throws SignOnRefused known */
async function linkByEmail(
  transaction: TransactionSql,
  settings: SignOnSettings,
  person: PersonRow,
  { issuer, origin }: { readonly issuer: string; readonly origin: string },
): Promise<void> {
  const issuers = await selectIssuersOf(transaction, person.id);
  const hasOtherWay = person.password_hash !== null || issuers.length > 0;
  if (!hasOtherWay) {
    // Whoever has a link for their first password might not be they.
    await deleteResetLinks(transaction, person.id);
    return;
  }
  const isOperatorByHand = person.is_operator && !person.is_operator_by_groups;
  if (settings.linksByEmail && !issuers.includes(issuer) && !isOperatorByHand) {
    await endUnprovenWays(transaction, person.id);
    return;
  }
  if (issuers.length === 0 && (await takeOverRequest(transaction, settings, person, origin))) return;
  const problem = issuers.includes(issuer) ? "has another identity there" : "signs in by other ways";
  throw new SignOnRefused("known", `${person.email} is known here and ${problem}`);
}

/** Makes a person, who asks for an account unless their groups give them something to do. */
async function makePerson(
  transaction: TransactionSql,
  settings: SignOnSettings,
  { groups }: ProvidedPerson,
  { email, asksAllowed }: { readonly email: string; readonly asksAllowed: boolean },
): Promise<string> {
  const needsAccount = !isOperatorGroup(settings, groups) && rolesOf(settings, groups).size === 0;
  if (needsAccount && !asksAllowed) {
    throw new SignOnRefused(
      "closed",
      "no group of a new person gives a role, and CLIPMILL_ACCOUNT_REQUESTS is off",
    );
  }
  const { pending } = ACCOUNT_REQUEST_LIMITS;
  if (needsAccount && (await countPendingAccounts(transaction, pending)) >= pending) {
    throw new SignOnRefused("full", `${pending} accounts wait for an operator`);
  }
  const userId = newId("user");
  if (!(await insertPerson(transaction, { id: userId, email }))) {
    throw new SignOnRefused("failed", `${email} came to be known meanwhile`);
  }
  if (needsAccount) {
    await insertAccount(transaction, { id: newId("account"), userId, state: "PENDING", name: null });
  }
  return userId;
}

/** Under which circumstances somebody comes. */
interface Coming {
  /** Who links this identity to themselves; null for whoever signs in. */
  readonly signedInAs: string | null;
  readonly asksAllowed: boolean;
  /** The network address. */
  readonly origin: string;
}

/** The person with this address, as they are once nobody else changes how they sign in. */
async function lockPersonByEmail(transaction: TransactionSql, email: string): Promise<PersonRow | undefined> {
  const person = await selectPersonByEmail(transaction, email);
  if (person === undefined) return undefined;
  await lockWaysIn(transaction, person.id);
  return selectPerson(transaction, person.id);
}

async function findOrMake(
  transaction: TransactionSql,
  settings: SignOnSettings,
  provided: ProvidedPerson,
  { asksAllowed, origin }: Coming,
): Promise<string> {
  const email = emailOf(provided);
  if (!isVerified(settings, provided)) {
    const says = provided.isEmailVerified === false ? "says that it has not" : "does not say that it has";
    throw new SignOnRefused("unverified-email", `the provider ${says} verified ${email}`);
  }
  const person = await lockPersonByEmail(transaction, email);
  if (person === undefined) return makePerson(transaction, settings, provided, { email, asksAllowed });
  await linkByEmail(transaction, settings, person, { issuer: provided.issuer, origin });
  return person.id;
}

/** Whether the provider says that whoever came has this person's address. */
function provesAddress(settings: SignOnSettings, provided: ProvidedPerson, person: PersonRow): boolean {
  const { email } = provided;
  if (email === undefined || !isEmail(email) || !isVerified(settings, provided)) return false;
  return email.toLowerCase() === person.email.toLowerCase();
}

/**
 * That an identity may become one more way in for somebody who is signed in. A second one at a provider would be one for
 * good for whoever finds a session open. Who has only asked for an account may have given another's address: an identity
 * of their own would keep its owner out.
 * @throws SignOnRefused another, not-approved
 */
async function checkLink(
  transaction: TransactionSql,
  settings: SignOnSettings,
  provided: ProvidedPerson,
  userId: string,
): Promise<void> {
  await lockWaysIn(transaction, userId);
  if ((await selectIssuersOf(transaction, userId)).includes(provided.issuer)) {
    throw new SignOnRefused("another", "the person has another identity at this provider");
  }
  const person = await selectPerson(transaction, userId);
  if (person === undefined || provesAddress(settings, provided, person)) return;
  if (!(await hasOnlyAsked(transaction, userId))) return;
  const problem = "asked for an account, which waits, and the identity is not one with that verified address";
  throw new SignOnRefused("not-approved", `${person.email} ${problem}`);
}

/** Whose identity this is, once nobody else changes how they sign in: an operator may be taking it from them. */
async function lockLinked(
  transaction: TransactionSql,
  provided: ProvidedPerson,
): Promise<string | undefined> {
  const linked = await selectIdentity(transaction, provided);
  if (linked === undefined) return undefined;
  await lockWaysIn(transaction, linked);
  return selectIdentity(transaction, provided);
}

/**
 * Finds whoever signs in, or makes them; an identity that is new is connected with them. Sign-ins of one
 * identity wait for each other until the transaction ends. Where it throws, the transaction must be undone.
 * @throws SignOnRefused with what the page tells
 */
export async function findPersonOf(
  transaction: TransactionSql,
  settings: SignOnSettings,
  provided: ProvidedPerson,
  coming: Coming,
): Promise<PersonRow> {
  const { signedInAs } = coming;
  checkAllowed(settings, provided);
  await lockIdentity(transaction, provided);
  const linked = await lockLinked(transaction, provided);
  if (linked !== undefined && signedInAs !== null && linked !== signedInAs) {
    throw new SignOnRefused("linked", "this identity is linked to somebody else here");
  }
  if (linked === undefined && signedInAs !== null) {
    await checkLink(transaction, settings, provided, signedInAs);
  }
  const userId = linked ?? signedInAs ?? (await findOrMake(transaction, settings, provided, coming));
  if (linked === undefined) await insertIdentity(transaction, { ...provided, userId });
  const person = await selectPerson(transaction, userId);
  if (person === undefined) throw new SignOnRefused("failed", `${userId} has gone meanwhile`);
  if (person.is_blocked) throw new SignOnRefused("blocked", `${person.email} is blocked`);
  return person;
}
