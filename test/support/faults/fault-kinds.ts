// The faults that a random run chooses from. Each is brought about and, where it does not pass by itself, taken back
// again before its promise resolves; what is left of it then is for the appliance to deal with.
import { setTimeout as pause } from "node:timers/promises";
import { emptyDisk, fillDisk, lockFolder } from "./disk-faults.ts";
import type { FaultBed } from "./fault-bed.ts";
import type { PlaneProcess } from "./plane-process.ts";
import { WEBHOOK_TIMES } from "./webhook-times.ts";

export interface FaultScene {
  readonly bed: FaultBed;
  /** A small disk on which the bed's media folder lies, or one node's; undefined where nothing may be mounted. */
  readonly diskFolder: string | undefined;
  readonly random: () => number;
}

export interface FaultKind {
  readonly name: string;
  /** Whether it kills a process, which may leave temporary files. */
  readonly kills: boolean;
  /** Left to long runs: it alone takes as long as several others. */
  readonly isLong: boolean;
  /** What it strikes: two faults of one target would only disturb each other. */
  readonly target: "process" | "database" | "network" | "receivers" | "disk" | "storage";
  /** Whether a bed has what it strikes. */
  readonly isPossible: (scene: FaultScene) => boolean;
  readonly strike: (scene: FaultScene) => Promise<void>;
}

function between({ random }: FaultScene, minMs: number, maxMs: number): number {
  return Math.round(minMs + (maxMs - minMs) * random());
}

function pick<T>({ random }: FaultScene, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("Nothing to pick from.");
  return item;
}

async function killAndStart(scene: FaultScene, process: PlaneProcess): Promise<void> {
  await process.kill();
  await pause(between(scene, 0, 2_000));
  await process.startAgain();
}

async function standStill(process: PlaneProcess, forMs: number): Promise<void> {
  process.signal("SIGSTOP");
  await pause(forMs);
  process.signal("SIGCONT");
}

async function freezeDatabase({ bed: { postgres } }: FaultScene, forMs: number): Promise<void> {
  await postgres.freeze();
  await pause(forMs);
  postgres.thaw();
}

async function stopGroup(process: PlaneProcess): Promise<void> {
  await process.keepBusy();
  process.signalGroup("SIGTERM");
  await process.ended();
  await process.startAgain();
}

/** A stretch of time in which one process can open no connection to the database, or only silent ones. */
async function shutOff(scene: FaultScene, admission: "refused" | "silent"): Promise<void> {
  const proxy = scene.bed.proxyOf(pick(scene, scene.bed.processes));
  proxy.admit(admission);
  proxy.cut();
  await pause(between(scene, 3_000, 10_000));
  proxy.admit("open");
  proxy.cut();
}

async function slowDown(scene: FaultScene): Promise<void> {
  const proxy = scene.bed.proxyOf(pick(scene, scene.bed.processes));
  proxy.delay(between(scene, 100, 800));
  await pause(between(scene, 3_000, 8_000));
  proxy.delay(0);
}

/** Away for less than a delivery's attempts take together, and then there for long enough to be told. */
async function leaveReceivers({ bed: { receivers } }: FaultScene): Promise<void> {
  await receivers.leave();
  await pause(WEBHOOK_TIMES.retryMs / 2);
  await receivers.back();
  await pause(2 * WEBHOOK_TIMES.retryMs);
}

async function fillForAWhile(scene: FaultScene): Promise<void> {
  const { diskFolder } = scene;
  if (diskFolder === undefined) return;
  await fillDisk(diskFolder);
  await pause(between(scene, 3_000, 8_000)).finally(() => emptyDisk(diskFolder));
}

/** A stretch of time in which nobody reaches the storage's service. */
async function takeStorage({ bed: { storage } }: FaultScene, forMs: number): Promise<void> {
  storage.proxy?.admit("refused");
  storage.proxy?.cut();
  await pause(forMs);
  storage.proxy?.admit("open");
}

async function slowStorage(scene: FaultScene): Promise<void> {
  const { proxy } = scene.bed.storage;
  proxy?.delay(between(scene, 100, 800));
  await pause(between(scene, 3_000, 8_000));
  proxy?.delay(0);
}

