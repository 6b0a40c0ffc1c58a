import assert from "node:assert/strict";
import { chown, lchown, readdir, readFile, rename, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  forgetOldSecrets,
  keepMediaPassword,
  keepSecret,
  rotateSecret,
} from "../../../deploy/appliance/kept-secrets.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { watchFlushes } from "../../support/watch-flushes.ts";

const NOBODY = 65_534;
const needsRoot = process.getuid?.() === 0 ? false : "needs root";
const skip = process.platform === "linux" ? false : "reads /proc";

test("a secret is made once, for whoever asks at the same time", async (t) => {
  const dataDir = await temporaryFolder(t);
  const [one, other] = await Promise.all([keepSecret(dataDir), keepSecret(dataDir)]);
  assert.match(one, /^[0-9a-f]{64}$/);
  assert.equal(other, one);
  assert.equal(await keepSecret(dataDir), one);
  assert.deepEqual(await readdir(dataDir), ["secret"]);
});

test("a secret has its name only once a power failure leaves its content", { skip }, async (t) => {
  const dataDir = await temporaryFolder(t);
  const flushes = await watchFlushes(t, dataDir);
  await keepSecret(dataDir);
  assert.equal(flushes.length, 2);
  assert.match(flushes[0]?.path ?? "", /^secret\./);
  assert.ok(!flushes[0]?.names.includes("secret"));
  assert.equal(flushes[1]?.path, "");
  assert.ok(flushes[1]?.names.includes("secret"));
});

test("a rotated secret takes the place of the former one only once it is on the disk", {
  skip,
}, async (t) => {
  const dataDir = await temporaryFolder(t);
  await keepSecret(dataDir);
  const flushes = await watchFlushes(t, dataDir);
  await rotateSecret(dataDir);
  assert.match(flushes[0]?.path ?? "", /^secret\./);
  assert.deepEqual(flushes[1], { path: "", names: ["secret"] });
});

test("an empty file, as power failures leave, holds no secret and gets one", async (t) => {
  const dataDir = await temporaryFolder(t);
  for (const name of ["secret", "media-password"]) await writeFile(join(dataDir, name), "");
  const kept = [await keepSecret(dataDir), await keepMediaPassword(dataDir)];
  for (const secret of kept) assert.match(secret, /^[0-9a-f]{64}$/);
  assert.equal(await keepSecret(dataDir), kept[0]);
  assert.equal(await readFile(join(dataDir, "media-password"), "utf8"), `${kept[1]}\n`);
  assert.equal((await stat(join(dataDir, "secret"))).mode & 0o777, 0o600);
  assert.deepEqual((await readdir(dataDir)).sort(), ["media-password", "secret"]);
});

test("a password that no appliance has made is not put into a statement", async (t) => {
  const dataDir = await temporaryFolder(t);
  const path = join(dataDir, "media-password");
  await writeFile(path, "a'; alter role clipmill_media superuser; --\n");
  await assert.rejects(keepMediaPassword(dataDir), {
    name: "StartError",
    message: `${path} holds no password that an appliance has made: remove it, and the next start makes another one.`,
  });
});

test("a secret that root changes stays that of the user whose appliance reads it", {
  skip: needsRoot,
}, async (t) => {
  const dataDir = await temporaryFolder(t);
  const path = join(dataDir, "secret");
  await keepSecret(dataDir);
  await chown(path, NOBODY, NOBODY);
  for (const change of [rotateSecret, forgetOldSecrets]) {
    await change(dataDir);
    const { uid, gid, mode } = await stat(path);
    assert.deepEqual([uid, gid, mode & 0o777], [NOBODY, NOBODY, 0o600], change.name);
  }
});

test("a user's link to a file of root's gives that user nothing of it", { skip: needsRoot }, async (t) => {
  const dataDir = await temporaryFolder(t);
  const [path, closed] = [join(dataDir, "secret"), join(dataDir, "closed")];
  await keepSecret(dataDir);
  await rename(path, closed);
  await symlink(closed, path);
  await lchown(path, NOBODY, NOBODY);
  await rotateSecret(dataDir);
  assert.equal((await stat(path)).uid, 0);
});
