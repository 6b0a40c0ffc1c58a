// Garbage collection on demand, for tests of memory: what the script itself still holds is not what they measure.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose_gc");
export const collectGarbage = runInNewContext("gc") as () => void;
