// Thread: goes through a recording for its index.
import { threadTask } from "../../threads/thread-task.ts";
import { type IndexedSource, writeIndex } from "./write-index.ts";

export interface WriteIndexCall {
  readonly sourcePath: string;
  readonly scratchFolder: string;
}

export default threadTask<WriteIndexCall, IndexedSource>(({ sourcePath, scratchFolder }, { signal }) =>
  writeIndex(sourcePath, scratchFolder, signal),
);
