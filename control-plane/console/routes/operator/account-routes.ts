// Accounts for operators: the list, one with its ledger, keys and use, and what is done with them.
import { Type } from "typebox";
import type { Sql } from "../../../../shared/db/connect.ts";
import { AppError } from "../../../../shared/errors.ts";
import { ADMIN_LIMITS } from "../../../../shared/limits/admin.ts";
import { ACCOUNT_REQUEST_LIMITS } from "../../../../shared/limits/people.ts";
import { UsageQuery } from "../../../../shared/schemas/usage.ts";
import { compileQuery } from "../../../../shared/schemas/validate.ts";
import { listAccounts, readAccount } from "../../../accounts/manage-accounts.ts";
import { listKeys } from "../../../accounts/manage-keys.ts";
import type { Session } from "../../../accounts/people/session.ts";
import type { PasswordsFor } from "../../../accounts/people/sign-in.ts";
import { readEntries } from "../../../billing/ledger-page.ts";
import type { LedgerEntry } from "../../../db/ledger-archives.ts";
import type { Route } from "../../../http/route.ts";
import {
  adjustAccount,
  approveAccount,
  grantToAccount,
  makeAccount,
  setAccountBlock,
  setAccountQuota,
  setAccountShare,
  setAccountTerms,
} from "../../../operators/account-work.ts";
import { linkForOwnersPassword, removeOwnersFactor } from "../../../operators/person-work.ts";
import { reportUsage } from "../../../usage/report-usage.ts";
import { readUsageRange } from "../../../usage/usage-range.ts";
import type {
  OperatorAccountView,
  OperatorKeyView,
  OperatorLedgerEntryView,
  OperatorLedgerPageView,
  OperatorUsageView,
} from "../../api-types/operator-accounts.ts";
import { bodyOf } from "../console-bodies.ts";
import { changeRoute, listRoute, param, readRoute } from "./operator-route.ts";

export interface AccountRoutesOptions {
  readonly reads: Sql;
  readonly writes: Sql;
  readonly passwordsFor: PasswordsFor;
}

const ONE = "/accounts/:accountId";
const NOTE_LENGTH = 1_000;

/** A decimal as text, since the ledger is exact; what it may be is said by who takes it. */
const Decimal = Type.String({ minLength: 1, maxLength: 20 });
const OrDefault = (schema: ReturnType<typeof Type.Integer | typeof Type.Number>) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const Requests = OrDefault(Type.Integer({ minimum: 1, maximum: ADMIN_LIMITS.count }));

const NewAccountBody = bodyOf({
  email: Type.String({ minLength: 3, maxLength: ACCOUNT_REQUEST_LIMITS.emailLength }),
  approve: Type.Optional(Type.Boolean()),
  grant: Type.Optional(Decimal),
});
/** What the account had been granted when the form was filled: sent again, it is no second grant. */
const MoodsGranted = Type.Optional(Type.Number());
const GrantBody = bodyOf({ moods: Decimal, moodsGranted: MoodsGranted });
const ApprovalBody = bodyOf({ grant: Type.Optional(Decimal), moodsGranted: MoodsGranted });
const AdjustmentBody = bodyOf({
  moods: Decimal,
  moodsGranted: MoodsGranted,
  note: Type.String({ minLength: 1, maxLength: NOTE_LENGTH, pattern: "\\S" }),
});
const TermsBody = bodyOf({ multiplier: Type.Optional(Decimal), perMinute: Requests, perDay: Requests });
const ShareBody = bodyOf({ weight: OrDefault(Type.Number()), runningJobs: OrDefault(Type.Integer()) });
const QuotaBody = bodyOf({ quotaGb: Type.Union([Type.Integer(), Type.Null()]) });
const LedgerQuery = Type.Object({ before: Type.Optional(Type.String({ maxLength: 64 })) });

/** Lists and reads on `reads`; each change on `writes`, in one transaction with its line in the audit log. */
export function accountRoutes(options: AccountRoutesOptions): Route[] {
  return [
    ...readingRoutes(options),
    ...stateRoutes(options),
    ...wayInRoutes(options),
    ...moodRoutes(options),
    ...termRoutes(options),
  ];
}

function viewEntry(row: LedgerEntry): OperatorLedgerEntryView {
  return {
    id: row.id,
    kind: row.kind,
    moods: Number(row.moods),
    taskId: row.task_id,
    note: row.note,
    createdAt: row.created_at.toISOString(),
  };
}

async function readLedger(
  sql: Sql,
  accountId: string,
  before: string | null,
): Promise<OperatorLedgerPageView> {
  await readAccount(sql, accountId);
  const { entries, next } = await readEntries(sql, accountId, before);
  return { entries: entries.map(viewEntry), next };
}

