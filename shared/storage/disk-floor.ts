// How much of a disk stays free: below it nothing new is begun, so that what is under way, the database beside it and
// the logs have room to end in.
import { STORAGE_LIMITS } from "../limits/storage.ts";
import { GIB, MIB } from "../limits/units.ts";
import { type Environment, readInteger } from "../process/environment.ts";

/** A twentieth of the disk, but no more than this: large disks need no larger reserve. */
const MAX_DEFAULT_FLOOR_BYTES = 2 * GIB;
const DEFAULT_FLOOR_SHARE = 0.05;
/** Of the floor, for a disk to be thought roomy again: one that is at its floor would change its mind with each file. */
const ROOMY_FLOORS = 1.1;

/** The operator's word on it, in bytes; null where there is none. @throws SettingError */
export function readDiskFloor(env: Environment): number | null {
  const minFreeMb = readInteger(env, "CLIPMILL_MIN_FREE_MB", STORAGE_LIMITS.minFreeMb, null);
  return minFreeMb === null ? null : minFreeMb * MIB;
}

/** What must stay free on a disk of this size; `setBytes` is the operator's word on it. */
export function diskFloorBytes(totalBytes: number, setBytes: number | null): number {
  return setBytes ?? Math.min(MAX_DEFAULT_FLOOR_BYTES, Math.floor(DEFAULT_FLOOR_SHARE * totalBytes));
}

/** Whether a disk has too little room; one that had needs a little more than its floor to have enough. */
export function isBelowFloor(freeBytes: number, floorBytes: number, wasBelow: boolean): boolean {
  return freeBytes < (wasBelow ? ROOMY_FLOORS * floorBytes : floorBytes);
}
