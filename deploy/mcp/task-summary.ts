// Tasks as a model is shown them: what it needs to go on with, in bounded length. Whole outputs have megabytes of words
// with their times.
import type {
  Caption,
  ClipOutput,
  HighlightOutput,
  ListedTask,
  Task,
  TranscriptionOutput,
} from "../../shared/client/node.ts";
import type { KindOutputs, TaskKind } from "../../shared/client/surfaces.ts";
import { MCP_LIMITS } from "../../shared/limits/mcp.ts";
import type { ToolResult } from "./tool.ts";

/** A place to cut at, the one before where a character of two units is there: no strict reader takes half of one. */
export function cutAt(text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}

/** The text itself, or its beginning with an ellipsis, at most so many characters in all (UTF-16 units). */
export function shorten(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, cutAt(text, maxCharacters - 1))}…`;
}

function clock(timeS: number): string {
  return new Date(timeS * 1_000).toISOString().slice(11, 19);
}

/** A transcription as lines, each with the time at which it begins. */
export function transcriptText(captions: readonly Caption[]): string {
  return captions.map(({ start, text }) => `[${clock(start)}] ${text}`).join("\n");
}

function clipResult({ notice, clips }: ClipOutput): ToolResult {
  const shown = clips.map((clip) => ({
    id: clip.id,
    title: clip.title,
    start: clip.start,
    end: clip.end,
    duration: clip.duration,
    viralityScore: clip.viralityScore,
    reason: clip.reason,
    hashtags: clip.hashtags,
    transcript: shorten(clip.transcript, MCP_LIMITS.clipTranscriptCharacters),
    videoUrl: clip.videoUrl,
    thumbnailUrl: clip.thumbnailUrl,
    captionsUrl: clip.captionsUrl,
  }));
  return { notice, clips: shown };
}

function highlightResult(output: HighlightOutput): ToolResult {
  const { notice, rawVideoUrl, templatedVideoUrl, thumbnailUrl, duration, moments } = output;
  return { notice, rawVideoUrl, templatedVideoUrl, thumbnailUrl, duration, moments };
}

function transcriptionResult(output: TranscriptionOutput): ToolResult {
  const { notice, language, model, duration, segments, captions } = output;
  const preview = shorten(transcriptText(captions.slice(0, 100)), MCP_LIMITS.previewCharacters);
  return { notice, language, model, duration, segments, preview, more: "read_transcript has all of it." };
}

const RESULTS: { readonly [Kind in TaskKind]: (output: KindOutputs[Kind]) => ToolResult } = {
  clip: clipResult,
  highlight: highlightResult,
  transcription: transcriptionResult,
  generation: () => ({}),
  render: clipResult,
};

const ADVICE: Readonly<Partial<Record<string, string>>> = {
  SOURCE_UNREACHABLE: "Check the address, or upload the file instead.",
  SOURCE_UNSUPPORTED: "Try another file: this one is not a video that can be read.",
  RANGE_OUTSIDE_SOURCE: "Leave start_time and end_time out, or keep them within the video.",
  NO_MOMENTS_FOUND: "Try a shorter clip_length or a longer range.",
  NO_AUDIO: "The video has no sound to work on.",
  MODEL_UNAVAILABLE: "No media node has the model now: try later, or tell the operator.",
};

function outcomeOf(task: Task): ToolResult {
  if (task.status === "failed") {
    const advice = ADVICE[task.error?.code ?? ""];
    return { error: task.error, ...(advice === undefined ? {} : { advice }) };
  }
  if (task.status !== "finished") return {};
  const files = task.result.map(({ id, status, file_url, file_type }) => ({
    id,
    status,
    file_url,
    file_type,
  }));
  const summarize = RESULTS[task.kind] as ((output: unknown) => ToolResult) | undefined;
  return {
    ...(files.length === 0 ? {} : { files }),
    ...(task.output === null ? {} : summarize?.(task.output)),
    links_hold_for: "24 hours; get_job gives fresh ones",
  };
}

function placeOf(task: Task | ListedTask): ToolResult {
  const { task_id, kind, name, status, created_at, completed_at } = task;
  return {
    task_id,
    kind,
    ...(name === null ? {} : { name }),
    status,
    created_at,
    ...(completed_at === null ? {} : { completed_at }),
  };
}

/** A task of a list. */
export function listedSummary(task: ListedTask): ToolResult {
  const { percent } = task.progress ?? {};
  const isOpen = task.status === "queued" || task.status === "running";
  return {
    ...placeOf(task),
    ...(isOpen && percent !== undefined ? { percent } : {}),
    ...(task.error === null ? {} : { error: task.error.code }),
  };
}

/** A task with what it has made, or how far it is. */
export function taskSummary(task: Task): ToolResult {
  const isOpen = task.status === "queued" || task.status === "running";
  return {
    ...placeOf(task),
    charged_moods: task.billing.charged_moods - task.billing.refunded_moods,
    ...(isOpen ? { progress: task.progress, next: "wait_for_job waits for its end." } : {}),
    ...outcomeOf(task),
  };
}
