// Video jobs of any kind: list, read, cancel, remove what is theirs, and a transcription's captions as subtitle files.
import { Type } from "typebox";
import type { SubtitleFormat } from "../../../shared/captions/subtitle-files.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { JobListQuery } from "../../../shared/schemas/list-query.ts";
import { Task, Tasks } from "../../../shared/schemas/task.ts";
import { compileQuery } from "../../../shared/schemas/validate.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { kindsOn, type TaskSurfaceName } from "../../../shared/tasks/task-kinds.ts";
import { cancelTask } from "../../tasks/end/cancel-task.ts";
import { listTasks } from "../../tasks/read/list-tasks.ts";
import { createCaptionReader } from "../../tasks/read/read-captions.ts";
import { readTask } from "../../tasks/read/read-task.ts";
import type { TaskViews } from "../../tasks/read/task-view.ts";
import { DELETE_DESCRIPTION, deleteTask } from "../../tasks/removal/delete-task.ts";
import { jsonReply, type KeyRoute, listReply, type Route } from "../route.ts";

export interface JobRoutesOptions extends TaskViews {
  /** For reads and lists. */
  readonly reads: Sql;
  /** For cancellations and removals. */
  readonly writes: Sql;
  readonly storage: ObjectStorage;
}

const SURFACE: TaskSurfaceName = "jobs";
const CLIPPING = { access: "key", scope: "CLIPPING", body: "none" } as const;

export function jobRoutes(options: JobRoutesOptions): Route[] {
  return [
    listRoute(options),
    readRoute(options),
    cancelRoute(options),
    deleteRoute(options),
    captionsRoute(options, "srt"),
    captionsRoute(options, "vtt"),
  ];
}

function listRoute({ reads, viewListedTask }: JobRoutesOptions): KeyRoute {
  const parse = compileQuery(JobListQuery);
  return {
    ...CLIPPING,
    method: "GET",
    path: "/api/v1/jobs",
    operation: {
      id: "listJobs",
      tag: "Clipping",
      summary: "List video jobs, newest first",
      query: JobListQuery,
      reply: { status: 200, schema: Tasks, paginated: true },
      errors: ["INVALID_REQUEST"],
    },
    async handle(call, { accountId }) {
      const { kind, ...query } = parse(call.query);
      const kinds = kind === undefined ? kindsOn(SURFACE) : [kind];
      const { tasks, pagination } = await listTasks(reads, accountId, kinds, query);
      const data = tasks.map(viewListedTask);
      return listReply("Jobs listed", data, pagination);
    },
  };
}

function readRoute({ reads, viewTask }: JobRoutesOptions): KeyRoute {
  return {
    ...CLIPPING,
    method: "GET",
    path: "/api/v1/jobs/:jobId",
    operation: {
      id: "readJob",
      tag: "Clipping",
      summary: "Read a clip, highlight or transcription job",
      description: "`output` is filled once the job is `finished`. Poll every 15 to 30 seconds.",
      reply: { status: 200, schema: Task },
      errors: ["NOT_FOUND"],
    },
    async handle(call, { accountId }) {
      const task = await readTask(reads, accountId, SURFACE, call.params.jobId ?? "");
      return jsonReply(200, "Job read", await viewTask(task));
    },
  };
}

function cancelRoute({ writes, viewTask }: JobRoutesOptions): KeyRoute {
  return {
    ...CLIPPING,
    method: "POST",
    path: "/api/v1/jobs/:jobId/cancel",
    operation: {
      id: "cancelJob",
      tag: "Clipping",
      summary: "Cancel a video job",
      description:
        "The job ends `failed` with `error.code` `CANCELLED`. Its charge comes back in full when no run had started.",
      reply: { status: 200, schema: Task },
      errors: ["NOT_FOUND", "ALREADY_TERMINAL"],
    },
    async handle(call, { accountId }) {
      const task = await cancelTask(writes, accountId, SURFACE, call.params.jobId ?? "");
      return jsonReply(200, "Job cancelled", await viewTask(task));
    },
  };
}

function deleteRoute({ writes, storage, viewTask }: JobRoutesOptions): KeyRoute {
  return {
    ...CLIPPING,
    method: "DELETE",
    path: "/api/v1/jobs/:jobId",
    operation: {
      id: "deleteJob",
      tag: "Clipping",
      summary: "Remove the footage and results of a video job",
      description: `${DELETE_DESCRIPTION} What was transcribed of an address goes too; what was transcribed of an upload goes with the upload. While a clip of it is rendered again the answer is 409, and names those renders.`,
      reply: { status: 200, schema: Task },
      errors: ["NOT_FOUND", "NOT_TERMINAL"],
    },
    async handle(call, { accountId }) {
      const services = { sql: writes, storage };
      const task = await deleteTask(services, accountId, SURFACE, call.params.jobId ?? "");
      return jsonReply(200, "Job's files removed", await viewTask(task));
    },
  };
}

const SUBTITLES = {
  srt: { id: "readCaptionsSrt", name: "SubRip", contentType: "application/x-subrip; charset=utf-8" },
  vtt: { id: "readCaptionsVtt", name: "WebVTT", contentType: "text/vtt; charset=utf-8" },
} as const;

function captionsRoute({ reads, readOutput }: JobRoutesOptions, extension: SubtitleFormat): KeyRoute {
  const { id, name, contentType } = SUBTITLES[extension];
  const readCaptions = createCaptionReader({ sql: reads, readOutput }, extension);
  return {
    ...CLIPPING,
    method: "GET",
    path: `/api/v1/jobs/:jobId/captions.${extension}`,
    operation: {
      id,
      tag: "Clipping",
      summary: `A finished transcription as ${name} subtitles`,
      description: "Times are on the source's clock. Only transcriptions have captions of their own.",
      reply: { status: 200, schema: Type.String({ description: "A subtitle file." }), contentType },
      errors: ["NOT_FOUND", "NOT_TERMINAL"],
    },
    async handle(call, { accountId }) {
      const jobId = call.params.jobId ?? "";
      const text = await readCaptions({ accountId, id: jobId });
      const headers = { "content-disposition": `attachment; filename="${jobId}.${extension}"` };
      return { kind: "text", status: 200, contentType, text, headers };
    },
  };
}
