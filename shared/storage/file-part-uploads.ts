// Uploads in parts below `<root>/.parts`, a folder each: one sparse file in which every part lies where the object will
// have it, and an empty file for each part that is there whole, made after the part was flushed. So joining is one
// link(2), whatever the size; files of their own for parts would have to be copied, which takes minutes for 20 GiB.
//
// Two connections that send the same part take turns (part-claim.ts). A part's record is removed before other content is
// written over the part, so a record always means that the part is whole. Sending the same content again changes nothing:
// a broken connection may get its turn after the next one has stored the part, and must not damage it as it breaks off. A join
// claims the whole upload once all parts have records, and then waits for parts that are being sent again; a sender looks for
// such a claim after taking its own, so that one of the two always sees the other.
import { randomUUID } from "node:crypto";
import { constants, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { errorCode } from "../error-message.ts";
import { AppError } from "../errors.ts";
import { STORAGE_LIMITS } from "../limits/storage.ts";
import { lstat, mkdir, open, readdir, rm, stat } from "../process/disk-calls.ts";
import { removeTree } from "../process/remove-tree.ts";
import { type PartClaim, takeClaim, waitForClaim } from "./part-claim.ts";
import {
  type PartLayout,
  type PartToStore,
  type PartUploads,
  partsMissing,
  type StoredPart,
} from "./part-uploads.ts";
import { CONTENDED_ATTEMPTS, placeNew } from "./place-file.ts";
import {
  FILE_MODE,
  FOLDER_MODE,
  giveToOwnerOf,
  openRealFile,
  syncFolder,
  undefinedIfAbsent,
} from "./real-path.ts";
import { assertStorageKey } from "./storage-key.ts";
import { StorageUnavailable } from "./storage-unavailable.ts";
import { writeExactly } from "./write-exactly.ts";

/** Made with the storage; where it is not there, the storage is away. */
export const PARTS_FOLDER = ".parts";
const CONTENT = "content";
const JOIN_CLAIM = "join.claim";
const HANDLE = /^[0-9a-f-]{36}$/;
const RECORD = /^(\d{1,5})\.(\d{1,16})$/;
/** How errors look of work whose folder is gone, among other reasons. */
const GONE_CODES: ReadonlySet<string> = new Set(["ENOENT", "NOT_FOUND", "UNAVAILABLE"]);
const CLAIM = /^\d{1,5}\.claim$/;

/** Size and number stand in the name of a part's record, so that one look at the folder tells all. */
function recordName({ number, sizeBytes }: StoredPart): string {
  return `${number}.${sizeBytes}`;
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(undefinedIfAbsent)) !== undefined;
}

export class FilePartUploads implements PartUploads {
  readonly #root: string;
  readonly #idleTimeoutMs: number;

  /** @param root a real path */
  constructor(root: string, idleTimeoutMs: number) {
    this.#root = root;
    this.#idleTimeoutMs = idleTimeoutMs;
  }

