// How much memory this process may have: the machine's, or what a container allows of it.
import { totalmem } from "node:os";

/** In bytes. */
export function machineMemoryBytes(): number {
  // Zero, or a number beyond all memory, where nothing bounds the process.
  const bound = process.constrainedMemory();
  return bound > 0 ? Math.min(bound, totalmem()) : totalmem();
}
