// What threads would each build alike and only read, such as a language model's tables, is built once: the first thread
// that wants it builds it, the others get it from there. The process's main thread keeps account of who builds and who
// waits (see BuiltValues) and is never kept busy. Workers' own data at their start was rejected: what a thread will want
// is not known then.
import { AsyncLocalStorage } from "node:async_hooks";
import { inSharedMemory } from "./shared-memory.ts";

/** Asks the process for a value; `build` is called where nobody has it yet. */
export type BuildOnce = <Value>(key: string, build: () => Promise<Value>) => Promise<Value>;

const context = new AsyncLocalStorage<BuildOnce>();

/** Runs a thread's work; `builtOnce` asks `ask` in it. */
export function withBuilder<Result>(ask: BuildOnce, work: () => Promise<Result>): Promise<Result> {
  return context.run(ask, work);
}

/**
 * The value of `key`, built by `build` in one thread of the process and shared with all others, its typed arrays in
 * shared memory. It holds plain records, arrays, numbers and strings, and is the same however it is built. Outside of
 * threads' tasks it is built where it is asked for.
 * @throws what `build` throws, in the thread that built; the next one that asks tries again
 */
export function builtOnce<Value>(key: string, build: () => Promise<Value>): Promise<Value> {
  const ask = context.getStore();
  return ask === undefined ? build() : ask(key, async () => inSharedMemory(await build()));
}
