// Many machines' worth of processes on this one: whether nothing is lost whatever fails, and what each further media
// node gives.
import { randomInt } from "node:crypto";
import { SECOND } from "../shared/limits/units.ts";
import { growthComparison } from "./cluster/growth.ts";
import { proveCluster } from "./cluster/proof.ts";
import { printResult } from "./faults/print-result.ts";
import type { BenchDefinition } from "./measuring/harness.ts";
import { readNumber, readNumbers } from "./measuring/read-number.ts";

const JOBS = { default: 300, min: 1, max: 100_000 };
const NODES = { min: 1, max: 16 };
const WAIT_SECONDS = { min: 1, max: 120 };
const ROUNDS = { min: 1, max: 100 };
const MAX_SEED = 2 ** 31;

const definition: BenchDefinition = {
  name: "cluster",
  description:
    "two control planes, four media nodes, an S3 server, --jobs N under faults (--seed S repeats them): whether the account comes out; then jobs a second of 1, 2 and 4 media nodes, where a job's work is waiting (--only growth, --only faults)",
  options: { jobs: String(JOBS.default), seed: "", only: "", nodes: "1,2,4", wait: "20", rounds: "5" },
  repeats: 1,
  // Faults alone take minutes here, and `faults` has them as well.
  quick: { options: { only: "growth", nodes: "1,2", wait: "5", rounds: "1" } },
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
    if (only === "faults") return;
    const shape = {
      nodes: readNumbers("nodes", options.nodes ?? "", NODES),
      sourceMs: SECOND * readNumber("wait", options.wait ?? "", WAIT_SECONDS),
      rounds: readNumber("rounds", options.rounds ?? "", ROUNDS),
    };
    await compare(growthComparison(shape));
  },
};
export default definition;
