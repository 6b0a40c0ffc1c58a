import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Registry } from "prom-client";
import { createNodeMetrics } from "../../../media-node/worker/metrics/node-metrics.ts";
import {
  type DiskUse,
  type NodeRoom,
  type NodeRoomOptions,
  type WatchedDisk,
  watchNodeRoom,
} from "../../../media-node/worker/node-room.ts";
import { NodeLack } from "../../../shared/node-lack.ts";
import { type DiskSpace, freeSpace } from "../../../shared/storage/free-space.ts";
import { keptLog, type LogLine } from "../../support/kept-log.ts";
import { smallDisk } from "../../support/storage/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const LOOK_MS = 10;

interface Scene {
  readonly room: NodeRoom;
  /** Whether jobs were taken after each change. */
  readonly changes: boolean[];
  readonly lines: LogLine[];
  metric(line: string): Promise<string | undefined>;
}

interface WatchOptions extends Partial<Omit<NodeRoomOptions, "disks">> {
  readonly folders?: Readonly<Record<DiskUse, string>>;
  readonly readSpace?: (folder: string) => Promise<DiskSpace>;
}

async function watch(t: TestContext, given: WatchOptions): Promise<Scene> {
  const { folders = { scratch: "/scratch", storage: "/storage" }, readSpace = freeSpace, ...options } = given;
  const disk = (use: DiskUse): WatchedDisk => ({
    name: `the ${use} folder's disk`,
    readSpace: () => readSpace(folders[use]),
  });
  const registry = new Registry();
  const { logger, lines } = keptLog();
  const room = await watchNodeRoom({
    disks: { scratch: disk("scratch"), storage: disk("storage") },
    floorBytes: null,
    metrics: createNodeMetrics(registry),
    logger,
    intervalMs: LOOK_MS,
    ...options,
  });
  t.after(() => room.stop());
  const changes: boolean[] = [];
  room.onChange(() => changes.push(room.shortage() === undefined));
  return {
    room,
    changes,
    lines,
    metric: async (line) => {
      const rows = (await registry.metrics()).split("\n");
      return rows.find((row) => row.startsWith(`${line} `))?.slice(line.length + 1);
    },
  };
}

/** Disks whose room a test sets. */
function disks(totalBytes: number, freeBytes: number) {
  const free: Record<string, number> = { "/scratch": freeBytes, "/storage": freeBytes };
  const readSpace = async (folder: string): Promise<DiskSpace> => ({
    freeBytes: free[folder] ?? 0,
    totalBytes,
  });
  return { free, readSpace };
}

test("a node whose disk falls below its floor takes no jobs until there is more room than the floor", async (t) => {
  const { free, readSpace } = disks(1_000 * GIB, 3 * GIB);
  const { room, changes, lines, metric } = await watch(t, { readSpace });
  assert.equal(room.shortage(), undefined);
  free["/scratch"] = 2 * GIB - 1;
  await until("the shortage", () => room.shortage() !== undefined);
  assert.equal(room.shortage(), "the scratch folder's disk has too little room", "tenants read it");
  assert.equal(await metric('clipmill_disk_free_bytes{folder="scratch"}'), String(2 * GIB - 1));
  assert.equal(await metric('clipmill_disk_low{folder="scratch"}'), "1");
  assert.equal(await metric('clipmill_disk_low{folder="storage"}'), "0");
  free["/scratch"] = 2.1 * GIB;
  await until(
    "the new number",
    async () => (await metric('clipmill_disk_free_bytes{folder="scratch"}')) === String(2.1 * GIB),
  );
  assert.notEqual(room.shortage(), undefined, "barely above the floor is not enough");
  free["/scratch"] = 2.3 * GIB;
  await until("the room", () => room.shortage() === undefined);
  assert.deepEqual(changes, [false, true]);
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ["no new jobs are taken", "new jobs are taken again"],
  );
  assert.partialDeepStrictEqual(lines[0], { freeMib: 2047, floorMib: 2048 });
});

