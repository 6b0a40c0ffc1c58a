// Models with their prices, templates, categories and caption presets, for operators.
import { Type } from "typebox";
import type { CaptionPresets } from "../../../../shared/captions/caption-presets.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { OPERATOR_VIEW_LIMITS } from "../../../../shared/limits/admin.ts";
import { CATALOG_LIMITS } from "../../../../shared/limits/catalog.ts";
import { paginate } from "../../../../shared/pagination.ts";
import { ModelSlug } from "../../../../shared/schemas/model.ts";
import type { ObjectStorage } from "../../../../shared/storage/object-storage.ts";
import { referredKey } from "../../../../shared/templates/template-files.ts";
import { generationPrice, type PriceList } from "../../../billing/price-list.ts";
import { listCategories } from "../../../catalog/categories.ts";
import { checkStoredAssets } from "../../../catalog/check-stored-assets.ts";
import { exportTemplate, findTemplates } from "../../../catalog/templates.ts";
import { countModels, type PricedModelRow, selectPricedModels } from "../../../db/operators/priced-models.ts";
import type { TemplateRow } from "../../../db/templates.ts";
import type { Route } from "../../../http/route.ts";
import {
  addTemplates,
  askForPreview,
  dropCategory,
  dropTemplate,
  nameCategory,
  restoreTemplate,
  setModelPrice,
} from "../../../operators/catalog-work.ts";
import type {
  CategoryView,
  OperatorCaptionPresetView,
  OperatorModelView,
  OperatorTemplateView,
  TierPriceView,
} from "../../api-types/operator.ts";
import { bodyOf } from "../console-bodies.ts";
import { changeRoute, listRoute, param, readRoute } from "./operator-route.ts";

export interface CatalogRoutesOptions {
  readonly reads: Sql;
  readonly writes: Sql;
  readonly storage: ObjectStorage;
  readonly signFile: (storageKey: string) => string;
  readonly prices: PriceList;
  readonly captionPresets: CaptionPresets;
}

const PriceBody = bodyOf({
  model: ModelSlug,
  tier: Type.String({ minLength: 1, maxLength: 50 }),
  moods: Type.Union([Type.String({ minLength: 1, maxLength: 20 }), Type.Null()]),
});
const NameBody = bodyOf({
  name: Type.String({ minLength: 1, maxLength: CATALOG_LIMITS.categoryNameLength }),
});
/** What the entries may be is checked by the import itself, which names them. */
const ImportBody = Type.Array(Type.Unknown(), { minItems: 1, maxItems: CATALOG_LIMITS.importedTemplates });
const Filter = Type.Optional(Type.String({ maxLength: 100 }));

/** Each change writes its line in the audit log. What clients read of all this is in http/routes/catalog-routes. */
export function catalogRoutes(options: CatalogRoutesOptions): Route[] {
  return [
    ...modelRoutes(options),
    ...templateRoutes(options),
    ...categoryRoutes(options),
    presetRoute(options),
  ];
}

function viewPrice(row: PricedModelRow, tier: string, prices: PriceList): TierPriceView {
  const { own_prices: own, set_prices: set } = row;
  const told = (of: Readonly<Record<string, string>>): number | null =>
    Object.hasOwn(of, tier) ? Number(of[tier]) : null;
  const listMoods = Number(generationPrice(prices, tier, 1));
  const setMoods = told(set);
  const ownMoods = told(own);
  return { tier, moods: setMoods ?? ownMoods ?? listMoods, setMoods, ownMoods, listMoods };
}

function viewModel(row: PricedModelRow, prices: PriceList): OperatorModelView {
  return {
    model: row.slug,
    title: row.title,
    subtitle: row.subtitle,
    capability: row.capability,
    nodes: row.nodes,
    offeredAt: row.offered_at?.toISOString() ?? null,
    prices: row.model_tiers.map((tier) => viewPrice(row, tier, prices)),
  };
}

function modelRoutes({ reads, writes, prices }: CatalogRoutesOptions): Route[] {
  return [
    listRoute<OperatorModelView>("/models", "Models listed", {}, async (_filter, { page, limit }) => {
      const total = await countModels(reads);
      const rows = await selectPricedModels(reads, { limit, offset: (page - 1) * limit });
      return {
        items: rows.map((row) => viewModel(row, prices)),
        pagination: paginate(total, { page, limit }),
      };
    }),
    changeRoute({
      writes,
      method: "PUT",
      path: "/prices",
      action: "price set",
      message: "Price set",
      schema: PriceBody,
      work: ({ body: { model, tier, moods } }) => setModelPrice({ model, tier }, moods),
    }),
  ];
}

