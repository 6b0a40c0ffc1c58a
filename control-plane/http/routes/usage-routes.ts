// GET /usage: what an account has asked for and been charged.
import type { Sql } from "../../../shared/db/connect.ts";
import { Usage, UsageQuery } from "../../../shared/schemas/usage.ts";
import { compileQuery } from "../../../shared/schemas/validate.ts";
import { reportUsage } from "../../usage/report-usage.ts";
import { readUsageRange } from "../../usage/usage-range.ts";
import type { UsageRecorder } from "../../usage/usage-recorder.ts";
import { jsonReply, type Route } from "../route.ts";

export interface UsageRoutesOptions {
  readonly sql: Sql;
  readonly recorder: UsageRecorder;
}

/** For keys with the scope BALANCE. What this process has counted is written before it is answered. */
export function usageRoutes({ sql, recorder }: UsageRoutesOptions): Route[] {
  const parse = compileQuery(UsageQuery);
  return [
    {
      operation: {
        id: "readUsage",
        tag: "Account",
        summary: "Usage statistics",
        description:
          "Every authenticated request is counted, polling included, and appears within about a second. Moods are exact: they are summed as they are charged, before refunds, and stand with the endpoint that created the task. A range that begins or ends longer ago than seconds are kept (400 days unless the operator says otherwise) is answered in whole hours.",
        query: UsageQuery,
        reply: { status: 200, schema: Usage },
        errors: [],
      },
      method: "GET",
      path: "/api/v1/usage",
      access: "key",
      scope: "BALANCE",
      body: "none",
      async handle(call, { accountId, databaseTimeMs }) {
        const range = readUsageRange(parse(call.query), new Date(databaseTimeMs));
        // What this process has counted so far belongs to the answer.
        await recorder.flush();
        return jsonReply(200, "Usage read", await reportUsage(sql, { accountId, ...range }));
      },
    },
  ];
}
