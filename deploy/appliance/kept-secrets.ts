// Secrets that the appliance makes for itself and keeps in the data folder: `secret`, which signs links, one a line
// with the signing one first, and `media-password`, of the media node's role in the database.
import { randomBytes } from "node:crypto";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import { StartError } from "../../shared/process/start-error.ts";
import { syncFolder } from "../../shared/storage/real-path.ts";
import { type FileOwner, readPrivateFile, writeDraft, writePrivateFile } from "../processes/private-file.ts";

const SECRET_BYTES = 32;

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("hex");
}

function secretFile(dataDir: string): string {
  return join(dataDir, "secret");
}

async function readSecrets(path: string): Promise<string> {
  return (await readPrivateFile(path)).trim();
}

/** What is in the file, made on first use. Two first starts at once get the same. */
async function keep(path: string): Promise<string> {
  const draft = await writeDraft(path, `${newSecret()}\n`);
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    // Empty is what a disk that has lost its content leaves.
    if ((await readSecrets(path)) === "") await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(path));
  return readSecrets(path);
}

/** The secrets that sign and have signed links, in the form of CLIPMILL_SECRET. */
export function keepSecret(dataDir: string): Promise<string> {
  return keep(secretFile(dataDir));
}

/**
 * The password of the media node's role: hexadecimal digits. It is put into a statement as it is, and whoever has taken over
 * a program that reads media can put another file in the place of this one.
 * @throws StartError for anything else
 */
export async function keepMediaPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, "media-password");
  const password = await keep(path);
  if (/^[0-9a-f]+$/.test(password)) return password;
  throw new StartError(
    `${path} holds no password that an appliance has made: remove it, and the next start makes another one.`,
  );
}

/** With whose they are, by the file that is read: a link's target stays its owner's. */
async function readOwnedSecrets(path: string): Promise<{ secrets: string[]; owner: FileOwner }> {
  const file = await open(path).catch(() => {
    throw new AppError(
      "NOT_FOUND",
      `There is no ${path} that could be read: no appliance has kept a secret there. Control planes with ` +
        "CLIPMILL_SECRET have theirs in that setting, where you change it yourself.",
    );
  });
  try {
    const owner = await file.stat();
    return { secrets: (await file.readFile("utf8")).split(/\s+/).filter((line) => line !== ""), owner };
  } finally {
    await file.close();
  }
}

/** The file stays its owner's: root changes what an appliance of an ordinary user reads, too. */
async function changeSecrets(dataDir: string, change: (secrets: string[]) => string[]): Promise<number> {
  const path = secretFile(dataDir);
  const kept = await readOwnedSecrets(path);
  const secrets = change(kept.secrets);
  await writePrivateFile(path, `${secrets.join("\n")}\n`, kept.owner);
  await syncFolder(dataDir);
  return secrets.length;
}

/** Puts a new secret first, which signs from the next start on; the others stay accepted. Returns how many there are. */
export function rotateSecret(dataDir: string): Promise<number> {
  return changeSecrets(dataDir, (secrets) => [newSecret(), ...secrets]);
}

/** Takes all but the first one off the list: their links end with the next start. Returns how many there are. */
export function forgetOldSecrets(dataDir: string): Promise<number> {
  return changeSecrets(dataDir, (secrets) => secrets.slice(0, 1));
}
