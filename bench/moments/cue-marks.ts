// Conversations as recognized speech and automatic subtitles write them, without marks and capitals, and with those that
// the built-in network gives them.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { markCues } from "../../media-node/clips/marks/mark-words.ts";
import { BUILT_IN_MODELS_DIR } from "../../media-node/models/find-bundles.ts";
import { readBundle } from "../../media-node/models/model-bundle.ts";
import type { Cue } from "../../media-node/signal/cues.ts";
import { replaceWords, splitWords } from "../../shared/captions/spread-words.ts";

/** What is measured: the conversations as they are written, without marks, or with the network's. */
export const CUE_MARKS = ["written", "none", "restored"] as const;
export type CueMarks = (typeof CUE_MARKS)[number];

/** Stands for a word of marks alone, so that those after it keep their numbers, by which clauses were graded. */
const NO_WORD = "♪";

function withoutMarks(word: string): string {
  const plain = word
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'’]/gu, "")
    .replaceAll(/^['’]+|['’]+$/gu, "");
  return plain === "" && word !== "" ? NO_WORD : plain;
}

/** The cues with those marks. */
export async function cuesWithMarks(
  cues: readonly Cue[],
  marks: CueMarks,
  signal: AbortSignal,
): Promise<readonly Cue[]> {
  if (marks === "written") return cues;
  const plain = cues.map((cue) => ({
    ...cue,
    text: replaceWords(cue.text, splitWords(cue.text).map(withoutMarks)),
  }));
  if (marks === "none") return plain;
  const bundle = await readBundle(join(BUILT_IN_MODELS_DIR, "marks-en"));
  const onFailure = (error: unknown): never => {
    throw error;
  };
  return markCues({ bundle, threads: availableParallelism(), signal, onFailure }, plain);
}
