// Templates as clients read them. They are shown whether their model can run at this moment or not, so that pages do
// not shift when a media node restarts.
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { isId } from "../../shared/ids.ts";
import { CATALOG_LIMITS } from "../../shared/limits.ts";
import { type Pagination, paginate } from "../../shared/pagination.ts";
import { TEMPLATE_SORTS, type Template, type TemplatesQuery } from "../../shared/schemas/template.ts";
import { countTemplates, selectTemplate, selectTemplates, type TemplateRow } from "../db/templates.ts";

function viewTemplate(row: TemplateRow): Template {
  return {
    template_id: row.id,
    model: row.model,
    model_title: row.model_title,
    capability: row.capability as Template["capability"],
    description: row.description,
    media_url: row.media_url,
    raw_prompt: row.raw_prompt as Template["raw_prompt"],
    input: row.input,
    category: { id: row.category_id, name: row.category_name, slug: row.category_slug },
    preview_results: row.preview_results as Template["preview_results"],
    model_tiers: [...row.model_tiers],
    usage_count: row.usage_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export interface TemplateList {
  readonly templates: readonly Template[];
  readonly pagination: Pagination;
}

/** One page of the templates that a query asks for. A page beyond the end is empty. */
export async function listTemplates(sql: Queryable, query: TemplatesQuery): Promise<TemplateList> {
  const { page = 1, limit = CATALOG_LIMITS.pageItems.default, sort: order = "-created_at" } = query;
  const sort = TEMPLATE_SORTS.find((name) => order.endsWith(name)) ?? "created_at";
  const filter = { model: query.model ?? null, categoryId: query.templateCategoryId ?? null };
  const descending = order.startsWith("-");
  const [total, rows] = await Promise.all([
    countTemplates(sql, filter),
    selectTemplates(sql, { ...filter, sort, descending, offset: (page - 1) * limit, limit }),
  ]);
  return { templates: rows.map(viewTemplate), pagination: paginate(total, page, limit) };
}

/** A template as it is stored, or undefined for a malformed or unknown id. */
export async function findTemplate(sql: Queryable, templateId: string): Promise<TemplateRow | undefined> {
  return isId("template", templateId) ? selectTemplate(sql, templateId) : undefined;
}

/** A template as clients see it. @throws AppError NOT_FOUND */
export async function readTemplate(sql: Queryable, templateId: string): Promise<Template> {
  const row = await findTemplate(sql, templateId);
  if (row === undefined) throw new AppError("NOT_FOUND", "There is no such template.");
  return viewTemplate(row);
}
