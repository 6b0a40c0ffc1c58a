// `appliance.json` in the data folder tells the operator's command line where the running appliance is. It holds the
// database's password, hence its mode; one whose writer has ended is treated as not there. The writer is known by its id
// and its start, since ids come again: in a container the next process often has that of the one before.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import { readProcess } from "../../shared/process/process-table.ts";
import { undefinedIfAbsent } from "../../shared/storage/real-path.ts";
import { writePrivateFile } from "../processes/private-file.ts";

export interface ApplianceFile {
  readonly pid: number;
  /** When that process began; see readProcess. */
  readonly startedAt: string;
  readonly databaseUrl: string;
  /** The console's and the API's address. */
  readonly url: string;
}

function pathIn(dataDir: string): string {
  return join(dataDir, "appliance.json");
}

async function ownStart(): Promise<string> {
  return (await readProcess(process.pid))?.startedAt ?? "";
}

/** Writes it whole or not at all. */
export async function writeApplianceFile(
  dataDir: string,
  addresses: Pick<ApplianceFile, "databaseUrl" | "url">,
): Promise<void> {
  const file: ApplianceFile = { pid: process.pid, startedAt: await ownStart(), ...addresses };
  await writePrivateFile(pathIn(dataDir), `${JSON.stringify(file, null, 2)}\n`);
}

/** Removes it, unless another appliance has written its own since. */
export async function removeApplianceFile(dataDir: string): Promise<void> {
  const file = await parseFile(dataDir);
  if (file?.pid === process.pid) await rm(pathIn(dataDir), { force: true });
}

/** Another user's is not told from none otherwise: the advice to start one would be wrong. */
function refuseUnreadable(path: string, cause: unknown): never {
  if (errorCode(cause) !== "EACCES") throw cause;
  throw new AppError(
    "UNAVAILABLE",
    `${path} may not be read by this user: run this as the user who started the appliance, or set CLIPMILL_DATABASE_URL.`,
    { cause },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined also for what a crash of the machine has cut off. @throws AppError where it is closed to this user */
async function parseFile(dataDir: string): Promise<ApplianceFile | undefined> {
  const path = pathIn(dataDir);
  const text = await readFile(path, "utf8")
    .catch(undefinedIfAbsent)
    .catch((error: unknown) => refuseUnreadable(path, error));
  const value = text === undefined ? undefined : parseJson(text);
  if (typeof value !== "object" || value === null) return undefined;
  if (!("pid" in value && "startedAt" in value && "databaseUrl" in value && "url" in value)) return undefined;
  const { pid, startedAt, databaseUrl, url } = value;
  if (typeof pid !== "number" || typeof startedAt !== "string") return undefined;
  if (typeof databaseUrl !== "string" || typeof url !== "string") return undefined;
  return { pid, startedAt, databaseUrl, url };
}

/** The appliance that runs on this data folder, if one does. @throws AppError where this user may not know */
export async function readApplianceFile(dataDir: string): Promise<ApplianceFile | undefined> {
  const file = await parseFile(dataDir);
  return file !== undefined && (await readProcess(file.pid))?.startedAt === file.startedAt ? file : undefined;
}
