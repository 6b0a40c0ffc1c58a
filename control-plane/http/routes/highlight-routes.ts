// POST /highlights: builds a highlight reel from match footage.
import { HighlightRequest } from "../../../shared/schemas/highlight-request.ts";
import { Task } from "../../../shared/schemas/task.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import type { JobServices } from "../../tasks/create-job.ts";
import { createHighlightJob } from "../../tasks/highlight-job.ts";
import type { ViewTask } from "../../tasks/task-view.ts";
import { jsonReply, type Route } from "../route.ts";

export function highlightRoutes(services: JobServices & { viewTask: ViewTask }): Route[] {
  const parse = compileSchema(HighlightRequest);
  return [
    {
      method: "POST",
      path: "/api/v1/highlights",
      creates: true,
      access: "key",
      scope: "CLIPPING",
      body: "json",
      operation: {
        id: "createHighlightJob",
        tag: "Clipping",
        summary: "Build a highlight reel from match footage",
        description:
          "Scores the moments of the first hour, stitches the best, and renders the reel with a template where one is named. Send exactly one of `url` and `s3_key`.",
        body: HighlightRequest,
        reply: { status: 201, schema: Task },
        errors: ["INVALID_REQUEST", "INSUFFICIENT_MOODS", "IDEMPOTENCY_CONFLICT"],
      },
      async handle(call, { accountId }) {
        const task = await createHighlightJob(services, accountId, parse(call.body), call.answer);
        return jsonReply(201, "Highlight job created", await services.viewTask(task));
      },
    },
  ];
}
