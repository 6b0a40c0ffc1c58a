// `npm run pack-client [FOLDER]`: writes the client as a package that can be installed anywhere: the same name and import
// as this project's own, `clipmill/client`, without the appliance and its dependencies.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildClient } from "./build-client.ts";
import { PACKING_TIMEOUT_MS, runWithin } from "./run-within.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: object;
  readonly exports: object;
}

/**
 * Writes the package into a folder and returns its path.
 * @param timeoutMs how long npm has, once the client is built
 */
export async function packClient(outDir: string, timeoutMs: number = PACKING_TIMEOUT_MS): Promise<string> {
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
    const npm = { file: "npm", args, cwd: folder, timeoutMs, failure: "npm did not pack" };
    const packed = (await runWithin(npm)).trim();
    const file = join(resolve(outDir), `clipmill-client-${version}.tgz`);
    await cp(join(folder, packed), file);
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
