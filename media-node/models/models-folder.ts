// Which models folder a node has: an id in a hidden file there, so that nodes that share a folder know that they do, and
// one that starts again is known by what it has. Where the folder cannot be written, its machine and path name it.
import { createHash, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { ID_PREFIXES, isId, newId } from "../../shared/ids.ts";

const ID_FILE = ".models-folder";

async function readId(modelsDir: string): Promise<string | undefined> {
  const text = await readFile(join(modelsDir, ID_FILE), "utf8").catch(() => "");
  const id = text.trim();
  return isId("modelsFolder", id) ? id : undefined;
}

/** Makes the id file in one step: of nodes that start at the same moment the first one's stays. */
async function writeId(modelsDir: string): Promise<void> {
  const own = join(modelsDir, `${ID_FILE}-${randomBytes(6).toString("hex")}`);
  try {
    await writeFile(own, `${newId("modelsFolder")}\n`, { flag: "wx" });
    await link(own, join(modelsDir, ID_FILE));
  } finally {
    await rm(own, { force: true });
  }
}

/** The folder's id; it makes the folder, but not what it lies in. */
export async function identifyModelsFolder(modelsDir: string): Promise<string> {
  const known = await readId(modelsDir);
  if (known !== undefined) return known;
  await mkdir(modelsDir).catch(() => undefined);
  await writeId(modelsDir).catch(() => undefined);
  const place = createHash("sha256").update(`${hostname()}\0${modelsDir}`).digest("hex").slice(0, 26);
  return (await readId(modelsDir)) ?? `${ID_PREFIXES.modelsFolder}_${place}`;
}
