// The role of media nodes in the database. What it may do stands in media-role.sql; here it is applied, and a node's
// own login is made. A node that is taken over by a hostile file can then neither grant moods nor make keys.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { errorCode } from "../../error-message.ts";
import type { Logger } from "../../logger.ts";
import { connectDatabase, type Queryable } from "../connect.ts";

const GRANTS = ["media-role.sql", "monitor-role.sql"].map((name) =>
  readFileSync(new URL(name, import.meta.url), "utf8"),
);
const MEDIA_ROLE = "clipmill_media";
/** insufficient_privilege, and undefined_object where the group could not be made either. */
const REFUSALS = ["42501", "42704"];

/**
 * Brings the privileges of this role, and of those who watch from outside, up to date with this version. Not for a
 * database that is ahead of it: nodes of the newer version need what their migrations came with, which is why a change of
 * privileges comes with a migration of its own. Does nothing in a database that our migrations did not make.
 */
export async function applyRoles(sql: Queryable, logger?: Logger): Promise<void> {
  const [found] = await sql<
    { isOurs: boolean }[]
  >`select to_regclass('public.tasks') is not null as "isOurs"`;
  if (!found?.isOurs) return;
  await sql.unsafe(`begin; ${GRANTS.join(";")}; commit`);
  const roles = await sql`select from pg_roles where rolname = ${MEDIA_ROLE}`;
  if (roles.length === 0) {
    logger?.warn(
      `this database's user may not create roles: create the role ${MEDIA_ROLE} by hand, or media nodes need the address of a role that may do everything`,
    );
  }
}

function loginOf(password: string): string {
  return `${MEDIA_ROLE}_${createHash("sha256").update(password).digest("hex").slice(0, 8)}`;
}

function isRefusal(error: unknown): boolean {
  return REFUSALS.includes(errorCode(error) ?? "");
}

/**
 * Makes the login of one appliance's media node, or brings its password up to date, and returns its address of the
 * database; undefined where this user may not make roles. The login is named after the password, so that two
 * appliances on one server do not change each other's.
 * @param password of hexadecimal digits
 */
export async function ensureMediaLogin(databaseUrl: string, password: string): Promise<string | undefined> {
  const login = loginOf(password);
  const sql = connectDatabase(databaseUrl, { applicationName: "clipmill roles", connections: 1 });
  try {
    const roles = await sql`select from pg_roles where rolname = ${login}`;
    // These statements take no parameters; what is put into them is made of letters, digits and underscores.
    if (roles.length === 0) await sql.unsafe(`create role ${login} login in role ${MEDIA_ROLE}`);
    await sql.unsafe(`alter role ${login} password '${password}'`);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
  const url = new URL(databaseUrl);
  url.username = login;
  url.password = password;
  return url.href;
}
