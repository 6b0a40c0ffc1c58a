// The first operator: whom the settings name, or whoever opens the link that a start without an operator logs. Done once
// the address is known; several control planes that start at once take turns, and each has a link of its own.
import { hostname } from "node:os";
import type { Sql, TransactionSql } from "../shared/db/connect.ts";
import { hasErrorCode } from "../shared/errors.ts";
import type { Logger } from "../shared/logger.ts";
import type { ConsoleSettings } from "./accounts/people/console-settings.ts";
import type { PasswordHasher } from "./accounts/people/password-hash.ts";
import { ensureNamedOperator, makeFirstLink, type NewOperator } from "./accounts/people/set-up-operator.ts";
import { insertAction } from "./db/operator-actions.ts";
import { hasOperator } from "./db/people/operators.ts";
import type { PublicAddress } from "./http/public-address.ts";

export interface FirstOperatorOptions {
  readonly sql: Sql;
  readonly hasher: PasswordHasher;
  readonly settings: ConsoleSettings;
  readonly publicAddress: Pick<PublicAddress, "publicUrl">;
  readonly logger: Logger;
}

/** Sees to it that somebody can operate this appliance. @throws what the database throws */
export async function ensureFirstOperator(options: FirstOperatorOptions): Promise<void> {
  const { sql, hasher, settings, publicAddress, logger } = options;
  if (await hasOperator(sql)) return;
  const { firstOperator } = settings;
  if (firstOperator === null) {
    const link = await sql.begin((transaction) => makeFirstLink(transaction, hostname()));
    if (link === undefined) return;
    const { path, expiresAt } = link;
    logger.warn(
      { setupUrl: `${publicAddress.publicUrl}${path}`, expiresAt },
      "this appliance has no operator yet: whoever opens setupUrl first becomes one",
    );
    return;
  }
  const make = (): Promise<NewOperator | undefined> =>
    sql.begin(async (transaction) => {
      const made = await ensureNamedOperator(transaction, hasher, firstOperator);
      if (made !== undefined) await noteMade(transaction, made);
      return made;
    });
  // Whoever asked for an account with this address meanwhile is found the second time.
  const made = await make().catch((error: unknown) => {
    if (hasErrorCode(error, "UNAVAILABLE")) return make();
    throw error;
  });
  if (made !== undefined) logger.info({ email: made.email }, "made the operator whom the settings name");
}

function noteMade(transaction: TransactionSql, { id, email }: NewOperator): Promise<void> {
  return insertAction(transaction, {
    operator: `CLIPMILL_ADMIN_EMAIL at ${hostname()}`,
    via: "command",
    origin: "local",
    action: "operator add",
    target: id,
    accountId: null,
    details: { email, by: "settings" },
  });
}
