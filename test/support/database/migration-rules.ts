// The rules for migrations after the first release of a schema: two versions of the code run side by side during an
// upgrade, so that a migration may only add, and holds nobody up. What counts as additive is listed here; everything
// else needs `-- needs: N` in its head, or does not go in at all.
import type { Migration } from "../../../shared/db/schema/list-migrations.ts";
import { splitStatements } from "../../../shared/db/schema/split-statements.ts";

const NAME = "([a-z_][a-z_0-9]*)";

/** A column that older code need not fill in, and that does not make PostgreSQL write the table anew. */
function isHarmlessColumn(definition: string): boolean {
  const isRewriting = /\b(references|unique|primary key|check|generated)\b/.test(definition);
  const hasConstantDefault = /\bdefault\s+('[^']*'(::\w+(\[\])?)?|-?[\d.]+|true|false|now\(\))/.test(
    definition,
  );
  if (isRewriting || (/\bdefault\b/.test(definition) && !hasConstantDefault)) return false;
  return !/\bnot null\b/.test(definition) || hasConstantDefault;
}

/** The actions of an `alter table`, apart at the commas outside parentheses. */
function actionsOf(text: string): string[] {
  let depth = 0;
  const actions = [""];
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) actions.push("");
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => action.trim());
}

function isAdditiveAlteration(actions: string): boolean {
  return actionsOf(actions).every((action) => {
    const column = /^add column (?:if not exists )?[a-z_0-9]+ (.+)$/.exec(action);
    if (column !== null) return isHarmlessColumn(column[1] ?? "");
    return /^(set|reset) \(/.test(action) || /^alter column [a-z_0-9]+ set (statistics|\()/.test(action);
  });
}

/** Statements that older code does not notice, beside those about indexes and columns. */
const ADDITIVE: readonly RegExp[] = [
  /^create (unlogged )?table /,
  /^create (or replace )?(function|procedure) /,
  /^create (constraint )?trigger /,
  /^create (sequence|view|type|schema) /,
  /^comment on /,
  /^grant /,
  /^insert into .* on conflict .*do nothing/,
  /^select /,
];

function faultOf(
  statement: string,
  made: ReadonlySet<string>,
  { inTransaction }: Migration,
): string | undefined {
  const index = new RegExp(
    `^create (?:unique )?index (concurrently if not exists )?(?:${NAME} )?on (?:only )?${NAME}`,
  );
  const [isIndex, concurrently, , table = ""] = index.exec(statement) ?? [];
  if (isIndex !== undefined) {
    if (concurrently !== undefined) return inTransaction ? "is concurrent within a transaction" : undefined;
    return made.has(table) ? undefined : "locks a table in use: build it concurrently, if not exists";
  }
  const [, altered = "", actions = ""] =
    new RegExp(
      `^(?:alter table (?:only )?|revoke [a-z, ]+ on (?:function )?)${NAME}(?:\\([^)]*\\))? (.*)$`,
    ).exec(statement) ?? [];
  if (made.has(altered)) return undefined;
  if (actions !== "") return isAdditiveAlteration(actions) ? undefined : "changes what older code relies on";
  return ADDITIVE.some((pattern) => pattern.test(statement))
    ? undefined
    : "is not on the list of additive statements";
}

/** What breaks the rules in a migration, each with its statement; empty where nothing does. */
export function findFaults(migration: Migration): string[] {
  /** Tables and functions that are its own. */
  const made = new Set<string>();
  const faults: string[] = [];
  for (const original of splitStatements(migration.text)) {
    const statement = original.replace(/\s+/g, " ").toLowerCase();
    const creation = new RegExp(`^create (?:(?:unlogged )?table (?:if not exists )?|function )${NAME}`);
    const name = creation.exec(statement)?.[1];
    if (name !== undefined) made.add(name);
    const fault = faultOf(statement, made, migration);
    const isAboutIndexes = / index /.test(statement) && fault !== undefined && statement.startsWith("create");
    if (fault !== undefined && (migration.needs === 0 || isAboutIndexes)) {
      faults.push(`${migration.name}: ${statement.slice(0, 80)}: ${fault}`);
    }
  }
  return faults;
}
