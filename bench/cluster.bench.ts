// Many machines' worth of processes on this one: whether nothing is lost whatever fails, and what each further media
// node gives.
import { randomInt } from "node:crypto";
import { growthComparison } from "./cluster/growth.ts";
import { proveCluster } from "./cluster/proof.ts";
import { printResult } from "./faults/print-result.ts";
import type { BenchDefinition } from "./measuring/harness.ts";
import { readNumber } from "./measuring/read-number.ts";

const JOBS = { default: 300, min: 1, max: 100_000 };
const MAX_SEED = 2 ** 31;

const definition: BenchDefinition = {
  name: "cluster",
  description:
    "two control planes, four media nodes, an S3 server, --jobs N under faults (--seed S repeats them): whether the account comes out; then jobs a second of 1, 2 and 4 media nodes, where a job's work is waiting (--only growth, --only faults)",
  options: { jobs: String(JOBS.default), seed: "", only: "" },
  repeats: 1,
  run: async ({ compare, options, signal }) => {
    const { only = "", jobs = "", seed: chosen = "" } = options;
    if (!["", "growth", "faults"].includes(only)) throw new Error("--only must be growth or faults.");
    if (only !== "growth") {
      const seed =
        chosen === "" ? randomInt(MAX_SEED) : readNumber("seed", chosen, { min: 0, max: MAX_SEED });
      console.log(`seed ${seed}`);
      const result = await proveCluster({ jobs: readNumber("jobs", jobs, JOBS), seed, signal });
      if (!printResult(result))
        throw new Error(`The account does not come out; --seed ${seed} repeats the faults.`);
    }
    if (only !== "faults") await compare(growthComparison());
  },
};
export default definition;
