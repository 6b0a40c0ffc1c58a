// GET /models and GET /templates: what can be generated, and presets to start from.
import type { Sql } from "../../shared/db/connect.ts";
import { Models } from "../../shared/schemas/model.ts";
import { Template, Templates, TemplatesQuery } from "../../shared/schemas/template.ts";
import { compileQuery } from "../../shared/schemas/validate.ts";
import { listModels } from "../catalog/models.ts";
import { listTemplates, readTemplate } from "../catalog/templates.ts";
import { type Call, jsonReply, listReply, type Route } from "./route.ts";

const SERVICES_ROUTE = { method: "GET", access: "key", scope: "SERVICES", body: "none" } as const;

export function catalogRoutes({ sql }: { sql: Sql }): Route[] {
  const parseQuery = compileQuery(TemplatesQuery);
  return [
    {
      ...SERVICES_ROUTE,
      path: "/api/v1/models",
      operation: {
        id: "listModels",
        tag: "Catalogue",
        summary: "List models",
        description:
          "The models that can run now, by title. The list is empty while no media node offers one.",
        reply: { status: 200, schema: Models },
        errors: [],
      },
      handle: async () => jsonReply(200, "Models listed", await listModels(sql)),
    },
    {
      ...SERVICES_ROUTE,
      path: "/api/v1/templates",
      operation: {
        id: "listTemplates",
        tag: "Catalogue",
        summary: "List templates",
        description: "Presets of input values, a page at a time. A page beyond the last is empty.",
        query: TemplatesQuery,
        reply: { status: 200, schema: Templates, paginated: true },
        errors: ["INVALID_REQUEST"],
      },
      async handle(call: Call) {
        const { templates, pagination } = await listTemplates(sql, parseQuery(call.query));
        return listReply("Templates listed", templates, pagination);
      },
    },
    {
      ...SERVICES_ROUTE,
      path: "/api/v1/templates/:templateId",
      operation: {
        id: "readTemplate",
        tag: "Catalogue",
        summary: "Read one template",
        reply: { status: 200, schema: Template },
        errors: ["NOT_FOUND"],
      },
      async handle(call: Call) {
        return jsonReply(200, "Template read", await readTemplate(sql, call.params.templateId ?? ""));
      },
    },
  ];
}