function readingRoutes({ reads }: AccountRoutesOptions): Route[] {
  const parseLedger = compileQuery(LedgerQuery);
  const parseUsage = compileQuery(UsageQuery);
  const filters = {
    state: Type.Optional(Type.Enum(["pending", "approved"])),
    search: Type.Optional(Type.String({ maxLength: ACCOUNT_REQUEST_LIMITS.emailLength })),
  };
  return [
    listRoute<OperatorAccountView, typeof filters>(
      "/accounts",
      "Accounts listed",
      filters,
      ({ state, search = null }, page) => {
        const wanted = state === undefined ? null : state === "pending" ? "PENDING" : "APPROVED";
        return listAccounts(reads, { state: wanted, search }, page);
      },
    ),
    readRoute<OperatorAccountView>(ONE, "Account read", (call) =>
      readAccount(reads, param(call, "accountId")),
    ),
    listRoute<OperatorKeyView>(`${ONE}/keys`, "Keys listed", {}, (_filter, page, call) =>
      listKeys(reads, param(call, "accountId"), page),
    ),
    readRoute<OperatorLedgerPageView>(`${ONE}/ledger`, "Ledger read", (call) => {
      const { before = null } = parseLedger(call.query);
      return readLedger(reads, param(call, "accountId"), before);
    }),
    readRoute<OperatorUsageView>(`${ONE}/usage`, "Usage reported", async (call) => {
      const accountId = param(call, "accountId");
      await readAccount(reads, accountId);
      const { from, to } = readUsageRange(parseUsage(call.query), new Date());
      return reportUsage(reads, { accountId, from, to });
    }),
  ];
}

/** Nobody locks themselves out: a block ends all sessions of the account's owner. */
async function refuseOwn(sql: Sql, accountId: string, { user }: Session): Promise<void> {
  const { email } = await readAccount(sql, accountId);
  if (email.toLowerCase() !== user.email.toLowerCase()) return;
  throw new AppError("INVALID_REQUEST", "This account is your own: a block would sign you out for good.");
}

function stateRoutes({ reads, writes }: AccountRoutesOptions): Route[] {
  const change = (name: "block" | "unblock", message: string) =>
    changeRoute({
      writes,
      method: "POST",
      path: `${ONE}/${name}`,
      action: `account ${name}`,
      message,
      schema: null,
      work: ({ call }) => setAccountBlock(param(call, "accountId"), name),
      check: async ({ call, session }) => {
        if (name === "block") await refuseOwn(reads, param(call, "accountId"), session);
      },
    });
  return [
    changeRoute({
      writes,
      method: "POST",
      path: "/accounts",
      action: "account create",
      message: "Account made",
      schema: NewAccountBody,
      work: ({ body: { email, approve = false, grant = null } }) => makeAccount({ email, approve, grant }),
    }),
    changeRoute({
      writes,
      method: "POST",
      path: `${ONE}/approve`,
      action: "account approve",
      message: "Account approved",
      schema: ApprovalBody,
      work: ({ call, body }) => approveAccount(param(call, "accountId"), body),
    }),
    change("block", "Account blocked"),
    change("unblock", "Account unblocked"),
  ];
}

/** Ways in of the person to whom an account belongs. */
function wayInRoutes({ writes, passwordsFor }: AccountRoutesOptions): Route[] {
  return [
    changeRoute({
      writes,
      method: "POST",
      path: `${ONE}/remove-factor`,
      action: "person remove-factor",
      message: "The second factor is off",
      schema: null,
      work: ({ call, session }) => removeOwnersFactor(param(call, "accountId"), session.user.email),
    }),
    changeRoute({
      writes,
      method: "POST",
      path: `${ONE}/password-link`,
      action: "person reset",
      message: "Link made",
      schema: null,
      work: ({ call, session }) => linkForOwnersPassword(param(call, "accountId"), session.user.email),
      check: async () => {
        if (passwordsFor === "everybody") return;
        throw new AppError("INVALID_REQUEST", "People have no passwords here: they come by single sign-on.");
      },
    }),
  ];
}

function moodRoutes({ writes }: AccountRoutesOptions): Route[] {
  return [
    changeRoute({
      writes,
      method: "POST",
      path: `${ONE}/grants`,
      action: "account grant",
      message: "Moods granted",
      schema: GrantBody,
      work: ({ call, body }) => grantToAccount(param(call, "accountId"), body.moods, body.moodsGranted),
    }),
    changeRoute({
      writes,
      method: "POST",
      path: `${ONE}/adjustments`,
      action: "account adjust",
      message: "Balance adjusted",
      schema: AdjustmentBody,
      work: ({ call, body }) => adjustAccount(param(call, "accountId"), body),
    }),
  ];
}

function termRoutes({ writes }: AccountRoutesOptions): Route[] {
  return [
    changeRoute({
      writes,
      method: "PUT",
      path: `${ONE}/terms`,
      action: "account set",
      message: "Terms changed",
      schema: TermsBody,
      work: ({ call, body }) => setAccountTerms(param(call, "accountId"), body),
    }),
    changeRoute({
      writes,
      method: "PUT",
      path: `${ONE}/share`,
      action: "account share",
      message: "Share changed",
      schema: ShareBody,
      work: ({ call, body }) => setAccountShare(param(call, "accountId"), body),
    }),
    changeRoute({
      writes,
      method: "PUT",
      path: `${ONE}/quota`,
      action: "account quota",
      message: "Quota changed",
      schema: QuotaBody,
      work: ({ call, body }) => setAccountQuota(param(call, "accountId"), body.quotaGb),
    }),
  ];
}
