// Accounts as operators see them, and what changes them: whoever acts for an operator goes through operators/account-work,
// which writes each change into the audit log. Grants are in billing.
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { newId } from "../../shared/ids.ts";
import { ACCOUNT_REQUEST_LIMITS } from "../../shared/limits/people.ts";
import { DISPATCH_LIMITS } from "../../shared/limits/queue.ts";
import { GIB } from "../../shared/limits/units.ts";
import { type Pagination, paginate } from "../../shared/pagination.ts";
import type { OperatorAccountView } from "../console/api-types/operator-accounts.ts";
import {
  type AccountFilter,
  type AccountRow,
  approveAccount,
  countAccountsOf,
  insertAccount,
  selectAccount,
  selectAccountForUpdate,
  selectAccountOfUser,
  selectAccounts,
  setOwnerBlocked,
  setShare,
  setTerms,
  setUploadQuota,
  upsertUser,
} from "../db/accounts.ts";
import { selectPerson } from "../db/people/people.ts";
import { deleteSessionsOfOwner } from "../db/people/sessions.ts";

function viewAccount(row: AccountRow): OperatorAccountView {
  const moodsGranted = Number(row.moods_granted);
  const moodsUsed = Number(row.moods_used);
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    state: row.state,
    blocked: row.blocked_at !== null,
    totp: row.has_second_factor,
    operator: row.is_operator,
    signOnAlone: row.is_without_password,
    priceMultiplier: Number(row.price_multiplier),
    moodsGranted,
    moodsUsed,
    moodsBalance: Number((moodsGranted - moodsUsed).toFixed(4)),
    uploadQuotaGb: row.upload_quota_bytes === null ? null : Number(row.upload_quota_bytes) / GIB,
    shareWeight: Number(row.share_weight),
    maxRunningJobs: row.max_running_jobs,
    perMinute: row.per_minute,
    perDay: row.per_day,
    createdAt: row.created_at.toISOString(),
  };
}

function viewFound(row: AccountRow | undefined, accountId: string): OperatorAccountView {
  if (row === undefined) throw new AppError("NOT_FOUND", `There is no account ${accountId}.`);
  return viewAccount(row);
}

/** Reads an account. @throws AppError NOT_FOUND */
export async function readAccount(sql: Queryable, accountId: string): Promise<OperatorAccountView> {
  return viewFound(await selectAccount(sql, accountId), accountId);
}

/** The same, and has whoever else changes it wait until the transaction ends. @throws AppError NOT_FOUND */
export async function lockAccount(sql: Queryable, accountId: string): Promise<OperatorAccountView> {
  return viewFound(await selectAccountForUpdate(sql, accountId), accountId);
}

/** A page of accounts, the newest first. */
export async function listAccounts(
  sql: Queryable,
  filter: AccountFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ items: OperatorAccountView[]; pagination: Pagination }> {
  const total = await countAccountsOf(sql, filter);
  const rows = await selectAccounts(sql, filter, { limit, offset: (page - 1) * limit });
  return { items: rows.map(viewAccount), pagination: paginate(total, { page, limit }) };
}

/** Of ASCII alone: the database and this code do not agree on which other letters are one whatever their case. */
const EMAIL = /^[!-?A-~]+@[!-?A-~]+$/;

/** Whether it is an address that somebody here can have. */
export function isEmail(text: string): boolean {
  return text.length <= ACCOUNT_REQUEST_LIMITS.emailLength && EMAIL.test(text);
}

/** @throws AppError INVALID_REQUEST */
export function checkEmail(email: string): void {
  const { emailLength } = ACCOUNT_REQUEST_LIMITS;
  if (isEmail(email)) return;
  throw new AppError("INVALID_REQUEST", `"${email.slice(0, emailLength)}" is not an e-mail address.`);
}

export interface NewAccount {
  readonly email: string;
  readonly approve: boolean;
  /** Whether the operator knows who signs in with this address. */
  readonly isKnown?: boolean;
}

/**
 * Any owner of an account can invite any address, and open the link themselves: whoever signs in with it may not be whom
 * the operator means. Operators are known.
 */
async function refuseUnknownPerson(sql: Queryable, userId: string): Promise<void> {
  const person = await selectPerson(sql, userId);
  if (person === undefined || person.password_hash === null || person.is_operator) return;
  const message = `${person.email} signs in here already, with a password that somebody may have set up for an address that is not theirs: make sure who that is, then give \`account create\` the option --known.`;
  throw new AppError("INVALID_REQUEST", message, { details: [{ path: "/email", message }] });
}

