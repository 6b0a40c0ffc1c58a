// @ts-check
// Loaded before tsx (`node --import`), whose own reads of files would start the pool. Node.js looks up names, hashes
// passwords, compresses and makes every call for files in four threads, however large the machine is: a few writes that a
// disk is slow with, or images that are read, hold up all others. On two cores 32 files that were written at once took
// 0.25 to 0.35 s with four threads, 0.2 to 0.34 s with eight and 0.15 s with sixteen. Most of these calls wait for a disk,
// which is why there are more than cores on a small machine; beyond the largest number the disk is what is waited for.
// An operator's own UV_THREADPOOL_SIZE is left as it is. It is no TypeScript: see own-compiler-cache.mjs.
import { availableParallelism } from "node:os";

const THREADS = { min: 16, max: 64 };

/** As many as the machine has cores, within bounds. @param {number} cores */
export function threadPoolSize(cores) {
  return Math.min(Math.max(cores, THREADS.min), THREADS.max);
}

if (!process.env.UV_THREADPOOL_SIZE) {
  process.env.UV_THREADPOOL_SIZE = String(threadPoolSize(availableParallelism()));
}
