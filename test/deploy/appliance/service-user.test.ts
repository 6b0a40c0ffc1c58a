// An appliance that root starts: everything that meets strangers' bytes runs as another user, who cannot read what is
// not his. These tests need root, as containers and build machines have it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, chown, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { startAppliance } from "../../../deploy/appliance/appliance.ts";
import { findUser } from "../../../shared/process/os-user.ts";
import { findObstacle, handOver, reasonToStayRoot } from "../../../shared/process/service-user.ts";
import { listAccess, openToOthers } from "../../support/folder-access.ts";
import { keptLog } from "../../support/kept-log.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const RUN_AS = "the planes and the programs that read media run as";
const skip = process.getuid?.() === 0 && process.platform === "linux" ? false : "needs root on Linux";
const ROOT_ONLY = new Set(["secret", "media-password", "appliance.json", "postgres/password"]);

after(() => assertNoChildren());

interface ObservedUser {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
  /** The user of a child, and what that child could read. */
  readonly child: string;
  readonly seen: string;
  readonly secret: string;
}

async function runFakeAppliance(t: TestContext, dataDir: string, env: Record<string, string> = {}) {
  const log = join(await temporaryFolder(t), "planes.log");
  const { logger, lines: logged } = keptLog();
  await writeFile(log, "");
  await chmod(log, 0o666);
  const appliance = await startAppliance({
    logger,
    env: {
      PATH: process.env.PATH,
      CLIPMILL_DATA_DIR: dataDir,
      CLIPMILL_PORT: "0",
      CLIPMILL_MEDIA_PORT: "0",
      FAKE_LOG: log,
      FAKE_SHOW_USER: "1",
      ...env,
    },
    entryPoints: {
      controlPlane: new URL("../fixtures/fake-control-plane.ts", import.meta.url),
      mediaNode: new URL("../fixtures/fake-media-node.ts", import.meta.url),
    },
  });
  t.after(() => appliance.stop());
  const lines = (await readFile(log, "utf8")).split("\n");
  const seenBy = (plane: string): ObservedUser => {
    const line = lines.find((one) => one.startsWith(`${plane} user `)) ?? "";
    return JSON.parse(line.slice(`${plane} user `.length)) as ObservedUser;
  };
  const toldUser = (): unknown => logged.find(({ msg }) => msg === RUN_AS)?.user;
  return { appliance, seenBy, toldUser };
}

test("root's planes and PostgreSQL run as another user, whose programs cannot read their environment or the secret", {
  skip,
}, async (t) => {
  const dataDir = join(await temporaryFolder(t), "data");
  const { appliance, seenBy } = await runFakeAppliance(t, dataDir);
  const { uid } = await stat(dataDir);
  assert.notEqual(uid, 0);
  for (const plane of ["control-plane", "media-node"]) {
    const seen = seenBy(plane);
    assert.deepEqual([seen.uid, seen.child], [uid, String(uid)], plane);
    assert.ok(seen.gid !== 0 && !seen.groups.includes(0), "no group of root's is left");
    assert.deepEqual([seen.seen, seen.secret], ["", ""], "nothing can be read of the plane or of the secret");
  }
  const pidFile = await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8");
  assert.equal((await stat(`/proc/${Number(pidFile.split("\n")[0])}`)).uid, uid);
  assert.deepEqual(await openToOthers(dataDir), []);
  for (const entry of await listAccess(dataDir)) {
    assert.equal(entry.uid, ROOT_ONLY.has(entry.path) ? 0 : uid, entry.path);
  }
  await appliance.stop();
});

test("a process that is started as a user, instead of becoming it, can be read by that user", {
  skip,
}, () => {
  // What makes the way of dropping matter: the same look, at a process that the kernel lets it see.
  const user = findUser("nobody");
  assert.ok(user !== undefined);
  const { uid, gid } = user;
  const look = spawnSync("sh", ["-c", "cat /proc/$$/environ"], {
    uid,
    gid,
    env: { SECRET: "seen" },
    encoding: "utf8",
  });
  assert.match(look.stdout, /SECRET=seen/);
});

