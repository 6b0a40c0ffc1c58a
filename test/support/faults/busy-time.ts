/** How long a main thread is kept busy, which the process itself and whoever tells it must know. */
export const BUSY_MS = 3_000;
