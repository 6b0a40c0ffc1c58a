import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type PostgresRun, runPostgres } from "../../../deploy/postgres/postgres-process.ts";
import { keptLog } from "../../support/kept-log.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const START_TIMEOUT_MS = 300;
/** Writes the pid file as a postmaster does. */
const SAY = `say() { printf '%s\\n%s\\n1\\n1\\n\\n\\n\\n%s\\n' $$ "$2" "$1" > "$2/postmaster.pid"; }`;

/** A run of a shell script in the place of PostgreSQL's binary; the cluster's folder is its second argument. */
async function runOf(t: TestContext, script: string): Promise<PostgresRun & ReturnType<typeof keptLog>> {
  const folder = await temporaryFolder(t);
  const postgres = join(folder, "postgres");
  await writeFile(postgres, `#!/bin/sh\n${SAY}\n${script}\n`, { mode: 0o755 });
  return {
    binaries: { packageDir: folder, version: "18", initdb: postgres, postgres },
    place: { folder, clusterDir: folder, user: undefined },
    port: 1,
    settings: {},
    signal: new AbortController().signal,
    startTimeoutMs: START_TIMEOUT_MS,
    ...keptLog(),
  };
}

test("a database that recovers from a crash for longer than a start may take is waited for", async (t) => {
  const run = await runOf(t, `say starting "$2"; sleep 1; say ready "$2"; exec sleep 60`);
  const running = await runPostgres(run);
  t.after(() => running.stop());
  assert.match(await readFile(join(run.place.clusterDir, "postmaster.pid"), "utf8"), /ready/);
  assert.match(run.lines[0]?.msg ?? "", /^PostgreSQL still starts/);
});

test("a database that gives no sign of life is given up", async (t) => {
  await assert.rejects(runPostgres(await runOf(t, "exec sleep 60")), {
    message: "PostgreSQL did not start in time.",
  });
});
