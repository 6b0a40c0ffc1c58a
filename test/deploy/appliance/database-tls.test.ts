// What planes and commands say of a PostgreSQL that does not speak TLS as its address asks, or whose certificate is not
// trusted: one line that names the setting and what to do.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { connectDatabase } from "../../../shared/db/connect.ts";
import { waitForDatabase } from "../../../shared/db/wait-for-database.ts";
import { createLogger } from "../../../shared/logger.ts";
import { runAdminHere } from "../../support/control-plane/admin.ts";
import { stoppablePostgres } from "../../support/database/stoppable-postgres.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { testCertificate } from "../../support/tls/test-certificate.ts";
import { until } from "../../support/until.ts";

const silent = createLogger("test", "silent");

/** Has a server speak TLS: it writes the files itself, since it may run as another user, who must own the key. */
async function turnTlsOn(databaseUrl: string): Promise<{ readonly cert: string }> {
  const { cert, private: key } = await testCertificate();
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  try {
    for (const [name, pem] of [
      ["server.crt", cert],
      ["server.key", key],
    ] as const) {
      const lines = pem.trim().split(/\r?\n/);
      await sql.unsafe(
        `copy (values ${lines.map((line) => `('${line}')`).join(", ")}) to program 'umask 077; cat > ${name}'`,
      );
    }
    await sql`alter system set ssl = on`;
    await sql`select pg_reload_conf()`;
    await until("TLS", async () => {
      const [row] = await sql`show ssl`;
      return row?.ssl === "on";
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
  return { cert };
}

/** What the start of a plane fails with, and what a command says of the same address. */
async function toldOf(t: TestContext, databaseUrl: string): Promise<{ plane: Error; command: string }> {
  const plane = await waitForDatabase({ databaseUrl, databaseSessionUrl: null }, silent, 0).then(
    () => assert.fail("the database was reached"),
    (error: Error) => error,
  );
  const env = { CLIPMILL_DATABASE_URL: databaseUrl, CLIPMILL_DATA_DIR: await temporaryFolder(t) };
  const { code, stdout, stderr } = await runAdminHere(env, "account", "list");
  assert.deepEqual([code, stdout], [1, ""]);
  return { plane, command: stderr };
}

test("TLS that a real server lacks, or whose certificate is not trusted, is told of in one line that says what to do", async (t) => {
  const { databaseUrl } = await stoppablePostgres(t, async () => undefined);
  const { host } = new URL(databaseUrl);
  const without = await toldOf(t, `${databaseUrl}?sslmode=require`);
  const lacking = /does not speak TLS, which sslmode asks for: .*ssl = on.*sslmode=disable/;
  assert.equal(without.plane.name, "StartError");
  assert.match(without.plane.message, /^The database of CLIPMILL_DATABASE_URL cannot be used: /);
  assert.match(without.plane.message, lacking);
  assert.match(without.command, new RegExp(`^The database at ${host} .*; see CLIPMILL_DATABASE_URL\\.\n$`));
  assert.match(without.command, lacking);

  const { cert } = await turnTlsOn(databaseUrl);
  const unknown = await toldOf(t, `${databaseUrl}?sslmode=verify-full`);
  const untrusted = /certificate is not trusted \(self-signed certificate\).*sslrootcert.*sslmode=require/;
  assert.equal(unknown.plane.name, "StartError");
  assert.match(unknown.plane.message, untrusted);
  assert.match(unknown.command, /^The database at .*\n$/);
  assert.match(unknown.command, untrusted);

  const path = join(await temporaryFolder(t), "ca.crt");
  await writeFile(path, cert);
  const trusted = `${databaseUrl}?sslmode=verify-full&sslrootcert=${path}`;
  await waitForDatabase({ databaseUrl: trusted, databaseSessionUrl: null }, silent, 0);

  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  await sql.unsafe("copy (values ('hostssl all all all scram-sha-256')) to program 'cat > pg_hba.conf'");
  await sql`select pg_reload_conf()`;
  await sql.end({ timeout: 1 });
  const plain = await until("plain connections to be refused", () =>
    toldOf(t, databaseUrl).catch(() => false as const),
  );
  assert.equal(plain.plane.name, "StartError");
  assert.match(
    plain.plane.message,
    /^The database of CLIPMILL_DATABASE_URL does not let this login in: .*no encryption/,
  );
  assert.match(plain.command, /^The database at .*no encryption.*\n$/);
});
