// Results as resources: a job with what it has made, and the text of a transcription.
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from "@modelcontextprotocol/sdk/types.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { ListedTask } from "../../shared/client/node.ts";
import { MCP_LIMITS } from "../../shared/limits/mcp.ts";
import { findTask } from "./find-task.ts";
import { shorten, taskSummary, transcriptText } from "./task-summary.ts";
import type { ToolCall } from "./tool.ts";
import { readTranscript } from "./tools/job-tools.ts";

const JOB = "clipmill://jobs/";
const URI = /^clipmill:\/\/jobs\/(task_[0-9a-z]{1,64})(\/transcript)?$/;

type Access = Pick<ToolCall, "clipmill" | "signal">;

export const RESOURCE_TEMPLATES: ListResourceTemplatesResult = {
  resourceTemplates: [
    {
      uriTemplate: `${JOB}{task_id}`,
      name: "job",
      title: "A job's result",
      description:
        "A job or generation task: how far it is, and what it has made, with links that hold for 24 hours.",
      mimeType: "application/json",
    },
    {
      uriTemplate: `${JOB}{task_id}/transcript`,
      name: "transcript",
      title: "A transcript",
      description: "The text of a finished transcription, each line with the time at which it begins.",
      mimeType: "text/plain",
    },
  ],
};

function resourcesOf({ task_id, kind, completed_at }: ListedTask): ListResourcesResult["resources"] {
  const when = `${kind} of ${completed_at ?? "now"}`;
  const job = {
    uri: `${JOB}${task_id}`,
    name: task_id,
    title: `Result: ${when}`,
    mimeType: "application/json",
  };
  if (kind !== "transcription") return [job];
  const transcript = {
    uri: `${JOB}${task_id}/transcript`,
    name: `${task_id} transcript`,
    title: `Transcript: ${when}`,
    mimeType: "text/plain",
  };
  return [job, transcript];
}

/** Finished video jobs, newest first, a page at a time. */
export async function listResources(
  { clipmill, signal }: Access,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const query = { status: "finished", limit: MCP_LIMITS.listItems.default } as const;
  const { data, pagination } = await clipmill.jobs.listPage(
    { ...query, ...(cursor === undefined ? {} : { cursor }) },
    { signal },
  );
  const { cursor: next } = pagination;
  return {
    resources: data.flatMap(resourcesOf),
    ...(typeof next === "string" ? { nextCursor: next } : {}),
  };
}

/** @throws McpError for an address that is none of these; ClipmillError NOT_FOUND */
export async function readResource(access: Access, uri: string): Promise<ReadResourceResult> {
  const [, taskId, transcript] = URI.exec(uri) ?? [];
  if (taskId === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no resource ${uri}.`);
  if (transcript !== undefined) {
    const text = transcriptText((await readTranscript(access, taskId)).captions);
    const shown = shorten(text, MCP_LIMITS.resourceCharacters);
    return { contents: [{ uri, mimeType: "text/plain", text: shown }] };
  }
  const task = await findTask(access.clipmill, taskId, { signal: access.signal });
  const text = JSON.stringify(taskSummary(task), null, 2);
  return { contents: [{ uri, mimeType: "application/json", text }] };
}
