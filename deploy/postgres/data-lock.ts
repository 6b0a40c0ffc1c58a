// Lets one process at a time own a folder: a lock file that holds its owner's process id and start time. A lock whose
// owner has ended is taken over, so a kill never leaves a folder unusable. Node has no flock(2); link(2), which fails
// where the name exists, is the atomic step instead. In another container, or on another machine, a process id says
// nothing: such an owner is known by the time of its lock, which it renews, and lost once that has stood still.

import { createHash, randomBytes } from "node:crypto";
import { link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode, errorMessage } from "../../shared/error-message.ts";
import { APPLIANCE_LIMITS } from "../../shared/limits/processes.ts";
import type { Logger } from "../../shared/logger.ts";
import { readProcessSpace } from "../../shared/process/process-space.ts";
import { readProcess } from "../../shared/process/process-table.ts";
import { isRoot } from "../../shared/process/service-user.ts";
import { StartError } from "../../shared/process/start-error.ts";

const LOOK_MS = 100;

export interface LockOptions {
  readonly logger?: Logger;
  /** Gives a wait up. */
  readonly signal?: AbortSignal;
  /** Where this process's id counts; others only in tests. */
  readonly space?: string | undefined;
  readonly beatMs?: number;
  readonly lostMs?: number;
}

export interface DataLock {
  /** Resolves once somebody else has it: this process, which stood still perhaps, was taken for gone. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

interface Owner {
  readonly pid: number;
  readonly startedAt: string;
  /** Undefined where it could not say. */
  readonly space: string | undefined;
}

/** A lock that was found, and the file that is to replace it. */
interface Contest {
  readonly path: string;
  /** What the lock says. */
  readonly held: string;
  /** The path of the file with our own content. */
  readonly draft: string;
}

function inOneWord(text: string): string {
  return text.replaceAll(" ", "_");
}

function parseOwner(content: string): Owner | undefined {
  const [pidText = "", startedAt = "", , space] = content.trim().split(" ");
  const pid = Number(pidText);
  return Number.isInteger(pid) && pid > 0 ? { pid, startedAt, space } : undefined;
}

/**
 * Whether a lock that is another's elsewhere is renewed while it is watched. One that is old needs a short look: where the
 * clock was set, as after a stop of a virtual machine, its owner lives.
 */
async function isRenewed({ path, held, draft }: Contest, options: LockOptions): Promise<boolean> {
  const {
    beatMs = APPLIANCE_LIMITS.lockBeatMs,
    lostMs = APPLIANCE_LIMITS.lockLostMs,
    logger,
    signal,
  } = options;
  // By the clock of the disk, as the lock's own time.
  const nowMs = (await stat(draft)).mtimeMs;
  const shownMs = async (): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.mtimeMs;
  const firstMs = await shownMs();
  if (firstMs === undefined) return false;
  const waitMs = nowMs - firstMs > lostMs ? 2 * beatMs : lostMs;
  logger?.warn({ lock: path, waitMs }, "the data folder was used elsewhere: looking whether it still is");
  // By looks and not by the clock: where this machine stands still, the owner may have done so with it.
  for (let looks = Math.ceil(waitMs / LOOK_MS); looks > 0; looks -= 1) {
    await pause(LOOK_MS, undefined, signal === undefined ? {} : { signal });
    // Opening it also makes a network disk tell its current time.
    if ((await readIfThere(path)) !== held) return false;
    if ((await shownMs()) !== firstMs) return true;
  }
  return false;
}

/** @throws StartError that names the living owner */
async function refuseWhileOwned(contest: Contest, options: LockOptions): Promise<void> {
  const { path, held } = contest;
  const owner = parseOwner(held);
  if (owner === undefined) return;
  const { space } = options;
  if (owner.space !== undefined && space !== undefined && owner.space !== inOneWord(space)) {
    if (!(await isRenewed(contest, options))) return;
    throw new StartError(
      `Another appliance runs on this data folder, in another container or on another machine (lock ${path}).`,
    );
  }
  const facts = await readProcess(owner.pid);
  if (facts === undefined || inOneWord(facts.startedAt) !== owner.startedAt) return;
  throw new StartError(`Another appliance runs on this data folder (pid ${owner.pid}, lock ${path}).`);
}

