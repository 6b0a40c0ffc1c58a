import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { chooseMediaPrograms, isOlderThanAdvised } from "../../../media-node/ffmpeg/choose-ffmpeg.ts";
import { REQUIRED_ABILITIES } from "../../../media-node/ffmpeg/required-abilities.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { BUILDS, BUNDLED } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

const UNSET = { ffmpeg: null, ffprobe: null };
const NEWER = 'echo "ffmpeg version 7.1.1-1 Copyright"; echo "libavcodec     61. 19.101 / 61. 19.101"';

interface Machine {
  /** What the programs print when they are asked for their version. */
  readonly version?: string;
  /** Stands behind ffmpeg's lists of what it can do. */
  readonly lists?: string;
  readonly hasProbe?: boolean;
  /** Whose abilities it has; the bundled one's unless told. */
  readonly program?: string;
}

/** A folder of a PATH with an ffmpeg that can do what another one can, and has a version of its own. */
async function machineWith(t: TestContext, machine: Machine) {
  const { version = NEWER, lists = "cat", hasProbe = true, program = BUNDLED.ffmpeg } = machine;
  const folder = await temporaryFolder(t);
  const [ffmpeg, ffprobe] = [join(folder, "ffmpeg"), join(folder, "ffprobe")];
  const script = `#!/bin/sh\ncase "$*" in *-version*) ${version} ;; *) '${program}' "$@" | ${lists} ;; esac\n`;
  await writeFile(ffmpeg, script, { mode: 0o755 });
  if (hasProbe) await writeFile(ffprobe, script, { mode: 0o755 });
  return { folder, ffmpeg, ffprobe, path: `/nonexistent:${folder}:/usr/bin` };
}

test("a newer ffmpeg of the machine is preferred to the bundled one, with its ffprobe", async (t) => {
  const { path, ffmpeg, ffprobe } = await machineWith(t, {});
  assert.deepEqual(await chooseMediaPrograms(UNSET, path), {
    ffmpeg,
    ffprobe,
    version: "7.1.1-1",
    source: "machine",
    passedOver: null,
  });
});

test("an ffmpeg of the machine that cannot take the place of the bundled one is passed over, and why is told", async (t) => {
  const older = NEWER.replaceAll("61. 19.101", "58. 10.100");
  const cases: readonly (readonly [Machine, RegExp])[] = [
    [{ hasProbe: false }, /ffmpeg: there is no ffprobe beside it$/],
    [{ version: older }, /ffmpeg: its version 7\.1\.1-1 is no newer$/],
    [{ version: "exit 3" }, /ffmpeg: it ended with 3/],
    [{ lists: "grep -vE ' (libx264|zscale|hevc) '" }, /ffmpeg: it was built without libx264, hevc, zscale$/],
  ];
  for (const [machine, reason] of cases) {
    const { path } = await machineWith(t, machine);
    const { passedOver, version, ...chosen } = await chooseMediaPrograms(UNSET, path);
    assert.deepEqual(chosen, { ffmpeg: BUNDLED.ffmpeg, ffprobe: BUNDLED.ffprobe, source: "bundled" });
    assert.match(passedOver ?? "", reason);
    assert.notEqual(version, "7.1.1-1");
  }
});

test("a machine without an ffmpeg uses the bundled one", async (t) => {
  const chosen = await chooseMediaPrograms(UNSET, await temporaryFolder(t));
  assert.deepEqual([chosen.ffmpeg, chosen.source, chosen.passedOver], [BUNDLED.ffmpeg, "bundled", null]);
  assert.match(chosen.version, /2018|^N-/);
});

test("where the bundled programs may not be run, the machine's are taken whatever their age, or a setting is asked for", async (t) => {
  const refuse = async (): Promise<never> => {
    throw new Error("EPERM: operation not permitted, chmod 'ffprobe'");
  };
  const { path, ffmpeg } = await machineWith(t, { version: NEWER.replaceAll("61. 19.101", "58. 10.100") });
  assert.equal((await chooseMediaPrograms(UNSET, path, refuse)).ffmpeg, ffmpeg);
  const nothing = await temporaryFolder(t);
  await assert.rejects(chooseMediaPrograms(UNSET, nothing, refuse), {
    name: "SettingError",
    message:
      "CLIPMILL_FFMPEG must name one that runs: the bundled one does not (EPERM: operation not permitted, chmod 'ffprobe'), and the machine has none.",
  });
  const lonely = await machineWith(t, { hasProbe: false });
  await assert.rejects(chooseMediaPrograms(UNSET, lonely.path, refuse), /there is no ffprobe beside it\)\.$/);
  await assert.rejects(chooseMediaPrograms({ ffmpeg: lonely.ffmpeg, ffprobe: null }, nothing, refuse), {
    name: "SettingError",
    message: /^CLIPMILL_FFPROBE must name one that runs/,
  });
});

test("settings decide before the machine, whatever they name", async (t) => {
  const { path } = await machineWith(t, {});
  const own = await machineWith(t, { version: NEWER.replace("7.1.1-1", "4.0-own") });
  const chosen = { ffmpeg: own.ffmpeg, version: "4.0-own", source: "settings", passedOver: null };
  assert.deepEqual(await chooseMediaPrograms({ ffmpeg: own.ffmpeg, ffprobe: null }, path), {
    ...chosen,
    ffprobe: own.ffprobe,
  });
  const both = { ffmpeg: own.ffmpeg, ffprobe: BUNDLED.ffprobe };
  assert.deepEqual(await chooseMediaPrograms(both, path), { ...chosen, ...both });
  const lonely = await machineWith(t, { hasProbe: false });
  const alone = await chooseMediaPrograms({ ffmpeg: lonely.ffmpeg, ffprobe: null }, path);
  assert.deepEqual([alone.ffmpeg, alone.ffprobe], [lonely.ffmpeg, BUNDLED.ffprobe]);
});

test("a program of the settings that does not run is named with its variable", async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "ffmpeg"));
  for (const [settings, variable] of [
    [{ ffmpeg: join(folder, "missing"), ffprobe: null }, "CLIPMILL_FFMPEG"],
    [{ ffmpeg: null, ffprobe: "/bin/false" }, "CLIPMILL_FFPROBE"],
  ] as const) {
    await assert.rejects(chooseMediaPrograms(settings, folder), {
      name: "SettingError",
      message: new RegExp(`^${variable} names a program that does not run`),
    });
  }
});

for (const build of BUILDS) {
  test(`${build.name} has all that is required`, { skip: build.skip }, async (t) => {
    const { path } = await machineWith(t, { program: build.ffmpeg });
    const { source, passedOver } = await chooseMediaPrograms(UNSET, path);
    assert.deepEqual([source, passedOver], ["machine", null]);
  });
}

test("no ability of ffmpeg stands twice in the list of those that are required", () => {
  for (const names of Object.values(REQUIRED_ABILITIES)) assert.equal(new Set(names).size, names.length);
});

test("versions without the fixes of years are told from current ones and from a distribution's", () => {
  const old = ["N-47683-g0e8eb07980-static", "4.4.1", "n7.1", "8.1.2", "unknown", ""];
  const current = ["8.1.3", "n8.2", "9.0", "5.1.9-0+deb12u1", "6.1.1-3ubuntu5"];
  assert.deepEqual(
    old.map(isOlderThanAdvised),
    old.map(() => true),
  );
  assert.deepEqual(
    current.map(isOlderThanAdvised),
    current.map(() => false),
  );
});
