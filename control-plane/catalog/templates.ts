// Templates as clients read them. They are shown whether their model can run at this moment or not, so that pages do
// not shift when a media node restarts. Previews that are files of ours get addresses that are signed for this read.
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { isId } from "../../shared/ids.ts";
import { CATALOG_LIMITS } from "../../shared/limits/catalog.ts";
import { type Pagination, paginate } from "../../shared/pagination.ts";
import { TEMPLATE_SORTS, type Template, type TemplatesQuery } from "../../shared/schemas/template.ts";
import { referredKey } from "../../shared/templates/template-files.ts";
import { countTemplates, selectTemplate, selectTemplates, type TemplateRow } from "../db/templates.ts";

/** How previews are shown. */
export interface PreviewLinks {
  /** Makes a URL under which a stored file can be read for a while. */
  readonly signFile: (storageKey: string) => string;
  /** An image that says that there is no preview yet. */
  readonly placeholderUrl: () => string;
}

function addressOf(stored: string, { signFile }: PreviewLinks): string {
  const key = referredKey(stored);
  return key === undefined ? stored : signFile(key);
}

function viewTemplate(row: TemplateRow, links: PreviewLinks): Template {
  return {
    template_id: row.id,
    model: row.model,
    model_title: row.model_title,
    capability: row.capability as Template["capability"],
    description: row.description,
    media_url: row.media_url === null ? links.placeholderUrl() : addressOf(row.media_url, links),
    raw_prompt: row.raw_prompt as Template["raw_prompt"],
    input: row.input,
    category: { id: row.category_id, name: row.category_name, slug: row.category_slug },
    preview_results: row.preview_results.map((preview) => ({
      ...preview,
      media_url: addressOf(preview.media_url, links),
    })),
    model_tiers: [...row.model_tiers],
    usage_count: row.usage_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A template as an operator's file holds it. Previews that are files of ours are left out: they stay, or are made again. */
export function exportTemplate(row: TemplateRow): Record<string, unknown> {
  const { media_url: shown, preview_results: previews } = row;
  const isElsewhere = shown !== null && referredKey(shown) === undefined;
  return {
    template_id: row.id,
    model: row.model,
    description: row.description,
    raw_prompt: row.raw_prompt,
    input: row.input,
    category: { slug: row.category_slug, name: row.category_name },
    ...(isElsewhere ? { media_url: shown, preview_results: previews } : {}),
    usage_count: row.usage_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

interface TemplateRows {
  readonly rows: readonly TemplateRow[];
  readonly pagination: Pagination;
}

/** One page of the templates that a query asks for, as they are stored. A page beyond the end is empty. */
export async function findTemplates(sql: Queryable, query: TemplatesQuery): Promise<TemplateRows> {
  const { page = 1, limit = CATALOG_LIMITS.pageItems.default, sort: order = "-created_at" } = query;
  const sort = TEMPLATE_SORTS.find((name) => order.endsWith(name)) ?? "created_at";
  const filter = { model: query.model ?? null, categoryId: query.templateCategoryId ?? null };
  const descending = order.startsWith("-");
  const [total, rows] = await Promise.all([
    countTemplates(sql, filter),
    selectTemplates(sql, { ...filter, sort, descending, offset: (page - 1) * limit, limit }),
  ]);
  return { rows, pagination: paginate(total, { page, limit }) };
}

export interface TemplateList {
  readonly templates: readonly Template[];
  readonly pagination: Pagination;
}

/** One page of the templates that a query asks for, as clients see them. */
export async function listTemplates(
  sql: Queryable,
  links: PreviewLinks,
  query: TemplatesQuery,
): Promise<TemplateList> {
  const { rows, pagination } = await findTemplates(sql, query);
  return { templates: rows.map((row) => viewTemplate(row, links)), pagination };
}

/** A template as it is stored, or undefined for a malformed or unknown id. */
export async function findTemplate(sql: Queryable, templateId: string): Promise<TemplateRow | undefined> {
  return isId("template", templateId) ? selectTemplate(sql, templateId) : undefined;
}

/** A template as clients see it. @throws AppError NOT_FOUND */
export async function readTemplate(
  sql: Queryable,
  links: PreviewLinks,
  templateId: string,
): Promise<Template> {
  const row = await findTemplate(sql, templateId);
  if (row === undefined) throw new AppError("NOT_FOUND", "There is no such template.");
  return viewTemplate(row, links);
}