/** A template with what shows it: what it made, or what its file names. */
function viewTemplate(row: TemplateRow, signFile: CatalogRoutesOptions["signFile"]): OperatorTemplateView {
  const { media_url: shown, preview_id: awaited, preview_results: results } = row;
  const key = referredKey(shown ?? "");
  const preview =
    awaited !== null ? "awaited" : shown === null ? "none" : key === undefined ? "elsewhere" : "made";
  return {
    id: row.id,
    model: row.model,
    modelTitle: row.model_title,
    description: row.description,
    category: { slug: row.category_slug, name: row.category_name },
    isBuiltIn: row.built_in_sha256 !== null,
    preview,
    // What lies elsewhere is not shown: a page of the console loads nothing from there.
    previewUrl: key === undefined ? null : signFile(key),
    previewType: results.find((result) => result.media_url === shown)?.content_type ?? null,
    usageCount: row.usage_count,
    updatedAt: row.updated_at.toISOString(),
  };
}

function templateRoutes({ reads, writes, storage, signFile }: CatalogRoutesOptions): Route[] {
  const one = "/templates/:templateId";
  const filters = { model: Filter, category: Filter };
  return [
    listRoute<OperatorTemplateView, typeof filters>(
      "/templates",
      "Templates listed",
      filters,
      async ({ model, category }, page) => {
        const limit = Math.min(page.limit, CATALOG_LIMITS.pageItems.max);
        const list = await findTemplates(reads, {
          page: page.page,
          limit,
          ...(model === undefined ? {} : { model }),
          ...(category === undefined ? {} : { templateCategoryId: category }),
        });
        return { items: list.rows.map((row) => viewTemplate(row, signFile)), pagination: list.pagination };
      },
    ),
    listRoute("/templates/export", "Templates exported", {}, async (_filter, { page, limit }) => {
      const list = await findTemplates(reads, {
        page,
        limit: Math.min(limit, CATALOG_LIMITS.pageItems.max),
        sort: "created_at",
      });
      return { items: list.rows.map(exportTemplate), pagination: list.pagination };
    }),
    changeRoute({
      writes,
      method: "POST",
      path: "/templates",
      action: "template import",
      message: "Templates imported",
      schema: ImportBody,
      maxBodyBytes: OPERATOR_VIEW_LIMITS.importBytes,
      check: ({ body }) => checkStoredAssets(body, storage),
      work: ({ body }) => addTemplates(body, "console"),
    }),
    changeRoute({
      writes,
      method: "DELETE",
      path: one,
      action: "template remove",
      message: "Template removed",
      schema: null,
      work: ({ call }) => dropTemplate(param(call, "templateId")),
    }),
    changeRoute({
      writes,
      method: "POST",
      path: `${one}/restore`,
      action: "template restore",
      message: "Template restored",
      schema: null,
      work: ({ call }) => restoreTemplate(param(call, "templateId")),
    }),
    changeRoute({
      writes,
      method: "POST",
      path: `${one}/preview`,
      action: "template preview",
      message: "Preview asked for",
      schema: null,
      work: ({ call }) => askForPreview(param(call, "templateId")),
    }),
  ];
}

function categoryRoutes({ reads, writes }: CatalogRoutesOptions): Route[] {
  return [
    readRoute<readonly CategoryView[]>("/categories", "Categories listed", () => listCategories(reads)),
    changeRoute({
      writes,
      method: "PUT",
      path: "/categories/:slug",
      action: "category rename",
      message: "Category renamed",
      schema: NameBody,
      work: ({ call, body }) => nameCategory(param(call, "slug"), body.name),
    }),
    changeRoute({
      writes,
      method: "DELETE",
      path: "/categories/:slug",
      action: "category remove",
      message: "Category removed",
      schema: null,
      work: ({ call }) => dropCategory(param(call, "slug")),
    }),
  ];
}

function presetRoute({ captionPresets }: CatalogRoutesOptions): Route {
  const presets = [...captionPresets].map(
    ([name, { description, style }]): OperatorCaptionPresetView => ({
      name,
      description,
      style: { ...style },
    }),
  );
  return readRoute<readonly OperatorCaptionPresetView[]>(
    "/caption-presets",
    "Caption presets listed",
    async () => presets,
  );
}
