// One voice under one condition, from its recording to the words that a clip would show.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { MediaTools } from "../../media-node/pipelines/run-context.ts";
import { judgeWindows } from "../../media-node/speech/transcripts/judge-windows.ts";
import { recognizeFile } from "../../test/support/media-node/recognize-file.ts";
import { countShown, type ShownWords } from "../../test/support/speech/shown-words.ts";
import { record, type Voice } from "../../test/support/speech/voice-recordings.ts";

/** The plain rule that the bounds are measured against: windows are shown from this mean word score on. */
const CONFIDENT_SCORE = 0.7;
const MAX_S = 45;

export interface VoiceRow {
  readonly voice: string;
  readonly condition: string;
  readonly isLearnt: boolean;
  /** Whether somebody wrote down what is said. */
  readonly isKnown: boolean;
  readonly byScore: ShownWords;
  readonly byBounds: ShownWords;
}

export const VOICE_COLUMNS = [
  "voice",
  "condition",
  "heard",
  "right",
  "shown by score",
  "of those right",
  "shown by bounds",
  "of those right",
];

/** @param graph filters of ffmpeg that make the condition */
export async function measureVoice(
  tools: MediaTools,
  { voice, condition, graph }: { voice: Voice; condition: string; graph: string },
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<VoiceRow> {
  const path = join(folder, "voice.wav");
  await record(voice, graph, path);
  const { recognized, transcript } = await recognizeFile(tools, path, { folder, signal, maxS: MAX_S });
  await rm(path);
  return {
    voice: voice.name,
    condition,
    isLearnt: voice.isLearnt,
    isKnown: voice.said !== null,
    byScore: countShown(judgeWindows(recognized.windows, { confidentScore: CONFIDENT_SCORE }), voice.said),
    byBounds: countShown(transcript.windows, voice.said),
  };
}

function sum(rows: readonly VoiceRow[], of: (row: VoiceRow) => ShownWords): ShownWords {
  const total = (count: (words: ShownWords) => number): number =>
    rows.reduce((all, row) => all + count(of(row)), 0);
  return {
    heard: total((words) => words.heard),
    right: total((words) => words.right),
    shown: total((words) => words.shown),
    shownRight: total((words) => words.shownRight),
  };
}

/** A row for each kind of voice: learnt, real with known words, and real without. */
export function sumRows(rows: readonly VoiceRow[]): VoiceRow[] {
  const kinds = [
    { voice: "all learnt", isLearnt: true, isKnown: true },
    { voice: "all real", isLearnt: false, isKnown: true },
    { voice: "all real, words unknown", isLearnt: false, isKnown: false },
  ];
  return kinds.map(({ voice, isLearnt, isKnown }) => {
    const own = rows.filter((row) => row.isLearnt === isLearnt && row.isKnown === isKnown);
    return {
      voice,
      condition: "",
      isLearnt,
      isKnown,
      byScore: sum(own, (row) => row.byScore),
      byBounds: sum(own, (row) => row.byBounds),
    };
  });
}

/** A row as text, for the columns above. */
export function voiceCells({ voice, condition, isKnown, byScore, byBounds }: VoiceRow): string[] {
  const right = (count: number): string => (isKnown ? String(count) : "?");
  return [
    voice,
    condition,
    String(byScore.heard),
    right(byScore.right),
    String(byScore.shown),
    right(byScore.shownRight),
    String(byBounds.shown),
    right(byBounds.shownRight),
  ];
}
