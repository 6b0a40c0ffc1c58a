// A project of somebody else's that has installed the client from the package that `npm run pack-client` writes.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packClient } from "../../../deploy/client/pack-client.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const TIMEOUT_MS = 480_000;

export interface ConsumerProject {
  readonly folder: string;
  write(name: string, text: string): Promise<void>;
  /** The compiler's complaints; empty where there are none. */
  compile(files: readonly string[], options?: object): Promise<string>;
  /** Runs a program as `node FILE …`, without any loader. */
  run(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ stdout: string; stderr: string }>;
}

const run = promisify(execFile);

async function install(folder: string): Promise<void> {
  const file = await packClient(folder);
  const manifest = {
    name: "consumer",
    private: true,
    type: "module",
    dependencies: { clipmill: `file:${file}` },
  };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund"], { cwd: folder, timeout: TIMEOUT_MS });
  await mkdir(join(folder, "node_modules/@types"));
  for (const name of ["@types/node", "undici-types"]) {
    await symlink(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
}

let installed: Promise<string> | undefined;

after(async () => {
  if (installed !== undefined) await rm(await installed, { recursive: true, force: true });
});

/** Packed and installed once for a test file: that takes longer than what most of its tests do with it. */
async function installOnce(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "clipmill-test-"));
  await install(folder);
  return folder;
}

/** Installs the package without a registry: it has no dependencies. Node's types come from here, as from npm elsewhere. */
export async function consumerProject(t: TestContext): Promise<ConsumerProject> {
  installed ??= installOnce();
  const folder = await temporaryFolder(t);
  await cp(await installed, folder, { recursive: true, verbatimSymlinks: true });
  return {
    folder,
    write: async (name, text) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    },
    compile: async (files, options = {}) => {
      const compilerOptions = {
        target: "es2023",
        module: "nodenext",
        types: ["node"],
        strict: true,
        noEmit: true,
        ...options,
      };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
      const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
      try {
        await run(process.execPath, [compiler, "-p", "."], { cwd: folder, timeout: TIMEOUT_MS });
        return "";
      } catch (error) {
        return (error as { stdout: string }).stdout;
      }
    },
    run: (args, env = {}) =>
      run(process.execPath, [...args], {
        cwd: folder,
        env: { ...process.env, ...env },
        timeout: TIMEOUT_MS,
      }),
  };
}

/** Copies an example of the guides into the project. */
export async function copyExample({ folder }: ConsumerProject, name: string): Promise<void> {
  await cp(join(ROOT, "deploy/examples", name), join(folder, "example"), { recursive: true });
}
