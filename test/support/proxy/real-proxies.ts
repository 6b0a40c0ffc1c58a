// Real proxies with the examples that operators get, of which only addresses, ports and certificate are put in.
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { findLastingPort } from "../../../deploy/processes/free-port.ts";
import { isRoot } from "../../../shared/process/service-user.ts";
import { cleanUp } from "../clean-up.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { testCertificate, writeCertificate } from "../tls/test-certificate.ts";
import { until } from "../until.ts";

const HOST = "127.0.0.1";

export interface RealProxy {
  /** Speaks HTTPS on 127.0.0.1. */
  readonly port: number;
  /** What it writes to disk, if anything. */
  readonly folder: string;
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly plainPort: number;
  readonly certFile: string;
  readonly keyFile: string;
  /** Hosts and ports. */
  readonly upstreams: readonly string[];
}

interface Kind {
  readonly program: string;
  readonly example: string;
  /** What stands in the example, and what it becomes. */
  fill(place: Place): Readonly<Record<string, string>>;
  /** Writes what else it needs; returns its arguments. */
  prepare(place: Place, configuration: string): Promise<string[]>;
}

const NGINX: Kind = {
  program: "/usr/sbin/nginx",
  example: "deploy/proxy/nginx.conf",
  fill: ({ port, plainPort, certFile, keyFile, upstreams }) => ({
    "server control-plane:8080;": upstreams.map((upstream) => `server ${upstream};`).join("\n"),
    "listen 80;": `listen ${HOST}:${plainPort};`,
    "listen 443 ssl;": `listen ${HOST}:${port} ssl;`,
    "/etc/nginx/tls/fullchain.pem": certFile,
    "/etc/nginx/tls/privkey.pem": keyFile,
  }),
  prepare: async ({ folder }, configuration) => {
    const buffers = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    for (const name of buffers) await mkdir(join(folder, name));
    await writeFile(join(folder, "clipmill.conf"), configuration);
    const main = [
      ...(isRoot() ? ["user root;"] : []),
      "daemon off;",
      "worker_processes 1;",
      `pid ${folder}/nginx.pid;`,
      `error_log ${folder}/error.log;`,
      "events {}",
      "http {",
      "access_log off;",
      ...buffers.map((name) => `${name}_temp_path ${folder}/${name};`),
      `include ${folder}/clipmill.conf;`,
      "}",
    ];
    await writeFile(join(folder, "nginx.conf"), main.join("\n"));
    return ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", join(folder, "error.log")];
  },
};

const CADDY: Kind = {
  program: "/usr/bin/caddy",
  example: "deploy/proxy/Caddyfile",
  fill: ({ port, certFile, keyFile, upstreams }) => ({
    "clips.example.com {": `https://${HOST}:${port} {\n\tbind ${HOST}\n\ttls ${certFile} ${keyFile}`,
    "reverse_proxy control-plane:8080": `reverse_proxy ${upstreams.join(" ")}`,
  }),
  prepare: async ({ folder, plainPort }, configuration) => {
    const file = join(folder, "Caddyfile");
    const own = `{\n\tadmin off\n\tauto_https disable_redirects\n\thttp_port ${plainPort}\n}\n`;
    await writeFile(file, own + configuration);
    return ["run", "--adapter", "caddyfile", "--config", file];
  },
};

export const PROXIES = { nginx: NGINX, Caddy: CADDY } as const;

/** For a test's `skip` option. */
export function missing({ program }: Kind): string | false {
  try {
    execFileSync(program, [program.endsWith("nginx") ? "-v" : "version"], { stdio: "ignore" });
    return false;
  } catch {
    return `there is no ${program} on this machine`;
  }
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, HOST);
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    probe.once("error", () => resolve(false));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Starts one before control planes, for as long as the test takes. */
export async function startProxy(
  t: TestContext,
  kind: Kind,
  ...upstreamUrls: readonly string[]
): Promise<RealProxy> {
  const folder = await temporaryFolder(t);
  const [port, plainPort] = [await findLastingPort(HOST), await findLastingPort(HOST)];
  const certificate = await writeCertificate(folder, await testCertificate());
  const upstreams = upstreamUrls.map((url) => new URL(url).host);
  const place = { folder, port, plainPort, ...certificate, upstreams };
  let configuration = await readFile(kind.example, "utf8");
  for (const [from, to] of Object.entries(kind.fill(place))) {
    assert.ok(configuration.includes(from), `${kind.example} has no "${from}" any more`);
    configuration = configuration.replace(from, to);
  }
  const args = await kind.prepare(place, configuration);
  const child = spawn(kind.program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => {
    said = (said + text.toString()).slice(-4_000);
  });
  cleanUp(t, () => end(child));
  await until("the proxy", () => {
    assert.equal(child.exitCode, null, said);
    return takesConnections(port);
  });
  return { port, folder };
}
