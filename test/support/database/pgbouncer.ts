// A real PgBouncer in transaction mode before the tests' database, where the machine has one (`apt-get install
// pgbouncer`). It refuses to run as root, so that it runs as nobody there.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { findLastingPort } from "../../../deploy/processes/free-port.ts";
import { findUser } from "../../../shared/process/os-user.ts";
import { isRoot } from "../../../shared/process/service-user.ts";
import { cleanUp } from "../clean-up.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";

const HOST = "127.0.0.1";

interface Installed {
  readonly program: string;
  /** Whether it follows prepared statements, as it does since 1.21. */
  readonly followsStatements: boolean;
}

function findPgBouncer(): Installed | undefined {
  for (const program of ["pgbouncer", "/usr/sbin/pgbouncer"]) {
    try {
      const [, major, minor] =
        /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ["--version"], { encoding: "utf8" })) ?? [];
      if (major !== undefined)
        return { program, followsStatements: Number(major) > 1 || Number(minor) >= 21 };
    } catch {
      // Not there.
    }
  }
  return undefined;
}

const INSTALLED = findPgBouncer();

/** For a test's `skip` option. */
export const NO_PGBOUNCER = INSTALLED === undefined ? "there is no pgbouncer on this machine" : false;

export interface PgBouncerOptions {
  /** Each with its login, which PgBouncer must know. */
  readonly databaseUrls: readonly string[];
  /** Of each login in each database. */
  readonly poolSize: number;
  /** What it runs on each new connection; nothing where not given. */
  readonly connectQuery?: string;
  /** False leaves prepared statements to the server, which is wrong for us. */
  readonly followsStatements?: boolean;
}

export interface PgBouncer {
  /** The same database through the pooler. */
  through(databaseUrl: string): string;
}

function configuration(
  { databaseUrls, poolSize, connectQuery, followsStatements }: PgBouncerOptions,
  files: { readonly logins: string; readonly log: string; readonly port: number },
): string {
  const server = new URL(databaseUrls[0] ?? "");
  return [
    "[databases]",
    `* = host=${server.hostname} port=${server.port}${connectQuery === undefined ? "" : ` connect_query='${connectQuery}'`}`,
    "[pgbouncer]",
    `listen_addr = ${HOST}`,
    `listen_port = ${files.port}`,
    "unix_socket_dir =",
    `logfile = ${files.log}`,
    "auth_type = scram-sha-256",
    `auth_file = ${files.logins}`,
    "pool_mode = transaction",
    `default_pool_size = ${poolSize}`,
    "max_client_conn = 500",
    ...(INSTALLED?.followsStatements ? [`max_prepared_statements = ${followsStatements ? 200 : 0}`] : []),
  ].join("\n");
}

function loginLine(databaseUrl: string): string {
  const { username, password } = new URL(databaseUrl);
  return `"${username}" "${password}"`;
}

/** Starts it; it ends with the test. */
export async function startPgBouncer(t: TestContext, options: PgBouncerOptions): Promise<PgBouncer> {
  const { program = "pgbouncer", followsStatements: canFollow = false } = INSTALLED ?? {};
  const { followsStatements = true } = options;
  const folder = await temporaryFolder(t);
  const [settings, logins, log] = ["pgbouncer.ini", "logins.txt", "pgbouncer.log"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const port = await findLastingPort(HOST);
  await writeFile(logins, options.databaseUrls.map(loginLine).join("\n"), { mode: 0o600 });
  await writeFile(settings, configuration({ ...options, followsStatements }, { logins, log, port }), {
    mode: 0o600,
  });
  await writeFile(log, "");
  const nobody = isRoot() ? findUser("nobody") : undefined;
  if (nobody !== undefined)
    for (const file of [settings, logins, log]) await chown(file, nobody.uid, nobody.gid);
  const child = spawn(program, ["-q", settings], {
    stdio: "ignore",
    ...(nobody === undefined ? {} : { uid: nobody.uid, gid: nobody.gid }),
  });
  const exited = once(child, "exit");
  cleanUp(t, async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const answers = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, HOST);
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  await until("PgBouncer to listen", answers);
  return {
    through: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.host = `${HOST}:${port}`;
      if (!canFollow && followsStatements) url.searchParams.set("prepare", "false");
      return url.href;
    },
  };
}
