// POST /clips: cuts vertical clips from a video.
import type { CaptionPresets } from "../../../shared/caption-presets.ts";
import { ClipRequest } from "../../../shared/schemas/clip-request.ts";
import { Task } from "../../../shared/schemas/task.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { clipIdentity, clipJobRequest } from "../../tasks/clip-job-request.ts";
import { createJob, type JobServices } from "../../tasks/create-job.ts";
import type { ViewTask } from "../../tasks/task-view.ts";
import { jsonReply, type Route } from "../route.ts";

interface ClipServices extends JobServices {
  readonly viewTask: ViewTask;
  readonly captionPresets: CaptionPresets;
}

function describe(presets: CaptionPresets): string {
  const looks = [...presets].map(
    ([name, { description }]) => `\`${name}\` (${description.replace(/\.$/, "")})`,
  );
  return [
    "Picks the best moments of the range and renders each as a clip. Send exactly one of `video_url` and `s3_key`.",
    `Caption presets, for \`subtitle.preset\`: ${looks.join(", ")}.`,
  ].join(" ");
}

export function clipRoutes(services: ClipServices): Route[] {
  const parse = compileSchema(ClipRequest);
  return [
    {
      method: "POST",
      path: "/api/v1/clips",
      creates: true,
      access: "key",
      scope: "CLIPPING",
      body: "json",
      operation: {
        id: "createClipJob",
        tag: "Clipping",
        summary: "Cut short vertical clips from a video",
        description: describe(services.captionPresets),
        body: ClipRequest,
        reply: { status: 201, schema: Task },
        errors: ["INVALID_REQUEST", "INSUFFICIENT_MOODS", "IDEMPOTENCY_CONFLICT"],
      },
      async handle(call, { accountId }) {
        const body = parse(call.body);
        const request = clipJobRequest(body, services.captionPresets);
        const task = await createJob(services, {
          kind: "clip",
          accountId,
          request,
          identity: clipIdentity(body, request),
          urlPath: "/video_url",
          templateId: null,
          callbackUrl: body.callback_url ?? null,
          idempotencyKey: body.idempotency_key ?? null,
          answer: call.answer,
        });
        return jsonReply(201, "Clip job created", await services.viewTask(task));
      },
    },
  ];
}