/**
 * Makes an account for the user with this address, who is made too where unknown. A second account for one address is
 * refused: it would have its own keys and balance, and whoever makes it by mistake would grant moods to the wrong one.
 * Call it inside a transaction. @throws AppError INVALID_REQUEST
 */
export async function createAccount(sql: Queryable, account: NewAccount): Promise<OperatorAccountView> {
  checkEmail(account.email);
  const id = newId("account");
  const user = await upsertUser(sql, { id: newId("user"), email: account.email });
  const existing = await selectAccountOfUser(sql, user.id);
  if (existing !== undefined) {
    throw new AppError("INVALID_REQUEST", `${user.email} has an account already: ${existing}.`);
  }
  if (account.isKnown !== true) await refuseUnknownPerson(sql, user.id);
  const state = account.approve ? "APPROVED" : "PENDING";
  await insertAccount(sql, { id, userId: user.id, state, name: null });
  return readAccount(sql, id);
}

/** Gives an account, which must be there, a quota of uploads of its own, in GiB; null for the appliance's. */
export async function changeUploadQuota(
  sql: Queryable,
  accountId: string,
  quotaGb: number | null,
): Promise<void> {
  await setUploadQuota(sql, accountId, quotaGb === null ? null : quotaGb * GIB);
}

/** What of an account's share of the places is to change; null for the usual, undefined where it stays. */
export interface ShareChange {
  readonly weight?: number | null | undefined;
  readonly runningJobs?: number | null | undefined;
}

/**
 * Changes an account's share of the media nodes' places. Call it inside a transaction.
 * @throws AppError NOT_FOUND, INVALID_REQUEST
 */
export async function changeShare(
  sql: Queryable,
  accountId: string,
  { weight, runningJobs }: ShareChange,
): Promise<void> {
  const { shareWeight, maxRunningJobs } = await lockAccount(sql, accountId);
  const next = {
    weight: weight === undefined ? shareWeight : (weight ?? DISPATCH_LIMITS.weight.default),
    runningJobs: runningJobs === undefined ? maxRunningJobs : runningJobs,
  };
  const { weight: weights, runningJobs: bounds } = DISPATCH_LIMITS;
  if (!(next.weight >= weights.min && next.weight <= weights.max)) {
    throw new AppError("INVALID_REQUEST", `The weight must be from ${weights.min} to ${weights.max}.`);
  }
  if (next.runningJobs !== null && !(next.runningJobs >= bounds.min && next.runningJobs <= bounds.max)) {
    throw new AppError("INVALID_REQUEST", `The running jobs must be from ${bounds.min} to ${bounds.max}.`);
  }
  await setShare(sql, accountId, next);
}

/** What of an account's terms is to change; null for the appliance's limits, undefined where it stays. */
export interface TermsChange {
  /** What its operations cost beside the list price: an exact decimal with up to four places. */
  readonly multiplier?: string | undefined;
  readonly perMinute?: number | null | undefined;
  readonly perDay?: number | null | undefined;
}

const MULTIPLIER = /^\d{1,6}(\.\d{1,4})?$/;

/**
 * Changes an account's price multiplier and the requests of its keys. Call it inside a transaction.
 * @throws AppError NOT_FOUND, INVALID_REQUEST
 */
export async function changeTerms(sql: Queryable, accountId: string, change: TermsChange): Promise<void> {
  const { priceMultiplier, perMinute, perDay } = await lockAccount(sql, accountId);
  const { multiplier = String(priceMultiplier) } = change;
  if (!MULTIPLIER.test(multiplier)) {
    throw new AppError(
      "INVALID_REQUEST",
      `"${multiplier}" is not a price multiplier: a number such as 0.8, with up to 4 decimals.`,
    );
  }
  await setTerms(sql, accountId, {
    multiplier,
    perMinute: change.perMinute === undefined ? perMinute : change.perMinute,
    perDay: change.perDay === undefined ? perDay : change.perDay,
  });
}

export type AccountAction = "approve" | "block" | "unblock";

/**
 * Approves an account, which must be there, or blocks or unblocks its owner, whose sessions end with a block. Call it inside
 * a transaction.
 */
export async function changeAccount(sql: Queryable, accountId: string, action: AccountAction): Promise<void> {
  if (action === "approve") await approveAccount(sql, accountId);
  else await setOwnerBlocked(sql, accountId, action === "block");
  if (action === "block") await deleteSessionsOfOwner(sql, accountId);
}
