// The floor: how much of a disk stays free. Below it no new work starts, so that work under way, the database and the logs
// have room left.
import { STORAGE_LIMITS } from "../limits/storage.ts";
import { GIB, MIB } from "../limits/units.ts";
import { type Environment, readInteger } from "../process/environment.ts";

/** A twentieth of the disk, but no more than this: large disks need no larger reserve. */
const MAX_DEFAULT_FLOOR_BYTES = 2 * GIB;
const DEFAULT_FLOOR_SHARE = 0.05;
/** Factor of the floor above which a disk counts as roomy again, so that the state does not change with each file. */
const ROOMY_FLOORS = 1.1;

/** The operator's setting in bytes; null if it is not set. @throws SettingError */
export function readDiskFloor(env: Environment): number | null {
  const minFreeMb = readInteger(env, "CLIPMILL_MIN_FREE_MB", STORAGE_LIMITS.minFreeMb, null);
  return minFreeMb === null ? null : minFreeMb * MIB;
}

/** What must stay free on a disk of this size; `setBytes` is the operator's setting. */
export function diskFloorBytes(totalBytes: number, setBytes: number | null): number {
  return setBytes ?? Math.min(MAX_DEFAULT_FLOOR_BYTES, Math.floor(DEFAULT_FLOOR_SHARE * totalBytes));
}

/** Whether a disk has too little room; a disk that had too little needs a little more than its floor. */
export function isBelowFloor(freeBytes: number, floorBytes: number, wasBelow: boolean): boolean {
  return freeBytes < (wasBelow ? ROOMY_FLOORS * floorBytes : floorBytes);
}