test("CLIPMILL_USER names the user, and root keeps everything where it says root", { skip }, async (t) => {
  const nobody = findUser("nobody");
  const dataDir = join(await temporaryFolder(t), "data");
  const { appliance, seenBy, toldUser } = await runFakeAppliance(t, dataDir, { CLIPMILL_USER: "nobody" });
  assert.equal(seenBy("media-node").uid, nobody?.uid);
  assert.equal(toldUser(), "nobody");
  await appliance.stop();
  const other = join(await temporaryFolder(t), "data");
  const kept = await runFakeAppliance(t, other, { CLIPMILL_USER: "root" });
  assert.equal(kept.seenBy("media-node").uid, 0);
  assert.equal(kept.toldUser(), undefined);
  await kept.appliance.stop();
});

test("a data folder that an ordinary user has begun stays his, and root works as him", {
  skip,
}, async (t) => {
  const dataDir = join(await temporaryFolder(t), "data");
  const owner = findUser("daemon");
  assert.ok(owner !== undefined);
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, owner.uid, owner.gid);
  const { appliance, seenBy, toldUser } = await runFakeAppliance(t, dataDir);
  assert.deepEqual([seenBy("media-node").uid, (await stat(dataDir)).uid], [owner.uid, owner.uid]);
  assert.equal(toldUser(), "daemon", "the user's further groups are found by the name");
  await appliance.stop();
});

test("an installation or a data folder that the user cannot reach is named, and refused where the user was asked for", {
  skip,
}, async (t) => {
  const user = findUser("nobody");
  assert.ok(user !== undefined);
  const home = await temporaryFolder(t);
  await chmod(home, 0o700);
  await writeFile(join(home, "main.ts"), "");
  assert.equal(
    findObstacle(user, "/tmp/new", [join(home, "main.ts")]),
    `the user nobody cannot read ${home}/main.ts`,
  );
  const obstacle = findObstacle(user, join(home, "deep/data"), []);
  assert.equal(obstacle, `the user nobody cannot enter ${home}`);
  assert.equal(findObstacle(user, "/tmp/new", []), undefined);
  assert.match(String(reasonToStayRoot({}, obstacle)), /cannot enter .*: move the installation/);
  assert.throws(() => reasonToStayRoot({ CLIPMILL_USER: "nobody" }, obstacle), { name: "SettingError" });
  assert.equal(reasonToStayRoot({}, undefined), undefined);
});

test("an appliance below root's own home works as root and keeps its database elsewhere", {
  skip,
}, async (t) => {
  const home = await temporaryFolder(t);
  await chmod(home, 0o700);
  const { appliance, seenBy } = await runFakeAppliance(t, join(home, "data"));
  assert.equal(seenBy("media-node").uid, 0);
  assert.notEqual((await stat(join(home, "data/postgres/cluster"))).uid, 0);
  await appliance.stop();
  spawnSync("rm", [
    "-rf",
    spawnSync("readlink", ["-f", join(home, "data/postgres")], { encoding: "utf8" }).stdout.trim(),
  ]);
});

test("what root has put into the data folder is handed over, and the secrets are not", {
  skip,
}, async (t) => {
  const user = findUser("nobody");
  assert.ok(user !== undefined);
  const dataDir = join(await temporaryFolder(t), "data");
  await mkdir(join(dataDir, "models/speech"), { recursive: true });
  await writeFile(join(dataDir, "models/speech/model.onnx"), "");
  for (const name of ["secret", "appliance.json.1-a"])
    await writeFile(join(dataDir, name), "", { mode: 0o600 });
  handOver([{ variable: "CLIPMILL_DATA_DIR", path: dataDir }], user);
  const owners = Object.fromEntries((await listAccess(dataDir)).map(({ path, uid }) => [path, uid]));
  const { uid } = user;
  assert.deepEqual(owners, {
    "": uid,
    "appliance.json.1-a": 0,
    models: uid,
    "models/speech": uid,
    "models/speech/model.onnx": uid,
    secret: 0,
  });
  const files = join(await temporaryFolder(t), "files");
  await mkdir(files);
  await writeFile(join(files, "somebody's"), "");
  assert.throws(() => handOver([{ variable: "CLIPMILL_STORAGE", path: files }], user), {
    message: /^CLIPMILL_STORAGE names a folder in which the user nobody cannot write/,
  });
  assert.equal((await stat(files)).uid, 0, "a folder in use is not taken from its owner");
});