async function lockStorage(scene: FaultScene): Promise<void> {
  const unlock = await lockFolder(scene.bed.storageFolder);
  await pause(between(scene, 3_000, 8_000)).finally(unlock);
}

function fault(
  target: FaultKind["target"],
  name: string,
  strike: FaultKind["strike"],
  traits: Partial<FaultKind> = {},
): FaultKind {
  return { name, target, kills: false, isLong: false, isPossible: () => true, strike, ...traits };
}

const hasDisk: FaultKind["isPossible"] = ({ diskFolder }) => diskFolder !== undefined;
/** Whoever may mount a disk may mount a folder. */
const hasFolder: FaultKind["isPossible"] = ({ diskFolder, bed }) =>
  diskFolder !== undefined && bed.storage.proxy === undefined;
const hasService: FaultKind["isPossible"] = ({ bed }) => bed.storage.proxy !== undefined;

export const FAULT_KINDS: readonly FaultKind[] = [
  fault("process", "media node killed", (scene) => killAndStart(scene, pick(scene, scene.bed.nodes)), {
    kills: true,
  }),
  fault("process", "control plane killed", (scene) => killAndStart(scene, pick(scene, scene.bed.planes)), {
    kills: true,
  }),
  fault("process", "media node stands still for seconds", (scene) =>
    standStill(pick(scene, scene.bed.nodes), between(scene, 3_000, 8_000)),
  ),
  fault("process", "control plane stands still for seconds", (scene) =>
    standStill(pick(scene, scene.bed.planes), between(scene, 3_000, 8_000)),
  ),
  fault(
    "process",
    "media node stands still for 28 s",
    (scene) => standStill(pick(scene, scene.bed.nodes), 28_000),
    {
      isLong: true,
    },
  ),
  fault(
    "process",
    "control plane stands still for 28 s",
    (scene) => standStill(pick(scene, scene.bed.planes), 28_000),
    {
      isLong: true,
    },
  ),
  fault("process", "process group told to stop", (scene) => stopGroup(pick(scene, scene.bed.processes))),
  fault("process", "main thread busy", (scene) => pick(scene, scene.bed.processes).keepBusy()),
  fault("database", "database stopped", async (scene) => {
    await scene.bed.postgres.stop();
    await pause(between(scene, 0, 4_000));
    await scene.bed.postgres.start();
  }),
  fault("database", "database killed", async (scene) => {
    await scene.bed.postgres.kill();
    await scene.bed.postgres.start();
  }),
  fault("database", "database session killed", async ({ bed, random }) => {
    await bed.postgres.killBackend(random);
  }),
  fault("database", "database frozen for 6 s", (scene) => freezeDatabase(scene, 6_000)),
  fault("database", "database frozen for 25 s", (scene) => freezeDatabase(scene, 25_000), { isLong: true }),
  fault("network", "connections cut", async (scene) => {
    scene.bed.proxyOf(pick(scene, scene.bed.processes)).cut();
  }),
  fault("network", "connections silent", async (scene) => {
    const direction = pick(scene, ["to-server", "to-client", "both"] as const);
    scene.bed.proxyOf(pick(scene, scene.bed.processes)).silence(direction);
  }),
  fault("network", "connections refused", (scene) => shutOff(scene, "refused")),
  fault("network", "new connections silent", (scene) => shutOff(scene, "silent")),
  fault("network", "connections slow", slowDown),
  fault("receivers", "receivers away", leaveReceivers),
  fault("disk", "disk full", fillForAWhile, { isPossible: hasDisk }),
  fault("disk", "storage read-only", lockStorage, { isPossible: hasFolder }),
  fault("storage", "storage away for seconds", (scene) => takeStorage(scene, between(scene, 3_000, 10_000)), {
    isPossible: hasService,
  }),
  fault("storage", "storage away for a minute", (scene) => takeStorage(scene, 60_000), {
    isPossible: hasService,
    isLong: true,
  }),
  fault("storage", "storage's connections cut", async ({ bed }) => void bed.storage.proxy?.cut(), {
    isPossible: hasService,
  }),
  fault("storage", "storage's connections silent", async ({ bed }) => void bed.storage.proxy?.silence(), {
    isPossible: hasService,
  }),
  fault("storage", "storage slow", slowStorage, { isPossible: hasService }),
];
