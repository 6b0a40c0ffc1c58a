// Tools that look after tasks: read, follow, list, cancel, and the text of transcriptions.
import { Type } from "typebox";
import {
  ClipmillError,
  type Task,
  TaskFailedError,
  type TranscriptionOutput,
} from "../../../shared/client/node.ts";
import { MCP_LIMITS } from "../../../shared/limits/mcp.ts";
import { TASK_STATES } from "../../../shared/tasks/task-states.ts";
import { findTask } from "../find-task.ts";
import { cutAt, listedSummary, taskSummary, transcriptText } from "../task-summary.ts";
import { defineTool, READS, type Tool, type ToolCall, type ToolResult } from "../tool.ts";

const TaskId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "The task_id of the call that created it, or from list_jobs.",
});
const strict = { additionalProperties: false } as const;

const getJob = defineTool({
  name: "get_job",
  title: "Read a job",
  description:
    "How far a job or generation task is, and what it has made once it is finished: clips with scores and fresh links, reels, files, the beginning of a transcript.",
  input: Type.Object({ task_id: TaskId }, strict),
  annotations: READS,
  run: async ({ task_id }, { clipmill, signal }) =>
    taskSummary(await findTask(clipmill, task_id, { signal })),
});

/** Waits for the end for some seconds at most, telling of progress meanwhile. @returns the task as it then is */
async function waitFor(
  task: Task,
  seconds: number,
  { clipmill, signal, onProgress }: ToolCall,
): Promise<Task> {
  let { progress } = task;
  const tell = (): void =>
    onProgress(progress?.percent ?? 0, progress?.message ?? progress?.stage ?? task.status);
  // A job may have nothing new to tell for minutes, in line or at a long step: its client would give the call up.
  const timer = setInterval(tell, MCP_LIMITS.progressRepeatMs);
  try {
    await clipmill.waitFor(task, {
      signal,
      timeoutMs: seconds * 1_000,
      onProgress: (changed) => {
        progress = changed;
        tell();
      },
    });
  } catch (error) {
    if (error instanceof TaskFailedError) return error.task;
    if (!(error instanceof ClipmillError) || error.code !== "WAIT_TIMED_OUT") throw error;
  } finally {
    clearInterval(timer);
  }
  return findTask(clipmill, task.task_id, { signal });
}

const waitForJob = defineTool({
  name: "wait_for_job",
  title: "Wait for a job's end",
  description:
    "Waits until a job or generation task has ended, at most max_wait_seconds, telling of progress meanwhile, and returns what get_job returns. Where it has not ended by then, call it again: clips of a long video take minutes.",
  input: Type.Object(
    {
      task_id: TaskId,
      max_wait_seconds: Type.Optional(
        Type.Integer({
          minimum: MCP_LIMITS.waitSeconds.min,
          maximum: MCP_LIMITS.waitSeconds.max,
          default: MCP_LIMITS.waitSeconds.default,
          description: "More than 50 only where your client waits longer than a minute for a tool.",
        }),
      ),
    },
    strict,
  ),
  annotations: READS,
  run: async ({ task_id, max_wait_seconds = MCP_LIMITS.waitSeconds.default }, call) => {
    const task = await findTask(call.clipmill, task_id, { signal: call.signal });
    return taskSummary(await waitFor(task, max_wait_seconds, call));
  },
});

const listJobs = defineTool({
  name: "list_jobs",
  title: "List jobs",
  description: "The account's video jobs, or its generation tasks, newest first.",
  input: Type.Object(
    {
      type: Type.Optional(
        Type.Enum(["video", "generation"], { default: "video", description: "Which of the two lists." }),
      ),
      status: Type.Optional(Type.Enum([...TASK_STATES], { description: "Only those in this state." })),
      limit: Type.Optional(
        Type.Integer({
          minimum: MCP_LIMITS.listItems.min,
          maximum: MCP_LIMITS.listItems.max,
          default: MCP_LIMITS.listItems.default,
        }),
      ),
      cursor: Type.Optional(Type.String({ maxLength: 64, description: "next_cursor of the page before." })),
    },
    strict,
  ),
  annotations: READS,
  run: async ({ type = "video", limit = MCP_LIMITS.listItems.default, ...query }, { clipmill, signal }) => {
    const { data, pagination } =
      type === "video"
        ? await clipmill.jobs.listPage({ ...query, limit }, { signal })
        : await clipmill.generationTasks.listPage({ ...query, limit }, { signal });
    return {
      total: pagination.total,
      jobs: data.map(listedSummary),
      next_cursor: pagination.cursor ?? null,
    };
  },
});

const cancelJob = defineTool({
  name: "cancel_job",
  title: "Cancel a job",
  description:
    "Stops a job or generation task. Its charge comes back in full when no run had started; what it has made until then is lost.",
  input: Type.Object({ task_id: TaskId }, strict),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: async ({ task_id }, { clipmill, signal }) => {
    const task = await findTask(clipmill, task_id, { signal });
    const cancelled =
      task.kind === "generation"
        ? await clipmill.generationTasks.cancel(task, { signal })
        : await clipmill.jobs.cancel(task, { signal });
    return taskSummary(cancelled);
  },
});

/** The words of a finished transcription. @throws ClipmillError INVALID_ARGUMENT for another task */
export async function readTranscript(
  { clipmill, signal }: Pick<ToolCall, "clipmill" | "signal">,
  jobId: string,
): Promise<TranscriptionOutput> {
  const { output, status } = await clipmill.jobs.get(jobId, { signal });
  if (output !== null && "captions" in output) return output;
  const reason =
    status === "finished" ? "It is no transcription: create_transcription makes one." : `It is ${status}.`;
  throw new ClipmillError("INVALID_ARGUMENT", `The job ${jobId} has no transcript. ${reason}`);
}

const characters = MCP_LIMITS.transcriptCharacters;

const readTranscriptTool = defineTool({
  name: "read_transcript",
  title: "Read a transcript",
  description:
    "The text of a finished transcription, each line with the time at which it begins (HH:MM:SS of the source), piece by piece: go on with next_offset.",
  input: Type.Object(
    {
      task_id: TaskId,
      offset: Type.Optional(
        Type.Integer({ minimum: 0, default: 0, description: "Characters to skip: next_offset of before." }),
      ),
      max_characters: Type.Optional(
        Type.Integer({
          minimum: characters.min,
          maximum: characters.max,
          default: characters.default,
          description: "Length of the piece.",
        }),
      ),
    },
    strict,
  ),
  annotations: READS,
  run: async ({ task_id, offset = 0, max_characters = characters.default }, call): Promise<ToolResult> => {
    const { language, captions } = await readTranscript(call, task_id);
    const text = transcriptText(captions);
    const end = cutAt(text, offset + max_characters);
    return {
      language,
      total_characters: text.length,
      next_offset: end < text.length ? end : null,
      text: text.slice(cutAt(text, offset), end),
    };
  },
});

export const JOB_TOOLS: readonly Tool[] = [getJob, waitForJob, listJobs, cancelJob, readTranscriptTool];
