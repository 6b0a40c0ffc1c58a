// What a clip shows of what the built-in speech model hears: voices of synthesizers, from which it learnt, and of real
// people, each under several conditions, with the bounds of its bundle and by the mean word score alone.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeThreads } from "../media-node/threads/run-in-thread.ts";
import { mediaTools } from "../test/support/media-node/media-pools.ts";
import { sampleVoice, synthesizedVoices } from "../test/support/speech/learnt-voices.ts";
import { realVoices } from "../test/support/speech/real-voices.ts";
import { CONDITIONS } from "../test/support/speech/voice-recordings.ts";
import type { BenchDefinition } from "./measuring/harness.ts";
import { alignColumns } from "./measuring/report.ts";
import { measureVoice, sumRows, VOICE_COLUMNS, type VoiceRow, voiceCells } from "./speech/measure-voice.ts";
import { readConditions } from "./speech/read-conditions.ts";

const definition: BenchDefinition = {
  name: "voices",
  description:
    "what clips show of voices that the built-in speech model knows and of real ones, right and wrong",
  options: { only: "", conditions: Object.keys(CONDITIONS).join(",") },
  quick: { options: { only: "the sample", conditions: "as recorded,noise" } },
  run: async ({ options, signal }) => {
    const conditions = readConditions(options.conditions ?? "");
    const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
    const { tools } = await mediaTools();
    try {
      const synthesized = await synthesizedVoices(folder);
      const real = realVoices();
      for (const line of [...synthesized.missing, ...real.missing]) console.log(`Skipped: ${line}.`);
      const only = options.only ?? "";
      const there = [await sampleVoice(signal), ...synthesized.voices, ...real.voices];
      const voices = there.filter(({ name }) => name.includes(only));
      if (voices.length === 0)
        throw new Error(
          `No voice on this machine has "${only}" in its name: ${there.map(({ name }) => name).join(", ")}.`,
        );
      const rows: VoiceRow[] = [];
      for (const voice of voices) {
        for (const { name: condition, graph } of conditions) {
          signal.throwIfAborted();
          const row = await measureVoice(tools, { voice, condition, graph }, { folder, signal });
          console.log(voiceCells(row).join(", "));
          rows.push(row);
        }
      }
      const table = [...rows, ...sumRows(rows)].map(voiceCells);
      console.log(alignColumns([VOICE_COLUMNS, ...table]).join("\n"));
    } finally {
      await closeThreads();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export default definition;
