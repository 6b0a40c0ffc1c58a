// Whether it is told by voices alone where another one begins to speak: conversations of each two of the real voices that
// are on the machine, of four and six of them, and of each by itself, in which no turn may be claimed; and of each by itself
// that is heard over a telephone from the middle on, which is taken for two.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RealVoices, realVoices } from "../test/support/speech/real-voices.ts";
import { CONDITIONS } from "../test/support/speech/voice-recordings.ts";
import type { BenchDefinition } from "./measuring/harness.ts";
import { alignColumns } from "./measuring/report.ts";
import { type Condition, readCondition, readConditions } from "./speech/read-conditions.ts";
import {
  type MeasuredTurns,
  MIN_VOICE_S,
  measureTurns,
  type RecordedVoice,
  recordVoices,
} from "./speech/voice-conversations.ts";

const COLUMNS = ["condition", "voices", "conversations", "with claims", "neighbours", "claimed", "wrong"];
/** Several orders of the same voices. */
const SEEDS = [1, 2, 3];

function pairsOf(voices: readonly RecordedVoice[]): RecordedVoice[][] {
  return voices.flatMap((one, at) => voices.slice(at + 1).map((other) => [one, other]));
}

/** Each voice and those behind it, so that all take part alike. */
function groupsOf(voices: readonly RecordedVoice[], size: number): RecordedVoice[][] {
  if (voices.length <= size) return voices.length === size ? [[...voices]] : [];
  return voices.map((_, at) => [...voices, ...voices].slice(at, at + size));
}

/** Each voice as recorded, and from the middle on as it is otherwise. */
function changing(voices: readonly RecordedVoice[], later: readonly RecordedVoice[]): RecordedVoice[] {
  return voices.map(({ name, samples }, at) => {
    const middle = 2 * Math.floor(samples.length / 4);
    const rest = later[at]?.samples.subarray(middle) ?? new Uint8Array();
    return { name, samples: Buffer.concat([samples.subarray(0, middle), rest]) };
  });
}

function rowOf(condition: string, voices: number, heard: readonly MeasuredTurns[]): string[] {
  const sum = (of: (turns: MeasuredTurns) => number): number =>
    heard.reduce((all, turns) => all + of(turns), 0);
  const [pairs, claimed, wrong] = [
    sum((turns) => turns.pairs),
    sum((turns) => turns.claimed),
    sum((turns) => turns.wrong),
  ];
  const share = (part: number, whole: number): string =>
    whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1)} %`;
  const withClaims = heard.filter((turns) => turns.claimed > 0).length;
  return [
    condition,
    voices,
    heard.length,
    withClaims,
    pairs,
    share(claimed, pairs),
    share(wrong, claimed),
  ].map(String);
}

/** The single voices of this machine, and what is missing of them. */
function singleVoices(): RealVoices {
  const { voices, missing } = realVoices();
  return { voices: voices.filter(({ name }) => !name.startsWith("two people")), missing };
}

const PLAIN = readCondition("as recorded");
const TELEPHONE = readCondition("telephone");

/** Gives a folder for the time of the work. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Why there is nothing to measure, as a clause; undefined where there is. */
async function whyNothing(): Promise<string | undefined> {
  const { voices, missing } = singleVoices();
  const recorded = await inFolder((folder) => recordVoices(voices, PLAIN.graph, folder));
  if (recorded.length > 0) return undefined;
  return `no real voice of ${MIN_VOICE_S} s is on this machine (${missing.join("; ")})`;
}

async function measureAll(
  conditions: readonly Condition[],
  folder: string,
  signal: AbortSignal,
): Promise<string[][]> {
  const { voices } = singleVoices();
  const rows: string[][] = [];
  const told = (condition: string, count: number, groups: readonly RecordedVoice[][]): void => {
    if (groups.length === 0) return;
    const heard = groups.flatMap((group) => SEEDS.map((seed) => measureTurns(group, seed)));
    const row = rowOf(condition, count, heard);
    console.log(row.join(", "));
    rows.push(row);
  };
  for (const { name, graph } of conditions) {
    signal.throwIfAborted();
    const recorded = await recordVoices(voices, graph, folder);
    told(name, 1, groupsOf(recorded, 1));
    told(name, 2, pairsOf(recorded));
    for (const size of [4, 6]) told(name, size, groupsOf(recorded, size));
  }
  const plain = await recordVoices(voices, PLAIN.graph, folder);
  const telephone = await recordVoices(voices, TELEPHONE.graph, folder);
  told(
    "recorded, then telephone",
    1,
    changing(plain, telephone).map((voice) => [voice]),
  );
  return rows;
}

const definition: BenchDefinition = {
  name: "turns",
  description: "whether voices alone tell where another one begins to speak",
  options: { conditions: Object.keys(CONDITIONS).join(",") },
  quick: { options: { conditions: "as recorded,noise" }, leftOut: whyNothing },
  run: async ({ options, signal }) => {
    const conditions = readConditions(options.conditions ?? "");
    const reason = await whyNothing();
    if (reason !== undefined) throw new Error(`Nothing to measure: ${reason}.`);
    for (const line of singleVoices().missing) console.log(`Skipped: ${line}.`);
    const rows = await inFolder((folder) => measureAll(conditions, folder, signal));
    console.log(alignColumns([COLUMNS, ...rows]).join("\n"));
  },
};

export default definition;
