// POST /generation-tasks and its read.
import type { NetworkPolicy } from "../../shared/network-safety.ts";
import { GenerationRequest } from "../../shared/schemas/generation-request.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import { createInputChecks } from "../catalog/input-checks.ts";
import { createGenerationTask, type GenerationServices } from "../tasks/generation-task.ts";
import { readGenerationTask } from "../tasks/read-generation-task.ts";
import { checkClientUrl } from "../tasks/sources.ts";
import { type SignFile, viewTask } from "../tasks/task-view.ts";
import { jsonReply, type Route } from "./route.ts";

export interface GenerationRoutesOptions extends Pick<GenerationServices, "sql" | "prices"> {
  readonly networkPolicy: NetworkPolicy;
  readonly signFile: SignFile;
}

export function generationRoutes(options: GenerationRoutesOptions): Route[] {
  const { sql, prices, networkPolicy, signFile } = options;
  const parse = compileSchema(GenerationRequest);
  const services = { sql, prices, inputChecks: createInputChecks() };
  return [
    {
      method: "POST",
      path: "/api/v1/generation-tasks",
      access: "key",
      scope: "GENERATE",
      body: "json",
      async handle(call, { accountId }) {
        const body = parse(call.body);
        const { callback_url: callbackUrl } = body;
        if (callbackUrl !== undefined) checkClientUrl(callbackUrl, "/callback_url", networkPolicy);
        const task = await createGenerationTask(services, accountId, body);
        return jsonReply(201, "Generation task created", viewTask(task, signFile, { showRun: false }));
      },
    },
    {
      method: "GET",
      path: "/api/v1/generation-tasks/:taskId",
      access: "key",
      scope: "GENERATE",
      body: "none",
      async handle(call, { accountId }) {
        const task = await readGenerationTask(sql, accountId, call.params.taskId ?? "");
        return jsonReply(200, "Generation task read", viewTask(task, signFile));
      },
    },
  ];
}
