// Whether it is told by voices alone where another one begins to speak: conversations of each two of the real voices that
// are on the machine, of four and six of them, and of each by itself, in which no turn may be claimed; and of each by itself
// that is heard over a telephone from the middle on, which is taken for two.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realVoices } from "../test/support/speech/real-voices.ts";
import { CONDITIONS } from "../test/support/speech/voice-recordings.ts";
import type { BenchDefinition } from "./measuring/harness.ts";
import { alignColumns } from "./measuring/report.ts";
import {
  type HeardTurns,
  hearTurns,
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

function rowOf(condition: string, voices: number, heard: readonly HeardTurns[]): string[] {
  const sum = (of: (turns: HeardTurns) => number): number => heard.reduce((all, turns) => all + of(turns), 0);
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

const definition: BenchDefinition = {
  name: "turns",
  description: "whether voices alone tell where another one begins to speak",
  options: { conditions: Object.keys(CONDITIONS).join(",") },
  quick: { options: { conditions: "as recorded,noise" } },
  run: async ({ options, signal }) => {
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    try {
      const real = realVoices();
      for (const line of real.missing) console.log(`Skipped: ${line}.`);
      const single = real.voices.filter(({ name }) => !name.startsWith("two people"));
      const rows: string[][] = [];
      const told = (row: string[]): void => {
        console.log(row.join(", "));
        rows.push(row);
      };
      const heard = (groups: readonly RecordedVoice[][]): HeardTurns[] =>
        groups.flatMap((group) => SEEDS.map((seed) => hearTurns(group, seed)));
      for (const condition of options.conditions?.split(",") ?? []) {
        signal.throwIfAborted();
        const voices = await recordVoices(single, CONDITIONS[condition] ?? "", folder);
        const groups = {
          1: groupsOf(voices, 1),
          2: pairsOf(voices),
          4: groupsOf(voices, 4),
          6: groupsOf(voices, 6),
        };
        for (const [count, each] of Object.entries(groups))
          told(rowOf(condition, Number(count), heard(each)));
      }
      const plain = await recordVoices(single, CONDITIONS["as recorded"] ?? "", folder);
      const telephone = await recordVoices(single, CONDITIONS.telephone ?? "", folder);
      const changed = changing(plain, telephone).map((voice) => [voice]);
      told(rowOf("recorded, then telephone", 1, heard(changed)));
      console.log(alignColumns([COLUMNS, ...rows]).join("\n"));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
