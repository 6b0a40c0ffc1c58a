// Secrets of second factors through a rotation of the appliance's secret.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { FactorCipher } from "../../../../control-plane/accounts/second-factor/factor-cipher.ts";
import { resealFactors } from "../../../../control-plane/accounts/second-factor/reseal-factors.ts";
import { newTotpSecret } from "../../../../control-plane/accounts/second-factor/totp.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { keptLog } from "../../../support/kept-log.ts";

const OLD = "an old secret of thirty-two characters";
const NEW = "a new secret of thirty-two characters.";

/** People with a second factor each, sealed by somebody. */
async function peopleWithFactors(t: TestContext, seal: (userId: string, secret: Buffer) => Buffer) {
  const { sql } = await accountDatabase(t, "0");
  const secrets = new Map<string, Buffer>();
  for (let index = 0; index < 450; index += 1) secrets.set(`user_${index}`, newTotpSecret());
  const ids = [...secrets.keys()];
  const sealed = ids.map((id) => seal(id, secrets.get(id) ?? Buffer.alloc(0)).toString("hex"));
  await sql`insert into users (id, email) select id, id || '@example.com' from unnest(${ids}::text[]) as n (id)`;
  await sql`
    insert into second_factors (user_id, secret, confirmed_at)
    select id, decode(sealed, 'hex'), now() from unnest(${ids}::text[], ${sealed}::text[]) as n (id, sealed)`;
  return { sql, secrets };
}

async function countOpened(
  sql: Sql,
  cipher: FactorCipher,
  secrets: ReadonlyMap<string, Buffer>,
): Promise<number> {
  const rows = await sql<{ user_id: string; secret: Buffer }[]>`select user_id, secret from second_factors`;
  return rows.filter(({ user_id, secret }) => {
    const found = cipher.open(user_id, secret);
    return found !== undefined && secrets.get(user_id)?.equals(found);
  }).length;
}

test("after a start with a new secret in front, the old one can be taken away", async (t) => {
  const old = new FactorCipher([OLD]);
  const { sql, secrets } = await peopleWithFactors(t, (id, secret) => old.seal(id, secret));
  const { logger, lines } = keptLog();
  await resealFactors(sql, new FactorCipher([NEW, OLD]), logger);
  assert.equal(await countOpened(sql, new FactorCipher([NEW]), secrets), 450);
  assert.deepEqual(lines, []);
});

test("secrets that cannot be read stay as they are, and the log says how many", async (t) => {
  const old = new FactorCipher([OLD]);
  const { sql, secrets } = await peopleWithFactors(t, (id, secret) => old.seal(id, secret));
  const { logger, lines } = keptLog();
  await resealFactors(sql, new FactorCipher([NEW]), logger);
  assert.equal(await countOpened(sql, old, secrets), 450);
  assert.equal(lines.length, 1);
  assert.match(JSON.stringify(lines), /"unreadable":450/);
});
