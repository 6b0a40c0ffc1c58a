// How many threads Node.js has for calls of files, hashes and look-ups (thread-pool.mjs sets it before they start).

/** Node.js has so many where nothing says otherwise. */
const DEFAULT_POOL_THREADS = 4;

export function poolThreads(): number {
  return Number(process.env.UV_THREADPOOL_SIZE) || DEFAULT_POOL_THREADS;
}
