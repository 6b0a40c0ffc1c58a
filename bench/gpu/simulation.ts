// What processes for devices give and cost, on simulated cards: throughput by their number and by batching, memory with
// more models than fit, and what faults cost.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setInterval as every } from "node:timers/promises";
import { writeAdder } from "../../test/support/models/adder-model.ts";
import type { DeviceFault } from "../../test/support/models/simulated-device.ts";
import type { BenchCase, Comparison, Measures } from "../measuring/harness.ts";
import { ADDED, type Cards, callFor, type Load, openAdder, openCards } from "./simulated-cards.ts";

const DURATION_MS = 3_000;
const RUNS = 96;
const BATCH_ROWS = 16;
const MODEL_BYTES = 40 * 2 ** 20;

interface CardCase {
  readonly cards: number;
  readonly maxRows: number;
  /** Models that calls take turns with. */
  readonly models?: number;
  readonly memoryBytes?: number;
  /** Every so often one card after the other fails so. */
  readonly fault?: { readonly kind: DeviceFault; readonly everyMs: number };
}

async function failInTurn({ fail }: Cards, { cards, fault }: CardCase, signal: AbortSignal): Promise<void> {
  if (fault === undefined) return;
  let turn = 0;
  const ticks = every(fault.everyMs, undefined, { signal });
  try {
    for await (const _ of ticks) {
      await fail(turn % cards, fault.kind);
      turn += 1;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function measures({ devices }: Cards, { right, wrong, failed, seconds, longestMs }: Load): Measures {
  const beats = devices.status().map(({ beat }) => beat);
  const sum = (of: "batches" | "rows" | "padding"): number =>
    beats.reduce((total, beat) => total + (beat?.[of] ?? 0), 0);
  return {
    callsPerS: right / seconds,
    rowsPerRun: sum("rows") / Math.max(1, sum("batches")),
    wrong,
    failed,
    longestMs,
    starts: devices.status().reduce((total, { starts }) => total + starts, 0),
    largestUsedMb: Math.max(...beats.map((beat) => beat?.usedBytes ?? 0)) / 2 ** 20,
  };
}

function cardCase(name: string, given: CardCase): BenchCase {
  let cards: Cards | undefined;
  let folder = "";
  return {
    name,
    prepare: async () => {
      folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
      cards = await openCards(
        given.cards,
        given.memoryBytes === undefined ? {} : { memoryBytes: given.memoryBytes },
      );
    },
    run: async () => {
      if (cards === undefined) throw new Error("not prepared");
      const paths = Array.from({ length: given.models ?? 1 }, (_, index) => join(folder, `${index}.onnx`));
      for (const path of paths) await writeAdder(path, ADDED, given.models === undefined ? 0 : MODEL_BYTES);
      const sessions = [];
      for (const path of paths) sessions.push(await openAdder(path, given.maxRows));
      const ended = new AbortController();
      const failing = failInTurn(cards, given, ended.signal);
      const load = await callFor(DURATION_MS, RUNS, sessions);
      ended.abort();
      await failing;
      return measures(cards, load);
    },
    cleanUp: async () => {
      await cards?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ALONE: CardCase = { cards: 1, maxRows: 1 };

export const SIMULATIONS: readonly Comparison[] = [
  {
    name: `${RUNS} runs on simulated cards (20 ms a run of a model, 1 ms a row)`,
    warmUps: 0,
    reference: cardCase("1 card, each call alone", ALONE),
    candidates: [1, 2, 4, 8].map((cards) =>
      cardCase(`${cards} card${cards === 1 ? "" : "s"}, calls share runs`, { cards, maxRows: BATCH_ROWS }),
    ),
  },
  {
    name: "memory for two models of 40 MB on each of 2 cards",
    warmUps: 0,
    reference: cardCase("2 models", {
      cards: 2,
      maxRows: BATCH_ROWS,
      models: 2,
      memoryBytes: 2.5 * MODEL_BYTES,
    }),
    candidates: [
      cardCase("4 models in turn", {
        cards: 2,
        maxRows: BATCH_ROWS,
        models: 4,
        memoryBytes: 2.5 * MODEL_BYTES,
      }),
    ],
  },
  {
    name: "faults of 4 cards, one every 700 ms",
    warmUps: 0,
    reference: cardCase("none", { cards: 4, maxRows: BATCH_ROWS }),
    candidates: (["die", "break", "hang"] as const).map((kind) =>
      cardCase(
        { die: "the process dies", break: "a sticky error", hang: "a call never ends (1 s allowed)" }[kind],
        {
          cards: 4,
          maxRows: BATCH_ROWS,
          fault: { kind, everyMs: 700 },
        },
      ),
    ),
  },
];
