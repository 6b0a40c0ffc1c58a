// What runs in threads: a file whose default export `threadTask` made, and the lane whose bound it counts against. A
// definition stands beside the code that it runs, and is all that a caller needs (see runInThread).
import type { LaneName } from "./lane-bounds.ts";

export interface TaskDefinition<Input, Output> {
  readonly file: URL;
  readonly lane: LaneName;
  /** Threads that may run it; null for as many as its lane has, which it then shares with the lane's other tasks. */
  readonly copies: number | null;
  /** Whether its threads keep what they have loaded for as long as the node runs. */
  readonly keepsModel: boolean;
  /** Never there: what a call takes and gives. */
  readonly types?: { readonly input: Input; readonly output: Output };
}

export interface TaskOptions {
  /** 1 where it loads what memory has room for only once. */
  readonly copies?: number;
  /** Lanes of models keep theirs unless told otherwise. */
  readonly keepsModel?: boolean;
}

/** Names a file's task. `Input` and `Output` cross as structured clones. */
export function defineTask<Input, Output>(
  file: URL,
  lane: LaneName,
  { copies, keepsModel = lane === "model" || lane === "image" || lane === "device" }: TaskOptions = {},
): TaskDefinition<Input, Output> {
  return { file, lane, copies: copies ?? null, keepsModel };
}
