// Creates and reads generation tasks; lists and cancellation are in generation-task-routes.ts.
import type { Sql } from "../../../shared/db/connect.ts";
import type { NetworkPolicy } from "../../../shared/network-safety.ts";
import { GenerationRequest } from "../../../shared/schemas/generation-request.ts";
import { Task } from "../../../shared/schemas/task.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { createInputChecks } from "../../catalog/input-checks.ts";
import { createGenerationTask, type GenerationServices } from "../../tasks/generation-task.ts";
import { readTask } from "../../tasks/read-task.ts";
import { checkClientUrl } from "../../tasks/sources.ts";
import type { ViewTask } from "../../tasks/task-view.ts";
import { jsonReply, type Route } from "../route.ts";

export interface GenerationRoutesOptions
  extends Pick<GenerationServices, "sql" | "creates" | "prices" | "modelTimes"> {
  /** For reads; `sql` is for creates. */
  readonly reads: Sql;
  readonly networkPolicy: NetworkPolicy;
  readonly viewTask: ViewTask;
}

export function generationRoutes(options: GenerationRoutesOptions): Route[] {
  const { sql, creates, reads, prices, networkPolicy, modelTimes, viewTask } = options;
  const parse = compileSchema(GenerationRequest);
  const services = { sql, creates, prices, modelTimes, networkPolicy, inputChecks: createInputChecks() };
  return [
    {
      method: "POST",
      path: "/api/v1/generation-tasks",
      creates: true,
      access: "key",
      scope: "GENERATE",
      body: "json",
      operation: {
        id: "createGenerationTask",
        tag: "Generation",
        summary: "Create a generation task",
        description:
          "`input`, laid over the template's where one is named, must satisfy the model's `input_schema`. The charge is the tier's price times `output_count`. While no media node that has the model runs, the task waits and its `progress` says so; after a while it fails with `MODEL_UNAVAILABLE` and is refunded.",
        body: GenerationRequest,
        reply: { status: 201, schema: Task },
        errors: ["INPUT_SCHEMA_VIOLATION", "INSUFFICIENT_MOODS", "IDEMPOTENCY_CONFLICT"],
      },
      async handle(call, { accountId }) {
        const body = parse(call.body);
        const { callback_url: callbackUrl } = body;
        if (callbackUrl !== undefined) checkClientUrl(callbackUrl, "/callback_url", networkPolicy);
        const task = await createGenerationTask(services, accountId, body, call.answer);
        return jsonReply(201, "Generation task created", await viewTask(task, { showRun: false }));
      },
    },
    {
      method: "GET",
      path: "/api/v1/generation-tasks/:taskId",
      access: "key",
      scope: "GENERATE",
      body: "none",
      operation: {
        id: "readGenerationTask",
        tag: "Generation",
        summary: "Read a generation task",
        description: "`result` holds the files once the task is `finished`. Poll every 3 to 5 seconds.",
        reply: { status: 200, schema: Task },
        errors: ["NOT_FOUND"],
      },
      async handle(call, { accountId }) {
        const task = await readTask(reads, accountId, "generation", call.params.taskId ?? "");
        return jsonReply(200, "Generation task read", await viewTask(task));
      },
    },
  ];
}
