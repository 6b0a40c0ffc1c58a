// The clips of finished jobs, one by one: what an editor reads before it asks for another render.
import { ClipDetails, ClipQuery } from "../../../shared/schemas/clip-details.ts";
import { compileQuery } from "../../../shared/schemas/validate.ts";
import type { FileRetention } from "../../db/expired-files.ts";
import { viewClipDetails } from "../../tasks/clips/clip-view.ts";
import { type ClipReads, findClip, findClipJob } from "../../tasks/clips/find-clip.ts";
import { sourceExpiresAt } from "../../tasks/clips/source-expiry.ts";
import type { SignFile } from "../../tasks/task-kind.ts";
import { jsonReply, type KeyRoute, type Route } from "../route.ts";

export interface ClipRoutesOptions extends ClipReads {
  readonly signFile: SignFile;
  readonly fileRetention: FileRetention;
}

/** For keys with the scope CLIPPING. Creating a render is a create of a task, and so in create-routes. */
export function clipRoutes(options: ClipRoutesOptions): Route[] {
  return [readRoute(options)];
}

function readRoute(options: ClipRoutesOptions): KeyRoute {
  const { sql, fileRetention, signFile } = options;
  const parse = compileQuery(ClipQuery);
  return {
    access: "key",
    scope: "CLIPPING",
    body: "none",
    method: "GET",
    path: "/api/v1/jobs/:jobId/clips/:clipId",
    operation: {
      id: "readClip",
      tag: "Clipping",
      summary: "Read a finished clip with what its render was made of",
      description:
        "Words, style of the captions, cuts and framing, as long as the job's output is there. Clips of jobs that ended before plans of clips were kept have words where they have captions, timed by their phrases, and neither cuts nor framing. `POST …/renders` renders it again with changes, until `source_expires_at`.",
      query: ClipQuery,
      reply: { status: 200, schema: ClipDetails },
      errors: ["NOT_FOUND", "NOT_TERMINAL", "INVALID_REQUEST"],
    },
    async handle(call, { accountId }) {
      const { jobId = "", clipId = "" } = call.params;
      const job = await findClipJob(options, accountId, jobId);
      const clip = await findClip(options, job, clipId);
      const { around: aroundS = 0 } = parse(call.query);
      const endedAt = job.task.completed_at ?? job.task.updated_at;
      const expiresAt = await sourceExpiresAt(sql, fileRetention, clip.plan, endedAt);
      return jsonReply(200, "Clip read", viewClipDetails(clip, { signFile, aroundS, expiresAt }));
    },
  };
}
