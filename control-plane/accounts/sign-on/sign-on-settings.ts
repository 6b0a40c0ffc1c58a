// The settings of single sign-on by OpenID Connect: whose word is taken, for what, and what groups give.

import { isId } from "../../../shared/ids.ts";
import { SIGN_ON_LIMITS } from "../../../shared/limits/people.ts";
import { isLoopbackHost } from "../../../shared/network/listening-address.ts";
import {
  type Environment,
  readChoice,
  readList,
  readText,
  SettingError,
} from "../../../shared/process/environment.ts";
import type { MemberRole } from "../../db/people/session-admission.ts";

/** What the members of a group are to an account. */
export interface GroupRole {
  readonly group: string;
  readonly accountId: string;
  readonly role: MemberRole;
}

const CLIENT_AUTHS = ["auto", "post", "basic"] as const;

export interface SignOnSettings {
  /** As the provider writes it, with a slash at the end where it has one. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider takes the secret: in the body or a header; with `auto` as its document says. */
  readonly clientAuth: (typeof CLIENT_AUTHS)[number];
  /** What people know the provider by. */
  readonly name: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  readonly operatorGroups: readonly string[];
  readonly roles: readonly GroupRole[];
  /** Who may sign in: people of these groups, or with an address in these domains; everybody where both are empty. */
  readonly allowedGroups: readonly string[];
  /** In lower case. */
  readonly allowedDomains: readonly string[];
  /** Whether an address is believed of which the provider does not say that it verified it. */
  readonly trustsEmail: boolean;
  /** Whether an address alone leads to somebody who signs in here by other ways. */
  readonly linksByEmail: boolean;
}

const ISSUER = "CLIPMILL_OIDC_ISSUER";
const ROLES = "CLIPMILL_OIDC_ROLES";

function readRequired(env: Environment, variable: string): string {
  const text = readText(env, variable);
  if (text !== undefined) return text;
  throw new SettingError(variable, `must be set beside ${ISSUER}.`);
}

function checkIssuer(issuer: string): string {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackHost(url.hostname));
  if (isSafe && url.search === "" && url.hash === "" && url.username === "") return issuer;
  throw new SettingError(
    ISSUER,
    `must be the provider's https address as its discovery document has it, not "${issuer}"; http is for this machine alone.`,
  );
}

function readScopes(env: Environment): string {
  const variable = "CLIPMILL_OIDC_SCOPES";
  const scopes = (readText(env, variable) ?? "openid email profile").split(/[\s,]+/);
  if (scopes.includes("openid")) return scopes.join(" ");
  throw new SettingError(variable, "must list openid among the scopes.");
}

/** `GROUP=ACCOUNT:ROLE`; a group's name may have `=` and `:` in it, as those of directories do. */
function readRole(text: string): GroupRole {
  const [, group = "", accountId = "", role = ""] = /^(.+)=([^=:]+):([^=:]+)$/.exec(text) ?? [];
  if (isId("account", accountId) && (role === "owner" || role === "member")) {
    return { group: group.trim(), accountId, role };
  }
  throw new SettingError(
    ROLES,
    `must list GROUP=ACCOUNT:ROLE with an account's id and owner or member, such as editors=acct_…:member, not "${text}".`,
  );
}

function readRoles(env: Environment): GroupRole[] {
  const roles = readList(env, ROLES).map(readRole);
  const { roles: bound } = SIGN_ON_LIMITS;
  if (roles.length <= bound) return roles;
  throw new SettingError(ROLES, `must list at most ${bound} roles.`);
}

function readDomains(env: Environment): string[] {
  const variable = "CLIPMILL_OIDC_ALLOWED_DOMAINS";
  const domains = readList(env, variable).map((domain) => domain.toLowerCase());
  const wrong = domains.find((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain));
  if (wrong === undefined) return domains;
  throw new SettingError(variable, `must list domains such as example.com, not "${wrong}".`);
}

function readSwitch(env: Environment, variable: string): boolean {
  return readChoice(env, variable, ["on", "off"], "off") === "on";
}

/** Null where nobody signs in at a provider. @throws SettingError */
export function readSignOnSettings(env: Environment): SignOnSettings | null {
  const issuer = readText(env, ISSUER);
  if (issuer === undefined) {
    const other = Object.keys(env).find(
      (name) => /^CLIPMILL_OIDC_/.test(name) && readText(env, name) !== undefined,
    );
    if (other === undefined) return null;
    throw new SettingError(ISSUER, `must be set beside ${other}.`);
  }
  const name = readText(env, "CLIPMILL_OIDC_NAME") ?? "single sign-on";
  if (name.length > SIGN_ON_LIMITS.nameLength) {
    throw new SettingError(
      "CLIPMILL_OIDC_NAME",
      `must have at most ${SIGN_ON_LIMITS.nameLength} characters.`,
    );
  }
  return {
    issuer: checkIssuer(issuer),
    clientId: readRequired(env, "CLIPMILL_OIDC_CLIENT_ID"),
    clientSecret: readRequired(env, "CLIPMILL_OIDC_CLIENT_SECRET"),
    clientAuth: readChoice(env, "CLIPMILL_OIDC_CLIENT_AUTH", CLIENT_AUTHS, "auto"),
    name,
    scopes: readScopes(env),
    groupsClaim: readText(env, "CLIPMILL_OIDC_GROUPS_CLAIM") ?? "groups",
    operatorGroups: readList(env, "CLIPMILL_OIDC_OPERATOR_GROUPS"),
    roles: readRoles(env),
    allowedGroups: readList(env, "CLIPMILL_OIDC_ALLOWED_GROUPS"),
    allowedDomains: readDomains(env),
    trustsEmail: readSwitch(env, "CLIPMILL_OIDC_TRUST_EMAIL"),
    linksByEmail: readSwitch(env, "CLIPMILL_OIDC_LINK_BY_EMAIL"),
  };
}
