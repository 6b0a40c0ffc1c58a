// `npm run pack-client [FOLDER]`: writes the client as a package that can be installed anywhere: the same name and import
// as this project's own, `clipmill/client`, without the appliance and its dependencies.
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildClient } from "./build-client.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** npm packs in a second, and in minutes on a machine whose cores are all taken. */
const PACK_TIMEOUT_MS = 10 * 60_000;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: object;
  readonly exports: object;
}

/** What npm printed. Says how long npm had where it was ended for that, of which its error has no word. */
async function runNpm(args: readonly string[], folder: string): Promise<{ stdout: string }> {
  try {
    return await promisify(execFile)("npm", args, { cwd: folder, timeout: PACK_TIMEOUT_MS });
  } catch (error) {
    const { killed = false } = error as { killed?: boolean };
    throw killed ? new Error(`npm did not pack within ${PACK_TIMEOUT_MS / 60_000} minutes.`) : error;
  }
}

/** Writes the package into a folder and returns its path. */
export async function packClient(outDir: string): Promise<string> {
  const { name, version, license, engines, exports } = JSON.parse(
    await readFile(join(ROOT, "package.json"), "utf8"),
  ) as Manifest;
  const folder = await mkdtemp(join(tmpdir(), "clipmill-pack-"));
  try {
    await buildClient(join(folder, "shared/client/dist"));
    const description = "Client of Clipmill, the self-hosted appliance for AI video clipping";
    const manifest = { name, version, description, license, type: "module", engines, exports };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
    await cp(join(ROOT, "deploy/client.md"), join(folder, "README.md"));
    await cp(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
    const args = ["pack", "--silent", "--pack-destination", folder];
    const { stdout } = await runNpm(args, folder);
    const file = join(resolve(outDir), `clipmill-client-${version}.tgz`);
    await cp(join(folder, stdout.trim()), file);
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
