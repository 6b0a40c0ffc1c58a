// The process of one device, started and watched by the node. It ends with the node, and by itself when its device does not
// answer or does not work any more: memory and errors of a device go with the process that had them, and with nothing
// less.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DeviceThreadData, ThreadResult } from "./device.worker.ts";
import { DeviceCalls } from "./device-calls.ts";
import type { DeviceNews } from "./device-messages.ts";
import { listenForCalls } from "./device-server.ts";
import { type DeviceTimeouts, startDeviceThread } from "./device-thread.ts";

/** The last argument of the process, as JSON. */
export interface DeviceProcessSettings extends Omit<DeviceThreadData, "budgetBytes"> {
  readonly socketPath: string;
  /** Null where the device does not say what it has. */
  readonly budgetBytes: number | null;
  readonly timeouts: DeviceTimeouts;
  readonly batchDelayMs: number;
  readonly roomWaitMs: number;
  readonly beatMs: number;
  readonly lookMs: number;
}

function tell(news: DeviceNews, then?: () => void): void {
  if (process.connected === true) process.send?.(news, undefined, {}, () => then?.());
  else then?.();
}

/** A thread that hangs in a driver would hold up an orderly exit. */
function endNow(): void {
  process.kill(process.pid, "SIGKILL");
}

/** Nobody else is left to take the sockets away. */
function endWithNode(): void {
  rmSync(dirname(socketPath), { recursive: true, force: true });
  endNow();
}

function endBecause(reason: string): void {
  tell({ type: "ending", reason }, endNow);
}

const text = process.argv.at(-1);
assert.ok(text !== undefined, "started with its settings");
const settings = JSON.parse(text) as DeviceProcessSettings;
const { backend, settings: backendSettings, timeouts, socketPath, beatMs, lookMs } = settings;
const { batchDelayMs, roomWaitMs } = settings;
process.on("disconnect", endWithNode);
// The node may have ended while this process was read from the disk.
if (!process.connected) endWithNode();
const budgetBytes = settings.budgetBytes ?? Number.POSITIVE_INFINITY;
const data = { backend, settings: backendSettings, budgetBytes };
const thread = await startDeviceThread(data, timeouts, endBecause);
const calls = new DeviceCalls({ thread, batchDelayMs, roomWaitMs, onBroken: endBecause });
await listenForCalls(socketPath, calls);
tell({ type: "ready" });

let looked: Pick<ThreadResult, "usedBytes" | "loaded" | "keptCount" | "copiedBytes"> = {};
let isLooking = false;

async function look(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  const answer = await calls.take({ type: "look" }, "", { owner: null });
  isLooking = false;
  if (answer.ok) looked = answer;
}

setInterval(() => {
  const { usedBytes = 0, loaded = [], keptCount: kept = 0, copiedBytes = 0 } = looked;
  const { counts, waiting, unanswered } = calls;
  tell({ type: "beat", usedBytes, models: loaded, kept, copiedBytes, ...counts, waiting, unanswered });
}, beatMs);
setInterval(() => void look(), lookMs);
