// What has been applied to a database, compared with what this version of Clipmill brings. A database that is ahead is
// no reason to refuse, because migrations only add: an older process that restarts during an upgrade goes on, unless
// what was applied says that it needs newer code. To refuse every newer database was rejected: a replica that restarts
// in the middle of an upgrade would stay away until the upgrade is over.
import { StartError } from "../../process/start-error.ts";
import { isTableMissing } from "../classify-error.ts";
import type { Queryable } from "../connect.ts";
import type { Migration } from "./list-migrations.ts";

const UNDEFINED_COLUMN = "42703";

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly sha256: string;
  readonly needs: number;
  readonly isReady: boolean;
}

export interface SchemaComparison {
  /** Migrations of this version that the database has not got. */
  readonly missing: readonly Migration[];
  /** Of those that it has, the first one whose queue and privileges have not been brought up to date yet. */
  readonly unready: Migration | undefined;
  /** Whether the database has migrations that this version does not know. */
  readonly isAhead: boolean;
}

/** Makes the table of what was applied, where it is not there. */
export async function createMigrationTable(sql: Queryable): Promise<void> {
  await sql`
    create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      sha256 text not null,
      -- The migration that code must know to run beside this one; 0 where this one only adds.
      needs integer not null default 0,
      applied_at timestamptz not null default now(),
      -- When everything beside our tables, too, was as the code with this migration needs it: queue and privileges.
      ready_at timestamptz
    )`;
}

/** The statement that records a migration; it takes no parameters, so that it can follow the migration's own text. */
export function recordStatement({ version, name, sha256, needs, inTransaction }: Migration): string {
  return `insert into schema_migrations (version, name, sha256, needs, ready_at)
    values (${version}, '${name.replaceAll("'", "''")}', '${sha256}', ${needs}, ${inTransaction ? "null" : "now()"})`;
}

/** Notes that queue and privileges are as the code with these migrations needs them. */
export async function markReady(sql: Queryable, migrations: readonly Migration[]): Promise<void> {
  const versions = migrations.map(({ version }) => version);
  await sql`
    update schema_migrations set ready_at = now() where version = any (${versions}::integer[]) and ready_at is null`;
}

async function selectApplied(sql: Queryable): Promise<AppliedMigration[]> {
  const rows = sql<AppliedMigration[]>`
    select version, name, sha256, needs, ready_at is not null as "isReady" from schema_migrations order by version`;
  return rows.catch((error: { code?: string }) => {
    if (isTableMissing(error)) return [];
    if (error.code === UNDEFINED_COLUMN) throw new StartError(UNRELEASED);
    throw error;
  });
}

const UNRELEASED =
  "This database was made by a version of Clipmill from before its first release, which cannot be upgraded: start with an empty one, or with the version that made it.";

/** The schema itself, before anything was released: migrations after it only add. */
export const LAST_OF_SCHEMA = 11;

/** Why a migration that was applied is not this version's. */
function describeOther({ version, name }: AppliedMigration, own: string): string {
  if (name === own) return `Migration ${name} changed after it was applied.`;
  if (version <= LAST_OF_SCHEMA) return UNRELEASED;
  return `The database has migration ${name} where this version of Clipmill has ${own}: another version made it, which is neither older nor newer than this one. Start that one.`;
}

/**
 * Compares the database with these migrations.
 * @throws StartError where one of them was changed after it was applied, where others were applied before the first
 * release, or where the database needs newer code
 */
export async function compareSchema(
  sql: Queryable,
  migrations: readonly Migration[],
): Promise<SchemaComparison> {
  const known = migrations.at(-1)?.version ?? 0;
  const applied = await selectApplied(sql);
  const byVersion = new Map(applied.map((row) => [row.version, row]));
  for (const { name, needs } of applied) {
    if (needs <= known) continue;
    throw new StartError(
      `This version of Clipmill is too old for the database: it knows the migrations up to ${known}, and ${name}, which a newer version applied, needs code that knows migration ${needs}. Start the newer version, or restore the backup from before the upgrade.`,
    );
  }
  for (const { version, name, sha256 } of migrations) {
    const row = byVersion.get(version);
    if (row === undefined || row.sha256 === sha256) continue;
    throw new StartError(describeOther(row, name));
  }
  return {
    missing: migrations.filter(({ version }) => !byVersion.has(version)),
    unready: migrations.find(({ version }) => byVersion.get(version)?.isReady === false),
    isAhead: applied.some(({ version }) => version > known),
  };
}
