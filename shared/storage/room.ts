// How much room the storage has, read regularly and before each upload. Below its floor no new content is accepted, so that
// work under way, and a database on the same disk, can go on.
import { AppError } from "../errors.ts";
import { diskFloorBytes, isBelowFloor } from "./disk-floor.ts";
import type { DiskSpace } from "./free-space.ts";
import type { ObjectStorage } from "./object-storage.ts";
import { WatchedSpace } from "./watched-space.ts";

export interface RoomReading extends DiskSpace {
  /** What may be filled before the floor is reached; not below 0. */
  readonly roomBytes: number;
}

/** One a control plane. */
export class StorageRoom {
  readonly #space: WatchedSpace;
  readonly #floorBytes: number | null;
  #isLow = false;
  #isSilent = false;

  /** @param floorBytes what stays free; null for the usual share of the disk */
  constructor(storage: ObjectStorage, floorBytes: number | null) {
    this.#space = new WatchedSpace(() => storage.space());
    this.#floorBytes = floorBytes;
  }

  /** Whether the storage was below its floor, or did not answer, when it was last asked. */
  isLow(): boolean {
    return this.#isLow;
  }

  /** What is wrong with it, in words for the public; undefined while it has room. */
  shortage(): string | undefined {
    if (!this.#isLow) return undefined;
    return this.#isSilent ? "the storage does not answer" : "the storage has too little room for uploads";
  }

  /** Asks the storage again. @throws AppError UNAVAILABLE where it has not said for long */
  async check(): Promise<RoomReading> {
    try {
      const space = await this.#space.look();
      const floorBytes = diskFloorBytes(space.totalBytes, this.#floorBytes);
      this.#isLow = isBelowFloor(space.freeBytes, floorBytes, this.#isLow);
      this.#isSilent = false;
      return { ...space, roomBytes: Math.max(0, space.freeBytes - floorBytes) };
    } catch (error) {
      this.#isLow = true;
      this.#isSilent = true;
      throw error instanceof AppError ? error : new AppError("UNAVAILABLE", undefined, { cause: error });
    }
  }
}
