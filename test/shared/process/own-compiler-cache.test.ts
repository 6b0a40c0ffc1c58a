import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const PRELOAD = "./shared/process/own-compiler-cache.mjs";
const CACHE = `tsx-${process.geteuid?.()}`;

/** Runs a program as the commands of package.json do, with this folder for temporary files. */
function run(program: string, folder: string): { readonly stdout: string; readonly stderr: string } {
  const options = ["--import", PRELOAD, "--import", "tsx", program];
  const env = { PATH: process.env.PATH, TMPDIR: folder };
  return spawnSync(process.execPath, options, { env, encoding: "utf8" });
}

async function writeProgram(t: TestContext): Promise<string> {
  const program = join(await temporaryFolder(t), "program.ts");
  await writeFile(program, 'const said: string = "genuine"; console.log(said);\n');
  return program;
}

test("what was compiled is kept in a folder of the user's alone, and nobody else's is run", async (t) => {
  const [program, folder] = [await writeProgram(t), await temporaryFolder(t)];
  const first = run(program, folder);
  assert.equal(first.stdout, "genuine\n");
  assert.equal(first.stderr, "");
  const cache = join(folder, CACHE);
  assert.equal((await stat(cache)).mode & 0o777, 0o700);
  const kept = await readdir(cache);
  assert.ok(kept.length > 0);
  for (const name of kept) {
    const code = await readFile(join(cache, name), "utf8");
    await writeFile(join(cache, name), code.replaceAll("genuine", "forged"));
  }
  assert.equal(run(program, folder).stdout, "forged\n", "what is the user's own is believed");
  await chmod(cache, 0o777);
  const { stdout, stderr } = run(program, folder);
  assert.equal(stdout, "genuine\n");
  assert.match(stderr, /tsx-\d+ is not this user's alone/);
});

test("a link in the place of the folder is not followed", async (t) => {
  const [program, folder] = [await writeProgram(t), await temporaryFolder(t)];
  await mkdir(join(folder, "elsewhere"), { mode: 0o700 });
  await symlink("elsewhere", join(folder, CACHE));
  const { stdout, stderr } = run(program, folder);
  assert.equal(stdout, "genuine\n");
  assert.match(stderr, /is not this user's alone/);
  assert.deepEqual(await readdir(join(folder, "elsewhere")), []);
});

test("where no folder can be made or looked at, nothing is kept and the program runs", async (t) => {
  const [program, folder] = [await writeProgram(t), await temporaryFolder(t)];
  await symlink("loop", join(folder, "loop"));
  for (const [name, code] of [
    ["missing", "ENOENT"],
    ["loop", "ELOOP"],
  ] as const) {
    const { stdout, stderr } = run(program, join(folder, name));
    assert.equal(stdout, "genuine\n");
    assert.match(stderr, new RegExp(`${name}/tsx-\\d+ cannot be used \\(${code}\\)`));
  }
});

test("every command that compiles looks at that folder first", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  const compiling = Object.entries(scripts).filter(([, command]) => command.includes("--import tsx"));
  assert.ok(compiling.length >= 10);
  for (const [name, command] of compiling) {
    const [plain, first] = [command.split("--import tsx"), `--import ${PRELOAD} `];
    assert.ok(
      plain.slice(0, -1).every((before) => before.endsWith(first)),
      name,
    );
  }
});
