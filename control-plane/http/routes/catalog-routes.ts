// GET /models and GET /templates: what can be generated, and presets to start from.
import { Type } from "typebox";
import type { Sql } from "../../../shared/db/connect.ts";
import type { RequestBounds } from "../../../shared/limits/request-bounds.ts";
import { listedModelWithin } from "../../../shared/schemas/model.ts";
import { Template, Templates, TemplatesQuery } from "../../../shared/schemas/template.ts";
import { compileQuery } from "../../../shared/schemas/validate.ts";
import { generationPrice, type PriceList } from "../../billing/price-list.ts";
import type { ModelCheck } from "../../catalog/model-check.ts";
import { listModels, type ModelTimes, type TierPrice } from "../../catalog/models.ts";
import { listTemplates, type PreviewLinks, readTemplate } from "../../catalog/templates.ts";
import { type Call, jsonReply, listReply, type Route } from "../route.ts";
import { placeholderLink } from "./placeholder-routes.ts";

const SERVICES_ROUTE = { method: "GET", access: "key", scope: "SERVICES", body: "none" } as const;

export interface CatalogRoutesOptions {
  readonly sql: Sql;
  readonly signFile: PreviewLinks["signFile"];
  readonly links: { readonly publicUrl: string };
  readonly modelTimes: Pick<ModelTimes, "memoryMs">;
  readonly prices: PriceList;
  readonly bounds: RequestBounds;
  readonly isUsable: ModelCheck;
}

function modelRoute({ sql, modelTimes, prices, bounds, isUsable }: CatalogRoutesOptions): Route {
  const priceOf: TierPrice = (tier, ofModel) => Number(generationPrice(prices, tier, 1, ofModel));
  const terms = { priceOf, bounds, isUsable };
  return {
    ...SERVICES_ROUTE,
    path: "/api/v1/models",
    operation: {
      id: "listModels",
      tag: "Catalogue",
      summary: "List models",
      description:
        "The models that media nodes offer, or did not long ago (within 24 hours, unless the operator chose otherwise), by title.",
      reply: { status: 200, schema: Type.Array(listedModelWithin(bounds)) },
      errors: [],
    },
    handle: async () => jsonReply(200, "Models listed", await listModels(sql, modelTimes.memoryMs, terms)),
  };
}

function templateRoutes({ sql, signFile, links }: CatalogRoutesOptions): Route[] {
  const previews = { signFile, placeholderUrl: () => placeholderLink(links.publicUrl) };
  const parseQuery = compileQuery(TemplatesQuery);
  return [
    {
      ...SERVICES_ROUTE,
      path: "/api/v1/templates",
      operation: {
        id: "listTemplates",
        tag: "Catalogue",
        summary: "List templates",
        description:
          "Presets of input values, a page at a time. A page beyond the last is empty. Addresses of previews may be signed, for 24 hours; a template whose preview is still to be made shows an image that says so, and no `preview_results`.",
        query: TemplatesQuery,
        reply: { status: 200, schema: Templates, paginated: true },
        errors: ["INVALID_REQUEST"],
      },
      async handle(call: Call) {
        const { templates, pagination } = await listTemplates(sql, previews, parseQuery(call.query));
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
        const template = await readTemplate(sql, previews, call.params.templateId ?? "");
        return jsonReply(200, "Template read", template);
      },
    },
  ];
}

/** For keys with the scope SERVICES: models, the page of templates, and one template. */
export function catalogRoutes(options: CatalogRoutesOptions): Route[] {
  return [modelRoute(options), ...templateRoutes(options)];
}
