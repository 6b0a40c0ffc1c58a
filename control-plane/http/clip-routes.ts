// POST /clips: cuts vertical clips from a video.
import type { Sql } from "../../shared/db/connect.ts";
import type { NetworkPolicy } from "../../shared/network-safety.ts";
import { ClipRequest } from "../../shared/schemas/clip-request.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import type { PriceList } from "../billing/price-list.ts";
import { clipJobRequest } from "../tasks/clip-job-request.ts";
import { createTask } from "../tasks/create-task.ts";
import { checkClientUrl, checkSource } from "../tasks/sources.ts";
import { type SignFile, viewTask } from "../tasks/task-view.ts";
import { jsonReply, type Route } from "./route.ts";

export interface ClipRoutesOptions {
  readonly sql: Sql;
  readonly networkPolicy: NetworkPolicy;
  readonly prices: PriceList;
  readonly signFile: SignFile;
}

export function clipRoutes({ sql, networkPolicy, prices, signFile }: ClipRoutesOptions): Route[] {
  const parse = compileSchema(ClipRequest);
  return [
    {
      method: "POST",
      path: "/api/v1/clips",
      access: "key",
      scope: "CLIPPING",
      body: "json",
      async handle(call, { accountId }) {
        const body = parse(call.body);
        const request = clipJobRequest(body);
        const callbackUrl = body.callback_url ?? null;
        if (callbackUrl !== null) checkClientUrl(callbackUrl, "/callback_url", networkPolicy);
        await checkSource(sql, accountId, request.source, networkPolicy);
        const idempotencyKey = body.idempotency_key ?? null;
        const baseMoods = prices.video;
        const creation = { kind: "clip", model: null, templateId: null, baseMoods, request } as const;
        const task = await createTask(sql, { ...creation, accountId, callbackUrl, idempotencyKey });
        return jsonReply(201, "Clip job created", viewTask(task, signFile));
      },
    },
  ];
}
