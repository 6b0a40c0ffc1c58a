// Whether this node can take new work: room on the disks that it writes to, and no lack that a run has just found. While it
// cannot, it takes no job and says why, so that other nodes take them; runs under way go on. If only a working device is
// missing, it still takes jobs that need none.
import { NODE_ROOM_LIMITS } from "../../shared/limits/nodes.ts";
import { MIB } from "../../shared/limits/units.ts";
import type { Logger } from "../../shared/logger.ts";
import type { NodeLack } from "../../shared/node-lack.ts";
import { repeatEvery } from "../../shared/repeat.ts";
import { diskFloorBytes, isBelowFloor } from "../../shared/storage/disk-floor.ts";
import type { DiskSpace } from "../../shared/storage/free-space.ts";
import { WatchedSpace } from "../../shared/storage/watched-space.ts";
import type { NodeMetrics } from "./metrics/node-metrics.ts";

/** What a node writes to. */
export type DiskUse = "scratch" | "storage";

export interface WatchedDisk {
  /** In a sentence, such as "the scratch folder's disk". */
  readonly name: string;
  /** Asks for the room on it. */
  readonly readSpace: () => Promise<DiskSpace>;
}

export interface NodeRoomOptions {
  readonly disks: Readonly<Record<DiskUse, WatchedDisk>>;
  /** What must stay free on each disk; null for the usual share of it. */
  readonly floorBytes: number | null;
  readonly metrics: NodeMetrics;
  readonly logger: Logger;
  readonly intervalMs?: number;
  /** How long no job is taken after a run that lacked something. */
  readonly lackPauseMs?: number;
  /** Whether any of the node's devices takes calls now; none does unless told. */
  readonly isDeviceUp?: () => boolean;
}

export interface NodeRoom {
  /** Why no new job is taken; undefined while jobs are. Safe to show to anybody. */
  readonly shortage: () => string | undefined;
  /** Why no new job for devices is taken; undefined while such jobs are. */
  readonly deviceShortage: () => string | undefined;
  /**
   * Called by a run that ended for lack of something: no job is taken for a while. For lack of a device only jobs for
   * devices are left, while all devices are down.
   */
  noteLack(lack: NodeLack): void;
  /** Registers a listener for changes of what is taken. */
  onChange(listener: () => void): void;
  stop(): Promise<void>;
}

/** Why no jobs are taken. */
interface Want {
  /** Read by whoever's tasks wait: it tells nothing of the machine but what it lacks. */
  readonly reason: string;
  /** For the operator's log alone. */
  readonly figures?: { readonly freeMib: number; readonly floorMib: number };
}

/** Looks after one disk: `look` says what is wrong with it now. */
function watchDisk(use: DiskUse, options: NodeRoomOptions): { look(): Promise<Want | undefined> } {
  const { metrics } = options;
  const { name, readSpace } = options.disks[use];
  let isLow = false;
  const watched = new WatchedSpace(readSpace);
  return {
    look: async () => {
      const space = await watched.look().catch(() => undefined);
      if (space === undefined) {
        isLow = true;
        metrics.setDiskSpace(use, { freeBytes: 0, isLow });
        return { reason: `${name} does not answer` };
      }
      const { freeBytes, totalBytes } = space;
      const floorBytes = diskFloorBytes(totalBytes, options.floorBytes);
      isLow = isBelowFloor(freeBytes, floorBytes, isLow);
      metrics.setDiskSpace(use, { freeBytes, isLow });
      if (!isLow) return undefined;
      const figures = { freeMib: Math.floor(freeBytes / MIB), floorMib: Math.floor(floorBytes / MIB) };
      return { reason: `${name} has too little room`, figures };
    },
  };
}

/** A reason that goes by itself after a pause, unless it lasts. */
class Pause {
  readonly #pauseMs: number;
  readonly #onChange: (change: () => void) => void;
  #timer: NodeJS.Timeout | undefined;
  want: Want | undefined;

  /** @param onChange given each change of what is missing, to make it */
  constructor(pauseMs: number, onChange: (change: () => void) => void) {
    this.#pauseMs = pauseMs;
    this.#onChange = onChange;
  }

  begin(reason: string, lasts: () => boolean = () => false): void {
    clearTimeout(this.#timer);
    this.#onChange(() => {
      this.want = { reason };
    });
    this.#timer = setTimeout(() => {
      if (lasts()) return this.begin(reason, lasts);
      this.#onChange(() => {
        this.want = undefined;
      });
    }, this.#pauseMs);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Looks once before it resolves, and then again and again. */
export async function watchNodeRoom(options: NodeRoomOptions): Promise<NodeRoom> {
  const {
    logger,
    intervalMs = NODE_ROOM_LIMITS.lookMs,
    lackPauseMs = NODE_ROOM_LIMITS.lackPauseMs,
    isDeviceUp = () => false,
  } = options;
  const disks = (Object.keys(options.disks) as DiskUse[]).map((use) => watchDisk(use, options));
  const listeners: (() => void)[] = [];
  let diskShortage: Want | undefined;
  /** Makes a change, and tells of it where that changes whether jobs are taken. */
  const changing = (read: () => Want | undefined, jobs: string) => (apply: () => void) => {
    const before = read();
    apply();
    const now = read();
    if ((before === undefined) === (now === undefined)) return;
    if (now === undefined) logger.info(`new ${jobs} are taken again`);
    else logger.warn({ reason: now.reason, ...now.figures }, `no new ${jobs} are taken`);
    for (const listener of listeners) listener();
  };
  const missing = (): Want | undefined => diskShortage ?? lack.want;
  const change = changing(missing, "jobs");
  const lack = new Pause(lackPauseMs, change);
  const deviceLack = new Pause(
    lackPauseMs,
    changing(() => deviceLack.want, "jobs for devices"),
  );
  const look = async (): Promise<void> => {
    const found = await Promise.all(disks.map((disk) => disk.look()));
    change(() => {
      diskShortage = found.find((want) => want !== undefined);
    });
  };
  await look();
  const looking = repeatEvery(intervalMs, "look at the disks", logger, look);
  return {
    shortage: () => missing()?.reason,
    deviceShortage: () => deviceLack.want?.reason,
    noteLack: ({ lack: kind, what }) => {
      const reason = `a run has just ended for want of ${what}`;
      if (kind !== "device") lack.begin(reason);
      else if (!isDeviceUp()) deviceLack.begin(reason, () => !isDeviceUp());
    },
    onChange: (listener) => listeners.push(listener),
    stop: async () => {
      lack.stop();
      deviceLack.stop();
      await looking.stop();
    },
  };
}
