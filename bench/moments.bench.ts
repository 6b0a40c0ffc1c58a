// How far the clips that the program chooses are those that an editor would, on real conversations that editors marked
// three times. The conversations' words are not kept here: without a folder of them nothing is measured.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readGradedClips } from "../test/support/talks/graded-clauses.ts";
import { type MarkedSplit, readCues, readMarkedConversations } from "../test/support/talks/marked-moments.ts";
import type { BenchDefinition } from "./measuring/harness.ts";
import { openChooser } from "./moments/choose-moments.ts";
import { type MeasuredConversation, measureConversation } from "./moments/measure-moments.ts";
import { describeConversation, momentTables } from "./moments/moment-tables.ts";

/** Those with three markings. */
const SETS: Readonly<Record<string, readonly MarkedSplit[]>> = {
  held: ["held"],
  fit: ["fit"],
  all: ["held", "fit"],
};

async function measureAll(
  transcripts: string,
  splits: readonly MarkedSplit[],
  signal: AbortSignal,
): Promise<MeasuredConversation[]> {
  const chooser = await openChooser();
  try {
    const measured: MeasuredConversation[] = [];
    const conversations = readMarkedConversations(splits);
    const graded = readGradedClips(new Set(conversations.map(({ conversation }) => conversation)));
    for (const marked of conversations) {
      signal.throwIfAborted();
      const cues = await readCues(transcripts, marked.conversation);
      const one = await measureConversation(chooser, marked, cues, graded);
      console.log(describeConversation(one));
      measured.push(one);
    }
    return measured;
  } finally {
    await chooser.close();
  }
}

const definition: BenchDefinition = {
  name: "moments",
  description: "how far the chosen clips are those that editors marked in real conversations",
  options: { transcripts: "", set: "held" },
  quick: {
    leftOut: async ({ transcripts }) =>
      transcripts === "" ? "no folder of conversations is given (--transcripts DIR)" : undefined,
  },
  run: async ({ options, signal }) => {
    const { transcripts = "", set = "held" } = options;
    const splits = SETS[set];
    if (splits === undefined) throw new Error(`--set must be one of ${Object.keys(SETS).join(", ")}.`);
    const [first] = readMarkedConversations(splits);
    const isThere =
      first !== undefined && transcripts !== "" && existsSync(join(transcripts, `${first.conversation}.srt`));
    if (!isThere) {
      throw new Error(
        `The conversations are ${transcripts === "" ? "not given" : `not in ${transcripts}`}. They are public, but not ` +
          "part of this project; say where they are with --transcripts DIR (a file NAME.srt for each of test/data/moments).",
      );
    }
    const measured = await measureAll(transcripts, splits, signal);
    console.log(`\n${momentTables(measured)}`);
  },
};

export default definition;
