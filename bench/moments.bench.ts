// How far the clips that the program chooses are those that an editor would, on real conversations that editors marked
// three times. The conversations' words are not kept here: without a folder of them nothing is measured.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { closeThreads } from "../media-node/threads/run-in-thread.ts";
import { readGradedClips } from "../test/support/talks/graded-clauses.ts";
import { type MarkedSplit, readCues, readMarkedConversations } from "../test/support/talks/marked-moments.ts";
import type { BenchDefinition } from "./measuring/harness.ts";
import { openChooser } from "./moments/choose-moments.ts";
import { CUE_MARKS, type CueMarks, cuesWithMarks } from "./moments/cue-marks.ts";
import { type MeasuredConversation, measureConversation } from "./moments/measure-moments.ts";
import { type MeasuredSubject, measureSubjects } from "./moments/measure-subjects.ts";
import { type MeasuredWish, measureWishes } from "./moments/measure-wishes.ts";
import { describeConversation, momentTables, subjectTable, wishTable } from "./moments/moment-tables.ts";

/** Those with three markings. */
const SETS: Readonly<Record<string, readonly MarkedSplit[]>> = {
  held: ["held"],
  fit: ["fit"],
  all: ["held", "fit"],
};

interface Asked {
  readonly transcripts: string;
  readonly splits: readonly MarkedSplit[];
  readonly marks: CueMarks;
  readonly asksWishes: boolean;
}

interface Measured {
  readonly conversations: readonly MeasuredConversation[];
  readonly wishes: readonly MeasuredWish[];
  readonly subjects: readonly MeasuredSubject[];
}

async function measureAll(
  { transcripts, splits, marks, asksWishes }: Asked,
  signal: AbortSignal,
): Promise<Measured> {
  const chooser = await openChooser();
  try {
    const measured: MeasuredConversation[] = [];
    const wishes: MeasuredWish[] = [];
    const subjects: MeasuredSubject[] = [];
    const conversations = readMarkedConversations(splits);
    const graded = readGradedClips(new Set(conversations.map(({ conversation }) => conversation)));
    for (const marked of conversations) {
      signal.throwIfAborted();
      const written = await readCues(transcripts, marked.conversation);
      const cues = await cuesWithMarks(written, marks, signal);
      const one = await measureConversation(chooser, marked, cues, graded);
      console.log(describeConversation(one));
      measured.push(one);
      if (!asksWishes) continue;
      wishes.push(...(await measureWishes(chooser, marked, cues)));
      subjects.push(...(await measureSubjects(chooser, marked, cues)));
    }
    return { conversations: measured, wishes, subjects };
  } finally {
    await chooser.close();
    await closeThreads();
  }
}

const definition: BenchDefinition = {
  name: "moments",
  description: "how far the chosen clips are those that editors marked in real conversations",
  options: { transcripts: "", set: "held", marks: "written", wishes: "no" },
  quick: {
    leftOut: async ({ transcripts }) =>
      transcripts === "" ? "no folder of conversations is given (--transcripts DIR)" : undefined,
  },
  run: async ({ options, signal }) => {
    const { transcripts = "", set = "held", wishes: asks = "no" } = options;
    const marks = CUE_MARKS.find((each) => each === options.marks);
    if (marks === undefined) throw new Error(`--marks must be one of ${CUE_MARKS.join(", ")}.`);
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
    const asksWishes = asks === "yes";
    const asked = { transcripts, splits, marks, asksWishes };
    const { conversations, wishes, subjects } = await measureAll(asked, signal);
    console.log(`\n${momentTables(conversations)}`);
    if (asksWishes) console.log(`\n${wishTable(wishes)}\n\n${subjectTable(subjects)}`);
  },
};

export default definition;
