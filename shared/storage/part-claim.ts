// A lock on one part of an object that several processes may write: a symbolic link, which only one of them can create. Its
// text names the holder, and the holder renews its time. A link that stands still while another process watches belongs to a
// process that is gone; time in which the watcher itself stood still does not count, since a machine that sleeps or is too
// busy delays both. Clocks are not compared, and no process table is read, because processes in other containers and on other
// machines may share the folder. The link is never followed.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode } from "../error-message.ts";
import { AppError } from "../errors.ts";
import { STORAGE_LIMITS } from "../limits/storage.ts";
import { link, lstat, lutimes, readlink, rename, rm, symlink } from "../process/disk-calls.ts";
import { undefinedIfAbsent } from "./real-path.ts";

/** Between two looks at a claim that is another's. */
const LOOK_MS = 100;

export interface PartClaim {
  /** Looks where it has not for a while. @throws AppError UNAVAILABLE once the claim is another's */
  confirm(): Promise<void>;
  /** Looks in any case: before what cannot be taken back. @throws as confirm */
  confirmNow(): Promise<void>;
  release(): Promise<void>;
}

async function makeLink(token: string, path: string): Promise<boolean> {
  try {
    await symlink(token, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (errorCode(error) === "ENOENT") throw new AppError("NOT_FOUND", undefined, { cause: error });
    throw error;
  }
}

/** What a claim looks like now: whose it is, and when it was renewed. */
async function lookAt(path: string): Promise<{ token: string; shown: string } | undefined> {
  const token = await readlink(path).catch(undefinedIfAbsent);
  const info = await lstat(path).catch(undefinedIfAbsent);
  return token === undefined || info === undefined ? undefined : { token, shown: `${token} ${info.mtimeMs}` };
}

/** Takes a claim away from the holder that stood still, and from no other that came meanwhile. */
async function breakClaim(path: string, lostToken: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(undefinedIfAbsent);
  if ((await readlink(aside).catch(undefinedIfAbsent)) !== lostToken) {
    await link(aside, path).catch(() => undefined);
  }
  await rm(aside, { force: true });
}

function hold(path: string, token: string): PartClaim {
  let confirmedAtMs = Number.NEGATIVE_INFINITY;
  const check = async (): Promise<void> => {
    const askedAtMs = performance.now();
    if ((await readlink(path).catch(undefinedIfAbsent)) !== token) throw takenOver();
    confirmedAtMs = askedAtMs;
  };
  let isAsking = false;
  const renew = async (): Promise<void> => {
    // A disk that hangs is not asked again by each beat.
    if (isAsking) return;
    isAsking = true;
    const now = new Date();
    await check()
      .then(() => lutimes(path, now, now))
      // Whoever writes asks for itself before the next chunk.
      .catch(() => undefined);
    isAsking = false;
  };
  const beat = setInterval(() => void renew(), STORAGE_LIMITS.partClaimBeatMs);
  beat.unref();
  return {
    async confirm() {
      if (performance.now() - confirmedAtMs > STORAGE_LIMITS.partClaimLostMs / 2) await check();
    },
    confirmNow: check,
    async release() {
      clearInterval(beat);
      if ((await readlink(path).catch(undefinedIfAbsent)) === token) await rm(path, { force: true });
    },
  };
}

function takenOver(): AppError {
  return new AppError("UNAVAILABLE", "Another connection has begun to send this part again.");
}

/**
 * Asks again and again whether what waits for the claim can go on, and takes the claim away from a holder that stands
 * still.
 */
async function watchClaim<T>(
  path: string,
  goOn: () => Promise<T | undefined>,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  const { partClaimBeatMs, partClaimLostMs } = STORAGE_LIMITS;
  const startedAtMs = performance.now();
  let last = { shown: "", atMs: startedAtMs, stillMs: 0 };
  for (;;) {
    signal?.throwIfAborted();
    const outcome = await goOn();
    if (outcome !== undefined) return outcome;
    const nowMs = performance.now();
    const seen = await lookAt(path);
    if (seen === undefined) continue;
    const isStill = seen.shown === last.shown;
    const stillMs = isStill ? last.stillMs + Math.min(nowMs - last.atMs, partClaimBeatMs) : 0;
    last = { shown: seen.shown, atMs: nowMs, stillMs };
    if (stillMs > partClaimLostMs) await breakClaim(path, seen.token);
    if (nowMs - startedAtMs > waitMs) {
      throw new AppError("UNAVAILABLE", "Another connection is sending this: try again when it has ended.");
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Waits until nobody else holds the claim and takes it.
 * @throws AppError UNAVAILABLE after `waitMs`, NOT_FOUND where its folder is gone; rejects with the signal's reason
 */
export async function takeClaim(path: string, waitMs: number, signal?: AbortSignal): Promise<PartClaim> {
  const token = randomUUID();
  const take = async (): Promise<PartClaim | undefined> =>
    (await makeLink(token, path)) ? hold(path, token) : undefined;
  return await watchClaim(path, take, waitMs, signal);
}

/**
 * Waits until nobody holds the claim, and takes none, which others who look would mistake for that of its owner.
 * @throws AppError UNAVAILABLE after `waitMs`; rejects with the signal's reason
 */
export async function waitForClaim(path: string, waitMs: number, signal?: AbortSignal): Promise<void> {
  const isFree = async (): Promise<true | undefined> =>
    (await lstat(path).catch(undefinedIfAbsent)) === undefined ? true : undefined;
  await watchClaim(path, isFree, waitMs, signal);
}