test("a node that starts on a full disk takes no jobs from the first on", async (t) => {
  const { readSpace } = disks(1_000 * GIB, 0);
  const { room, lines } = await watch(t, { readSpace });
  assert.match(room.shortage() ?? "", /scratch folder's disk has too little room/);
  assert.equal(lines.length, 1);
});

test("the floor is a twentieth of a small disk, and what the operator says of any", async (t) => {
  const { readSpace } = disks(100 * MIB, 6 * MIB);
  assert.equal((await watch(t, { readSpace })).room.shortage(), undefined);
  const strict = await watch(t, { readSpace, floorBytes: 7 * MIB });
  assert.notEqual(strict.room.shortage(), undefined);
  assert.equal(strict.lines[0]?.floorMib, 7);
  const without = await watch(t, { ...disks(100 * MIB, 0), floorBytes: 0 });
  assert.equal(without.room.shortage(), undefined);
});

test("a real disk that a file fills is full, and has room once the file is gone", async (t) => {
  const scratch = await smallDisk(t, 8);
  if (scratch === undefined) return;
  const folders = { scratch, storage: await temporaryFolder(t) };
  const { room } = await watch(t, { folders });
  assert.equal(room.shortage(), undefined);
  await writeFile(join(scratch, "other"), Buffer.alloc(8 * MIB - 64 * 1_024));
  await until("the shortage", () => room.shortage() !== undefined);
  await rm(join(scratch, "other"));
  await until("the room", () => room.shortage() === undefined);
});

test("a disk that does not answer, or is not there, is none to begin work on", {
  timeout: 60_000,
}, async (t) => {
  let asked = 0;
  const hanging = await watch(t, {
    readSpace: () => {
      asked += 1;
      return new Promise(() => undefined);
    },
  });
  assert.equal(hanging.room.shortage(), "the scratch folder's disk does not answer");
  assert.equal(asked, 2, "one question hangs for each disk, and no more");
  const gone = await watch(t, { folders: { scratch: "/does/not/exist", storage: "/" } });
  assert.match(gone.room.shortage() ?? "", /scratch folder's disk does not answer/);
});

test("want of a device is no reason to take no job: only those for devices wait, and only while none is up", async (t) => {
  const { readSpace } = disks(1_000 * GIB, 500 * GIB);
  let isDeviceUp = true;
  const { room, changes, lines } = await watch(t, {
    readSpace,
    lackPauseMs: 20,
    isDeviceUp: () => isDeviceUp,
  });
  const lackDevice = (): void => room.noteLack(new NodeLack("device"));
  lackDevice();
  assert.equal(room.deviceShortage(), undefined, "another device is up");
  isDeviceUp = false;
  lackDevice();
  assert.equal(room.deviceShortage(), "a run has just ended for want of a GPU that works");
  assert.equal(room.shortage(), undefined);
  const begunMs = performance.now();
  await until("several pauses", () => performance.now() - begunMs > 100);
  assert.notEqual(room.deviceShortage(), undefined, "none is up yet");
  isDeviceUp = true;
  await until("a device", () => room.deviceShortage() === undefined);
  assert.deepEqual(changes, [true, true], "listeners hear of both, and other jobs are taken all the time");
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ["no new jobs for devices are taken", "new jobs for devices are taken again"],
  );
});

test("after a run that lacked something no job is taken for a while", async (t) => {
  const { readSpace } = disks(1_000 * GIB, 500 * GIB);
  const { room, changes } = await watch(t, { readSpace, lackPauseMs: 100 });
  room.noteLack(new NodeLack("handles"));
  assert.equal(room.shortage(), "a run has just ended for want of file handles or processes");
  room.noteLack(new NodeLack("handles"));
  await until("the end of the pause", () => room.shortage() === undefined);
  assert.deepEqual(changes, [false, true]);
});
