// Outputs that are too large for a row, and runs that report them as a media node does.
import { storeOutput } from "../../../media-node/worker/runs/store-output.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { newIdOf } from "../../../shared/ids.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { ClipJobOutput } from "../../../shared/tasks/clip-job.ts";
import type { HighlightJobOutput } from "../../../shared/tasks/highlight-job.ts";
import type { RunOutcome, RunSuccess } from "../../../shared/tasks/task-outcome.ts";
import type { TranscriptionJobOutput } from "../../../shared/tasks/transcription-job.ts";
import { endRun, newRun } from "./tasks.ts";

/** A transcription with so many words, eight to a caption. */
export function largeTranscription(words = 400): TranscriptionJobOutput {
  const captions = Array.from({ length: Math.ceil(words / 8) }, (_, index) => {
    const start = index * 2.8 + 0.1;
    const said = ["Späť", 'in "quotes"', "back\\slash", "{brace", "[list]", "日本", "🎬", "-"];
    return {
      text: said.join(" "),
      start,
      end: start + 2.5,
      words: said.map((word, at) => ({
        word,
        start: start + at * 0.3,
        end: start + at * 0.3 + 1e-7,
        score: 0.5,
      })),
    };
  });
  return {
    notice: null,
    segments: captions.length,
    captions,
    language: "sk",
    model: "test",
    duration: 20_000,
  };
}

/** Clips of a task. */
export function largeClips(taskId: string, count = 24): ClipJobOutput {
  const clips = Array.from({ length: count }, (_, index) => ({
    id: newIdOf("clip", taskId),
    index,
    description: "Bees dance to tell where a new home is.",
    hashtags: ["#Bees", "#Dance", "#Home"],
    title: `Clip ${index}`,
    start: index * 60 + 0.25,
    end: index * 60 + 45,
    duration: 44.75,
    viralityScore: 71,
    scoreBreakdown: { hook: 20, engagement: 18, value: 17, shareability: 16 },
    reason: "It opens with a question.",
    hook: "Did you know?",
    transcript: "Did you know that bees dance? ".repeat(25),
    videoKey: `tasks/${taskId}/clips/${index}/video.mp4`,
    thumbnailKey: `tasks/${taskId}/clips/${index}/thumbnail.jpg`,
    captionsKey: index % 2 === 0 ? null : `tasks/${taskId}/clips/${index}/captions.srt`,
    width: 1080,
    height: 1920,
    editingStyle: "STATIC_CROP" as const,
    features: { version: 1, values: [0.125, null, index / 7] },
  }));
  return { notice: null, clips };
}

export function largeReel(taskId: string, moments = 400): HighlightJobOutput {
  return {
    notice: null,
    rawVideoKey: `tasks/${taskId}/reel.mp4`,
    templatedVideoKey: null,
    thumbnailKey: `tasks/${taskId}/thumbnail.jpg`,
    duration: 300,
    moments: Array.from({ length: moments }, (_, index) => ({
      start: index * 9 + 0.1,
      end: index * 9 + 5,
      score: 80,
      reason: "The crowd roars, and the commentator's voice rises.",
    })),
  };
}

/** Runs a task to its report; the output is stored where it is large. Returns what was reported. */
export async function reportRunOf(
  sql: Sql,
  storage: ObjectStorage,
  taskId: string,
  made: RunSuccess,
): Promise<RunOutcome> {
  const id = await newRun(sql, taskId);
  const outcome: RunOutcome = { ok: true, ...(await storeOutput(storage, { id, taskId }, made)) };
  await endRun(sql, id, outcome);
  return outcome;
}
