// Keys as an account's own people manage them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { revokeOwnKey } from "../../../control-plane/accounts/own-keys.ts";
import type { Session } from "../../../control-plane/accounts/people/session.ts";
import { AppError } from "../../../shared/errors.ts";
import { newId } from "../../../shared/ids.ts";
import { accountDatabase } from "../../support/database/account-database.ts";

test("a database that fails is no unknown key", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const session = { account: { id: account.id } } as Session;
  const revoked = sql.begin(async (transaction) => {
    // From here on it answers nothing, as one that is going away does.
    await transaction`select 1 / 0`.catch(() => undefined);
    return revokeOwnKey(transaction, session, newId("key"));
  });
  await assert.rejects(revoked, (error) => !(error instanceof AppError) || error.code !== "NOT_FOUND");
});