test("a link that the user's programs may have planted has nothing of root's handed over, one of root's own does", {
  skip,
}, async (t) => {
  const user = findUser("nobody");
  assert.ok(user !== undefined);
  const [roots, theirs] = [await temporaryFolder(t), await temporaryFolder(t)];
  await chmod(roots, 0o755);
  await chown(theirs, user.uid, user.gid);
  const [empty, planted, own] = [join(roots, "empty"), join(theirs, "storage"), join(roots, "storage")];
  await mkdir(empty);
  for (const link of [planted, own]) await symlink(empty, link);
  assert.throws(() => handOver([{ variable: "CLIPMILL_STORAGE", path: planted }], user), {
    message: /^CLIPMILL_STORAGE names a folder in which the user nobody cannot write/,
  });
  assert.equal((await stat(empty)).uid, 0);
  handOver([{ variable: "CLIPMILL_STORAGE", path: own }], user);
  assert.equal((await stat(empty)).uid, user.uid);
});

test("a link in the place of the data folder has nothing that lies behind it handed over", {
  skip,
}, async (t) => {
  const user = findUser("nobody");
  assert.ok(user !== undefined);
  const [roots, theirs] = [await temporaryFolder(t), await temporaryFolder(t)];
  await chmod(roots, 0o755);
  await chown(theirs, user.uid, user.gid);
  const [command, planted] = [join(roots, "command"), join(theirs, "data")];
  await writeFile(command, "");
  await symlink(roots, planted);
  assert.throws(() => handOver([{ variable: "CLIPMILL_DATA_DIR", path: planted }], user), {
    message: /^CLIPMILL_DATA_DIR names a folder in which the user nobody cannot write/,
  });
  assert.deepEqual([(await stat(roots)).uid, (await stat(command)).uid], [0, 0]);
});

/** What a plane does first of all, and then this script. */
function startDropped(plane: string, env: Record<string, string>, script = "") {
  const preload = new URL(`../../../${plane}/drop-privileges.mjs`, import.meta.url).href;
  return spawnSync(
    process.execPath,
    ["--import", preload, "--import", "tsx", "--input-type=module", "--eval", script],
    { env: { PATH: process.env.PATH, ...env }, encoding: "utf8" },
  );
}

test("what a plane loads before tsx does not send tsx's compiler to a thread of its own", {
  skip,
}, async (t) => {
  const dataDir = join(await temporaryFolder(t), "data");
  const count = `import { readdir } from "node:fs/promises"; console.log((await readdir("/proc/self/task")).length)`;
  const options = ["--import", "tsx", "--input-type=module", "--eval", count];
  const alone = spawnSync(process.execPath, options, { encoding: "utf8" }).stdout;
  assert.match(alone, /^\d+\n$/);
  for (const plane of ["control-plane", "media-node"]) {
    const { stdout, stderr } = startDropped(plane, { CLIPMILL_DATA_DIR: dataDir }, count);
    assert.equal(stdout, alone, stderr);
  }
});

test("a plane that root starts alone drops before it loads anything, its compiler included", {
  skip,
}, async (t) => {
  const dataDir = join(await temporaryFolder(t), "data");
  const script = "console.log(JSON.stringify([process.getuid(), process.env.HOME]))";
  const { stdout, stderr } = startDropped("media-node", { CLIPMILL_DATA_DIR: dataDir }, script);
  assert.deepEqual(JSON.parse(stdout), [(await stat(dataDir)).uid, dataDir], stderr);
});

test("a data folder of which even the parents are new is the user's, also of a plane whose files lie elsewhere", {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  for (const plane of ["control-plane", "media-node"]) {
    const dataDir = join(folder, plane, "data");
    const { status, stderr } = startDropped(plane, {
      CLIPMILL_DATA_DIR: dataDir,
      CLIPMILL_STORAGE: "s3://bucket",
      CLIPMILL_SCRATCH_DIR: join(folder, `${plane}-scratch`),
    });
    assert.equal(status, 0, stderr);
    for (const made of [dirname(dataDir), dataDir]) {
      const { uid, mode } = await stat(made);
      assert.notEqual(uid, 0, made);
      assert.equal(mode & 0o777, 0o700, made);
    }
  }
});

test("npm start makes a data folder of which even the parents are new, and its database in it", {
  skip,
}, async (t) => {
  const dataDir = join(await temporaryFolder(t), "new", "data");
  const { appliance, seenBy } = await runFakeAppliance(t, dataDir);
  const { uid } = await stat(join(dataDir, "postgres/cluster"));
  assert.notEqual(uid, 0);
  assert.equal(seenBy("media-node").uid, uid);
  await appliance.stop();
});
