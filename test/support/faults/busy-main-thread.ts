// Loaded into a process before its own code (`--import`): at a SIGUSR2 its main thread computes for a while and hears of
// nothing meanwhile, neither of signals nor of its children, while its other threads go on.
import { isMainThread } from "node:worker_threads";
import { BUSY_MS } from "./busy-time.ts";

if (isMainThread)
  process.on("SIGUSR2", () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
  });