/** @throws StartError for a lock that is there and cannot be read */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw lockError(path, error);
  }
}

function startingError(path: string, cause?: unknown): StartError {
  return new StartError(`Another appliance is starting on this data folder (lock ${path}).`, { cause });
}

function lockError(path: string, cause: unknown): StartError {
  const problem = errorMessage(cause);
  return new StartError(`The data folder's lock ${path} cannot be used: ${problem}.`, { cause });
}

/** What root writes is the folder's owner's, who may be the next to start and must read it. */
async function writeDraft(draft: string, content: string): Promise<void> {
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(content);
    if (!isRoot()) return;
    const { uid, gid } = await stat(dirname(draft));
    await file.chown(uid, gid);
  } finally {
    await file.close();
  }
}

/**
 * Puts the draft in the place of a dead owner's lock. Two that read the same stale lock must not both replace it, nor
 * may the slower one replace the faster one's new lock: only the holder of a second lock, named after the stale
 * content, may. Its own holder may have died too, so that it is taken in the same way.
 */
async function replaceStaleLock({ path, held, draft }: Contest, options: LockOptions): Promise<void> {
  const digest = createHash("sha256").update(held).digest("hex").slice(0, 16);
  const right = await acquireDataLock(`${path}.${digest}`, options);
  try {
    if ((await readIfThere(path)) !== held) throw startingError(path);
    await rename(draft, path);
  } finally {
    await right.release();
  }
}

/**
 * Writes the first byte over itself, so that the time is the disk's and not this machine's. It is this process's lock that
 * is open, or nothing is written, and false comes back.
 */
async function renew(path: string, content: string): Promise<boolean> {
  const file = await open(path, "r+");
  try {
    const isOwn = (await file.readFile("utf8")) === content;
    if (isOwn) await file.write(content.slice(0, 1), 0);
    return isOwn;
  } finally {
    await file.close();
  }
}

/** Takes the lock at `path`, or throws a StartError that names the living owner. */
export async function acquireDataLock(path: string, options: LockOptions = {}): Promise<DataLock> {
  const { space = readProcessSpace(), beatMs = APPLIANCE_LIMITS.lockBeatMs } = options;
  const facts = await readProcess(process.pid);
  const nonce = randomBytes(8).toString("hex");
  const words = [process.pid, inOneWord(facts?.startedAt ?? ""), nonce];
  const content = `${[...words, ...(space === undefined ? [] : [inOneWord(space)])].join(" ")}\n`;
  const draft = `${path}.${process.pid}-${nonce}`;
  try {
    await writeDraft(draft, content);
    const held = await readIfThere(path);
    if (held === undefined) {
      await link(draft, path).catch((error: unknown) => {
        throw errorCode(error) === "EEXIST" ? startingError(path, error) : lockError(path, error);
      });
    } else {
      const contest = { path, held, draft };
      await refuseWhileOwned(contest, { ...options, space });
      // The look may have taken its time, by which others elsewhere judge this lock.
      await renew(draft, content);
      await replaceStaleLock(contest, options);
    }
  } finally {
    await rm(draft, { force: true });
  }
  const lost = Promise.withResolvers<void>();
  // A beat that fails is followed by others; who misses all of them cannot be told from who is gone.
  const beat = async (): Promise<void> => {
    if (await renew(path, content).catch(() => true)) return;
    clearInterval(beating);
    lost.resolve();
  };
  const beating = setInterval(() => void beat(), beatMs).unref();
  return {
    lost: lost.promise,
    release: async () => {
      clearInterval(beating);
      const held = await readIfThere(path).catch(() => undefined);
      if (held === content) await rm(path, { force: true });
    },
  };
}