  async begin(key: string, _layout: PartLayout): Promise<string> {
    assertStorageKey(key);
    const handle = randomUUID();
    const all = join(this.#root, PARTS_FOLDER);
    await mkdir(this.#folder(handle), FOLDER_MODE).catch((cause: unknown) => {
      throw errorCode(cause) === "ENOENT" ? new StorageUnavailable({ cause }) : cause;
    });
    await giveToOwnerOf(all, this.#folder(handle));
    await syncFolder(all);
    const file = await open(join(this.#folder(handle), CONTENT), "wx", FILE_MODE);
    try {
      await giveToOwnerOf(this.#root, file);
      await file.sync();
    } finally {
      await file.close();
    }
    await syncFolder(this.#folder(handle));
    return handle;
  }

  async putPart(
    _key: string,
    handle: string,
    part: PartToStore,
    content: Readable,
    signal?: AbortSignal,
  ): Promise<void> {
    const folder = this.#folder(handle);
    try {
      await this.#waitForJoin(folder, signal);
      const path = join(folder, `${part.number}.claim`);
      const claim = await takeClaim(path, STORAGE_LIMITS.partClaimWaitMs, signal);
      try {
        await this.#refuseWhileJoining(folder);
        await this.#writePart(folder, part, content, claim, signal);
      } finally {
        await claim.release();
      }
    } catch (error) {
      content.destroy();
      // The upload is joined or abandoned meanwhile, and its folder gone under whatever was about to be done, the claim
      // with it.
      const mayBeGone = GONE_CODES.has(errorCode(error) ?? "");
      throw mayBeGone && !(await this.#hasContent(handle)) ? await this.#goneOrAway(error) : error;
    }
  }

  async listParts(_key: string, handle: string): Promise<readonly StoredPart[]> {
    const names = await readdir(this.#folder(handle)).catch(undefinedIfAbsent);
    if (names === undefined) throw await this.#goneOrAway();
    return names
      .map((name) => RECORD.exec(name))
      .filter((match) => match !== null)
      .map((match) => ({ number: Number(match[1]), sizeBytes: Number(match[2]) }))
      .sort((a, b) => a.number - b.number);
  }

  async join(
    key: string,
    handle: string,
    parts: readonly StoredPart[],
    signal?: AbortSignal,
  ): Promise<boolean> {
    const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
    try {
      return await this.#joinContent(key, handle, parts, sizeBytes, signal);
    } catch (error) {
      if (await this.#hasContent(handle)) throw error;
      const gone = await this.#goneOrAway(error);
      if (gone instanceof StorageUnavailable) throw gone;
      // Another has joined the parts, perhaps just now, or has abandoned them.
      await this.abandon(key, handle);
      if (await this.#hasSize(key, sizeBytes)) return true;
      throw gone;
    }
  }

  async #joinContent(
    key: string,
    handle: string,
    parts: readonly StoredPart[],
    sizeBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const folder = this.#folder(handle);
    const content = join(folder, CONTENT);
    // What has no record is not there, whoever sends it, and is told at once: a connection that died with its process
    // would be waited for, and those that still send would be kept from it.
    await this.#requireParts(key, handle, parts);
    const claim = await takeClaim(join(folder, JOIN_CLAIM), STORAGE_LIMITS.joinWaitMs, signal);
    try {
      await this.#waitForWriters(folder, signal);
      // Whoever wrote until now may have had other content for a part, which takes its record away.
      await this.#requireParts(key, handle, parts);
      const { size } = await stat(content);
      if (size !== sizeBytes) {
        throw new AppError("INVALID_REQUEST", `The parts are ${size} bytes, not ${sizeBytes}.`);
      }
      await claim.confirmNow();
      const isOurs = await placeNew(this.#root, key, content);
      await this.abandon(key, handle);
      return isOurs;
    } finally {
      await claim.release();
    }
  }

  async abandon(_key: string, handle: string): Promise<void> {
    const folder = this.#folder(handle);
    // The content first: without it nothing is left that a join could place.
    await rm(join(folder, CONTENT), { force: true });
    await removeTree(folder, CONTENDED_ATTEMPTS);
  }

  partUrl(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Removes what belongs to no upload that could still go on, and returns how many those were.
   * @param nowMs by the disk's clock
   */
  async removeLeftovers(nowMs: number): Promise<number> {
    const all = join(this.#root, PARTS_FOLDER);
    const oldestMs = nowMs - STORAGE_LIMITS.partsKeptMs;
    let count = 0;
    for (const name of (await readdir(all).catch(undefinedIfAbsent)) ?? []) {
      const info = await lstat(join(all, name)).catch(undefinedIfAbsent);
      if (info === undefined || info.mtimeMs >= oldestMs) continue;
      await removeTree(join(all, name));
      count += 1;
    }
    return count;
  }

  #folder(handle: string): string {
    if (!HANDLE.test(handle)) throw new AppError("NOT_FOUND");
    return join(this.#root, PARTS_FOLDER, handle);
  }

  /** A join under way ends soon, and one whose process is gone must not keep parts away. */
  async #waitForJoin(folder: string, signal: AbortSignal | undefined): Promise<void> {
    await waitForClaim(join(folder, JOIN_CLAIM), STORAGE_LIMITS.joinWaitMs, signal);
  }

  async #refuseWhileJoining(folder: string): Promise<void> {
    if (!(await isThere(join(folder, JOIN_CLAIM)))) return;
    throw new AppError("UNAVAILABLE", "The parts of this upload are being joined.");
  }

  async #writePart(
    folder: string,
    part: PartToStore,
    content: Readable,
    claim: PartClaim,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const record = join(folder, recordName(part));
    const forget = async (): Promise<void> => {
      await rm(record, { force: true });
      await syncFolder(folder);
    };
    const { offsetBytes, sizeBytes } = part;
    const idleTimeoutMs = this.#idleTimeoutMs;
    const mayWrite = (): Promise<void> => claim.confirm();
    const beforeChange = (await isThere(record)) ? forget : undefined;
    const write = { offsetBytes, sizeBytes, idleTimeoutMs, signal, mayWrite, beforeChange };
    const file = await this.#openContent(folder);
    try {
      await writeExactly(file, content, write);
      await file.sync();
    } finally {
      await file.close();
    }
    await claim.confirmNow();
    if (await isThere(record)) return;
    const made = await open(record, "wx", FILE_MODE).catch(undefinedIfAbsent);
    if (made === undefined) throw new AppError("NOT_FOUND");
    await made.close();
    await syncFolder(folder);
  }

  async #openContent(folder: string): Promise<FileHandle> {
    const flags = constants.O_RDWR | constants.O_NOFOLLOW;
    const file = await open(join(folder, CONTENT), flags).catch(undefinedIfAbsent);
    if (file === undefined) throw new AppError("NOT_FOUND");
    return file;
  }

  /** Nobody writes any more when this returns: who begins now finds the join's claim. */
  async #waitForWriters(folder: string, signal: AbortSignal | undefined): Promise<void> {
    for (const name of await readdir(folder)) {
      if (!CLAIM.test(name)) continue;
      await waitForClaim(join(folder, name), STORAGE_LIMITS.joinWaitMs, signal);
    }
  }

  async #requireParts(key: string, handle: string, parts: readonly StoredPart[]): Promise<void> {
    const there = new Set((await this.listParts(key, handle)).map(recordName));
    const missing = parts.filter((part) => !there.has(recordName(part)));
    if (missing.length > 0) throw partsMissing(missing);
  }

  /** What to tell of parts that are not there: of a storage that is away nothing is known to be missing. */
  async #goneOrAway(cause?: unknown): Promise<AppError> {
    const all = await lstat(join(this.#root, PARTS_FOLDER)).catch(undefinedIfAbsent);
    return all === undefined
      ? new StorageUnavailable({ cause })
      : new AppError("NOT_FOUND", undefined, { cause });
  }

  #hasContent(handle: string): Promise<boolean> {
    return isThere(join(this.#folder(handle), CONTENT));
  }

  async #hasSize(key: string, sizeBytes: number): Promise<boolean> {
    const file = await openRealFile(this.#root, key);
    if (file === undefined) return false;
    try {
      return (await file.stat()).size === sizeBytes;
    } finally {
      await file.close();
    }
  }
}
