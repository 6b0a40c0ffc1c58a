// How large a file of a bundle is, where it is there at all.
import { stat } from "node:fs/promises";

/** The size of a file that is there, else null. */
export async function fileSizeOrNull(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : null;
}
