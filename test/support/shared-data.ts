// Real recordings, model files and references lie beside a checkout on some machines only. A test that needs one
// passes what this returns as its `skip` option, so that a skipped test says why.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../../shared/data/", import.meta.url));

/** The file's path, and `skip`: false where it is there, else the reason to show. */
export function sharedData(name: string): { readonly path: string; readonly skip: string | false } {
  const path = `${FOLDER}${name}`;
  return { path, skip: existsSync(path) ? false : `../shared/data/${name} is not on this machine` };
}
