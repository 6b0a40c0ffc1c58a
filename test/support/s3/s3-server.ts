// A real S3 server in memory: Ceph's gateway with one monitor and one store (`apt-get install radosgw ceph-mon ceph-osd`),
// for one test file or many. It is up in about a second, because its monitor does not gather changes, and ends with the
// process that started it, whatever happens to that.
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findLastingPort } from "../../../deploy/processes/free-port.ts";
import { passingFolder } from "../passing-folder.ts";
import { until } from "../until.ts";

const run = promisify(execFile);
const HOST = "127.0.0.1";
const PROGRAMS = ["ceph", "ceph-mon", "ceph-osd", "ceph-authtool", "monmaptool", "radosgw", "radosgw-admin"];
const MISSING = PROGRAMS.find((program) => !existsSync(join("/usr/bin", program)));
/** Bytes of all objects together; they lie in the store's memory. */
const STORE_BYTES = String(2 ** 31);
/** Of placement: one for each of the pools, which hold little. */
const GROUPS = "1";

/** For a test's `skip` option. */
export const NO_S3_SERVER =
  MISSING === undefined
    ? false
    : `there is no ${MISSING} on this machine: apt-get install radosgw ceph-mon ceph-osd`;

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Server extends AccessKey {
  readonly url: string;
  readonly port: number;
  /** A name under which buckets are hosts: `http://BUCKET.<host>:<port>`. */
  readonly hostname: string;
  /** Gives the user a further pair of keys. */
  addKey(key: AccessKey): Promise<void>;
  /** Makes a user who may do nothing to the buckets of others. */
  addUser(name: string, key: AccessKey): Promise<void>;
  removeKey(accessKeyId: string): Promise<void>;
  stop(): Promise<void>;
}

function configuration(folder: string, fsid: string, ports: { mon: number; gateway: number }): string {
  return `[global]
fsid = ${fsid}
mon host = [v2:${HOST}:${ports.mon}/0]
run dir = ${folder}
keyring = ${folder}/keyring
log file = ${folder}/$name.log
admin socket =
pid file =
crash dir = ${folder}
debug ms = 0
debug rgw = 1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = ${GROUPS}
osd pool default pgp num = ${GROUPS}
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
mon data avail warn = 1
paxos propose interval = 0.01
paxos min wait = 0.005
mon tick interval = 1
[mon.a]
mon data = ${folder}/mon
[osd]
osd objectstore = memstore
memstore device bytes = ${STORE_BYTES}
osd data = ${folder}/osd
public addr = ${HOST}
cluster addr = ${HOST}
[client.rgw.a]
rgw frontends = beast endpoint=${HOST}:${ports.gateway}
rgw dns name = s3.localhost
`;
}

/** Everybody may do everything: the machine is the boundary. */
async function writeKeyring(path: string): Promise<void> {
  const allow = ["--cap", "mon", "allow *", "--cap", "osd", "allow *", "--cap", "mgr", "allow *"];
  await run("ceph-authtool", [
    "--create-keyring",
    path,
    "--gen-key",
    "-n",
    "mon.",
    "--cap",
    "mon",
    "allow *",
  ]);
  for (const name of ["client.admin", "client.rgw.a", "osd.0"]) {
    await run("ceph-authtool", [path, "--gen-key", "-n", name, ...allow]);
  }
}

const canEndWithParent = ((): boolean => {
  try {
    execFileSync("setpriv", ["--pdeathsig", "KILL", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

function startProgram(folder: string, program: string, args: readonly string[]): ChildProcess {
  const [file, all] = canEndWithParent
    ? ["setpriv", ["--pdeathsig", "KILL", program, ...args]]
    : [program, args];
  const child = spawn(file, all, { stdio: ["ignore", "pipe", "pipe"] });
  const log = createWriteStream(join(folder, `${program}.out`));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  return child;
}

async function stopAll(children: readonly ChildProcess[], folder: string): Promise<void> {
  for (const child of children) child.kill("SIGKILL");
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  await Promise.all(running.map((child) => once(child, "exit")));
  await rm(folder, { recursive: true, force: true });
}

async function isListening(url: string): Promise<boolean> {
  return await fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Starts one; the caller stops it. @throws with what the gateway said last */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(await passingFolder(), "clipmill-s3-"));
  const [mon, gateway] = [await findLastingPort(HOST), await findLastingPort(HOST)];
  const fsid = randomUUID();
  const path = (name: string): string => join(folder, name);
  const config = ["--no-mon-config", "-c", path("ceph.conf")];
  const children: ChildProcess[] = [];
  try {
    await mkdir(path("mon"));
    await mkdir(path("osd"));
    await writeFile(path("ceph.conf"), configuration(folder, fsid, { mon, gateway }));
    await writeKeyring(path("keyring"));
    const map = ["--create", "--fsid", fsid, "--addv", "a", `[v2:${HOST}:${mon}]`, path("monmap")];
    await run("monmaptool", map);
    const making = ["--mkfs", "-i", "a", "--monmap", path("monmap"), "--keyring", path("keyring")];
    await run("ceph-mon", [...config, ...making]);
    children.push(startProgram(folder, "ceph-mon", [...config, "-i", "a", "-f"]));
    const store = randomUUID();
    await run("ceph", ["-c", path("ceph.conf"), "osd", "new", store]);
    await run("ceph-osd", [...config, "-i", "0", "--mkfs", "--osd-uuid", store]);
    children.push(startProgram(folder, "ceph-osd", [...config, "-i", "0", "-f"]));
    children.push(startProgram(folder, "radosgw", [...config, "-n", "client.rgw.a", "-f"]));
    const url = `http://${HOST}:${gateway}`;
    await until("the S3 server", () => isListening(url), 60_000);
    const adminOf = async (user: string, ...args: string[]): Promise<void> => {
      await run("radosgw-admin", [...config, ...args, `--uid=${user}`]);
    };
    const admin = (...args: string[]): Promise<void> => adminOf("test", ...args);
    const key = {
      accessKeyId: "TESTACCESSKEY0000001",
      secretAccessKey: "test+secret/of/forty/characters+++++++01",
    };
    const keyOptions = (each: AccessKey): string[] => [
      `--access-key=${each.accessKeyId}`,
      `--secret-key=${each.secretAccessKey}`,
    ];
    await admin("user", "create", "--display-name=test", ...keyOptions(key));
    return {
      ...key,
      url,
      port: gateway,
      hostname: "s3.localhost",
      addKey: (each) => admin("key", "create", "--key-type=s3", ...keyOptions(each)),
      addUser: (name, each) => adminOf(name, "user", "create", `--display-name=${name}`, ...keyOptions(each)),
      removeKey: (accessKeyId) => admin("key", "rm", "--key-type=s3", `--access-key=${accessKeyId}`),
      stop: () => stopAll(children, folder),
    };
  } catch (error) {
    const said = await readFile(path("client.rgw.a.log"), "utf8").catch(() => "");
    await stopAll(children, folder);
    throw new Error(`The S3 server did not start. ${said.slice(-1_000)}`, { cause: error });
  }
}
