// What a person's groups at the provider give them: to operate the appliance, and roles in accounts. At each sign-in it is
// given and taken away as the groups say; what somebody here gave by hand stays, and only they take it.
import type { TransactionSql } from "../../../shared/db/connect.ts";
import { MEMBER_LIMITS } from "../../../shared/limits/people.ts";
import { insertAction } from "../../db/operator-actions.ts";
import {
  isOperatorByGroups,
  selectAccountsByGroups,
  upsertMembershipByGroups,
} from "../../db/people/identities.ts";
import {
  deleteInvitationsBy,
  deleteMembership,
  lockPeopleOf,
  revokeKeysMadeBy,
} from "../../db/people/memberships.ts";
import { deleteSetupLinks } from "../../db/people/one-time-links.ts";
import { isOnlyOperator, lockFirstOperator, setOperator } from "../../db/people/operators.ts";
import type { PersonRow } from "../../db/people/people.ts";
import type { MemberRole } from "../../db/people/session-admission.ts";
import type { SignOnSettings } from "./sign-on-settings.ts";

export interface GroupMember {
  readonly person: Pick<PersonRow, "id" | "email" | "is_operator">;
  readonly groups: readonly string[];
  /** The network address of the sign-in. */
  readonly origin: string;
}

/** Whether these groups make somebody an operator. */
export function isOperatorGroup({ operatorGroups }: SignOnSettings, groups: readonly string[]): boolean {
  return operatorGroups.some((group) => groups.includes(group));
}

/** The roles that these groups give, by account; an owner's goes before a member's. */
export function rolesOf({ roles }: SignOnSettings, groups: readonly string[]): Map<string, MemberRole> {
  const found = new Map<string, MemberRole>();
  for (const { group, accountId, role } of roles) {
    if (!groups.includes(group)) continue;
    if (role === "owner" || !found.has(accountId)) found.set(accountId, role);
  }
  return found;
}

async function followOperatorGroups(
  transaction: TransactionSql,
  settings: SignOnSettings,
  { person, groups, origin }: GroupMember,
): Promise<void> {
  const isOne = isOperatorGroup(settings, groups);
  if (isOne === person.is_operator) return;
  // Who operates by hand goes on to.
  if (!isOne && !(await isOperatorByGroups(transaction, person.id))) return;
  await lockFirstOperator(transaction);
  // A provider that forgot its groups would leave nobody, and the appliance to whoever starts it next.
  if (!isOne && (await isOnlyOperator(transaction, person.id))) return;
  if (!(await setOperator(transaction, person.id, { isOperator: isOne, byGroups: true }))) return;
  // What the appliance gave out while it had no operator.
  if (isOne) await deleteSetupLinks(transaction);
  await insertAction(transaction, {
    operator: `${settings.name} (CLIPMILL_OIDC_OPERATOR_GROUPS)`,
    via: "console",
    origin,
    action: isOne ? "operator add" : "operator remove",
    target: person.id,
    accountId: null,
    details: { email: person.email, by: "groups" },
  });
}

/** Returns the accounts for which the person does not act although their groups say so: unknown ones, and full ones. */
async function followRoles(
  transaction: TransactionSql,
  settings: SignOnSettings,
  { person, groups }: GroupMember,
): Promise<string[]> {
  const roles = rolesOf(settings, groups);
  const former = await selectAccountsByGroups(transaction, person.id);
  const missing: string[] = [];
  // In one order always, so that two sign-ins never wait for each other crosswise.
  for (const accountId of [...new Set([...former, ...roles.keys()])].sort()) {
    await lockPeopleOf(transaction, accountId);
    const role = roles.get(accountId);
    if (role === undefined) {
      await deleteMembership(transaction, accountId, person.id);
      await deleteInvitationsBy(transaction, accountId, person.id);
      await revokeKeysMadeBy(transaction, accountId, person.id);
      continue;
    }
    const membership = { accountId, userId: person.id, role };
    if (!(await upsertMembershipByGroups(transaction, membership, MEMBER_LIMITS.ofAccount))) {
      missing.push(accountId);
    }
  }
  return missing;
}

/**
 * Gives and takes away what the person's groups say; what somebody here gave them stays. Part of the
 * transaction that signs them in.
 * @returns accounts of their groups for which they could not be made to act
 */
export async function followGroups(
  transaction: TransactionSql,
  settings: SignOnSettings,
  member: GroupMember,
): Promise<string[]> {
  await followOperatorGroups(transaction, settings, member);
  return followRoles(transaction, settings, member);
}
