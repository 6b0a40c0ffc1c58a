// Faults at random for as long as is asked, under load, against the account: what the suite of tests does for two
// minutes, with the long faults and more of them. It measures nothing but whether the promise holds.
import { randomInt } from "node:crypto";
import { runRandomFaults } from "../test/support/faults/random-run.ts";
import { mountSmallDisk } from "../test/support/storage/small-disk.ts";
import { printResult } from "./faults/print-result.ts";
import type { BenchDefinition } from "./measuring/harness.ts";
import { readNumber } from "./measuring/read-number.ts";

const MINUTES = { default: 10, min: 1, max: 24 * 60 };
const ROUNDS = { min: 1, max: 100_000 };
const MAX_SEED = 2 ** 31;
const DISK_MIB = 1_024;

/** At most; as many as the time allows where none are named. */
function readRounds(text: string): number {
  return text === "" ? Number.POSITIVE_INFINITY : readNumber("rounds", text, ROUNDS);
}

const definition: BenchDefinition = {
  name: "faults",
  description:
    "faults at random under load for --minutes N, repeated by --seed S: whether every account comes out",
  options: { minutes: String(MINUTES.default), rounds: "", long: "yes", seed: "" },
  quick: { options: { minutes: "1", rounds: "2", long: "no" } },
  async run({ options, signal }) {
    const minutes = readNumber("minutes", options.minutes ?? "", MINUTES);
    const chosen = options.seed ?? "";
    const seed = chosen === "" ? randomInt(MAX_SEED) : readNumber("seed", chosen, { min: 0, max: MAX_SEED });
    const rounds = readRounds(options.rounds ?? "");
    console.log(`seed ${seed}, ${minutes} minutes`);
    const disk = await mountSmallDisk(DISK_MIB, "mode=0711");
    if (typeof disk === "string") console.log(`without faults of the disk: ${disk}`);
    try {
      const result = await runRandomFaults({
        seed,
        durationMs: minutes * 60_000,
        rounds,
        roundsPerReckoning: 4,
        faultsAtOnce: 2,
        withLongFaults: options.long === "yes",
        creates: 0,
        creators: 4,
        certain: [],
        bed: typeof disk === "string" ? {} : { mediaFolder: disk.folder },
        diskFolder: typeof disk === "string" ? undefined : disk.folder,
        signal,
        report: (line) => console.log(line),
      });
      if (!printResult(result))
        throw new Error(`The account does not come out; --seed ${seed} repeats the faults.`);
    } finally {
      if (typeof disk !== "string") await disk.close();
    }
  },
};
export default definition;
