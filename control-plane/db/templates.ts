// SQL of templates and their categories. Lists read one page by an index of the default order; the two other orders
// sort what the filter leaves, since an index on usage_count would be written by every task that is created.
import type { Queryable } from "../../shared/db/connect.ts";
import type { TemplateSort } from "../../shared/schemas/template.ts";

/** What a template made before; its address may be a reference to a file of ours. */
export interface StoredPreview {
  readonly id: string;
  readonly type: string;
  readonly media_url: string;
  readonly content_type: string;
  readonly filename: string;
}

export interface TemplateRow {
  readonly id: string;
  readonly model: string;
  readonly model_title: string;
  readonly capability: string;
  readonly model_tiers: readonly string[];
  readonly description: string;
  /** An address, a reference to a file of ours, or null while there is no preview. */
  readonly media_url: string | null;
  readonly raw_prompt: Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly category_id: string;
  readonly category_name: string;
  readonly category_slug: string;
  readonly preview_results: readonly StoredPreview[];
  /** The preview that is awaited. */
  readonly preview_id: string | null;
  /** Of the built-in template that this is, unchanged; null for an operator's own. */
  readonly built_in_sha256: string | null;
  readonly usage_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface TemplateFilter {
  readonly model: string | null;
  readonly categoryId: string | null;
}

export interface TemplatePage extends TemplateFilter {
  readonly sort: TemplateSort;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

function selectRows(sql: Queryable) {
  return sql`
    select t.id, t.model, m.title as model_title, m.capability, m.model_tiers, t.description, t.media_url, t.raw_prompt,
      t.input, c.id as category_id, c.name as category_name, c.slug as category_slug, t.preview_results,
      t.preview_id, t.built_in_sha256, t.usage_count::float8 as usage_count, t.created_at, t.updated_at
    from templates t join models m on m.slug = t.model join template_categories c on c.id = t.category_id`;
}

/** Only the conditions that are asked for, so that the planner sees which index serves. */
function matching(sql: Queryable, { model, categoryId }: TemplateFilter) {
  return sql`where true ${model === null ? sql`` : sql`and t.model = ${model}`}
    ${categoryId === null ? sql`` : sql`and t.category_id = ${categoryId}`}`;
}

/** A page of templates that match, in the order of a column that the catalogue allows, then by id. */
export async function selectTemplates(sql: Queryable, page: TemplatePage): Promise<TemplateRow[]> {
  const column = sql(`t.${page.sort}`);
  const order = page.descending ? sql`${column} desc, t.id desc` : sql`${column}, t.id`;
  return sql<TemplateRow[]>`
    ${selectRows(sql)} ${matching(sql, page)} order by ${order} limit ${page.limit} offset ${page.offset}`;
}

/** How many templates the filter leaves. */
export async function countTemplates(sql: Queryable, filter: TemplateFilter): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from templates t ${matching(sql, filter)}`;
  return row?.total ?? 0;
}

/** A template with its model and category; undefined for an unknown id. */
export async function selectTemplate(sql: Queryable, templateId: string): Promise<TemplateRow | undefined> {
  const [row] = await sql<TemplateRow[]>`${selectRows(sql)} where t.id = ${templateId}`;
  return row;
}

/** As selectTemplate, its row locked until the transaction ends (`for update`). */
export async function selectTemplateForUpdate(
  sql: Queryable,
  templateId: string,
): Promise<TemplateRow | undefined> {
  const [row] = await sql<TemplateRow[]>`${selectRows(sql)} where t.id = ${templateId} for update of t`;
  return row;
}

export interface TemplateWrite {
  readonly id: string;
  readonly model: string;
  readonly categoryId: string;
  readonly description: string;
  readonly rawPrompt: unknown;
  readonly input: unknown;
  readonly mediaUrl: string | null;
  readonly previewResults: readonly StoredPreview[];
  readonly previewId: string | null;
  readonly builtInSha256: string | null;
}

/** Adds a template or replaces what it says; its use count and its creation time stay. */
export async function upsertTemplate(sql: Queryable, template: TemplateWrite): Promise<void> {
  await sql`
    insert into templates (id, model, category_id, description, media_url, raw_prompt, input, preview_results,
      preview_id, built_in_sha256)
    values (${template.id}, ${template.model}, ${template.categoryId}, ${template.description}, ${template.mediaUrl},
      ${JSON.stringify(template.rawPrompt)}::text::json, ${JSON.stringify(template.input)}::text::json,
      ${JSON.stringify(template.previewResults)}::text::json, ${template.previewId}, ${template.builtInSha256})
    on conflict (id) do update set model = excluded.model, category_id = excluded.category_id,
      description = excluded.description, media_url = excluded.media_url, raw_prompt = excluded.raw_prompt,
      input = excluded.input, preview_results = excluded.preview_results, preview_id = excluded.preview_id,
      built_in_sha256 = excluded.built_in_sha256, updated_at = now()`;
}

/**
 * Awaits another preview, or none any more for null; the one that is shown stays until it comes. Whether there is such a
 * template.
 */
export async function awaitPreview(
  sql: Queryable,
  templateId: string,
  previewId: string | null,
): Promise<boolean> {
  const result = await sql`update templates set preview_id = ${previewId} where id = ${templateId}`;
  return result.count === 1;
}

/** Writes down the preview that was awaited. Whether it was. */
export async function updatePreview(
  sql: Queryable,
  preview: {
    templateId: string;
    previewId: string;
    mediaUrl: string;
    previewResults: readonly StoredPreview[];
  },
): Promise<boolean> {
  const result = await sql`
    update templates set media_url = ${preview.mediaUrl}, preview_id = null, updated_at = now(),
      preview_results = ${JSON.stringify(preview.previewResults)}::text::json
    where id = ${preview.templateId} and preview_id = ${preview.previewId}`;
  return result.count === 1;
}

export interface CategoryRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly templates: number;
}

/** All categories by slug, with how many templates each has, for which templates are gone through once. */
export async function selectCategories(sql: Queryable): Promise<CategoryRow[]> {
  return sql<CategoryRow[]>`
    select c.id, c.slug, c.name, count(t.category_id)::int as templates
    from template_categories c left join templates t on t.category_id = c.id group by c.id order by c.slug`;
}

/** Gives the category with this slug another name. Whether there is one. */
export async function updateCategoryName(sql: Queryable, slug: string, name: string): Promise<boolean> {
  const result = await sql`update template_categories set name = ${name} where slug = ${slug}`;
  return result.count === 1;
}

/** Removes the category with this slug while it has no templates. Whether it did. */
export async function deleteEmptyCategory(sql: Queryable, slug: string): Promise<boolean> {
  const result = await sql`
    delete from template_categories c where c.slug = ${slug}
      and not exists (select from templates t where t.category_id = c.id)`;
  return result.count === 1;
}

/** The id of the category with this slug, which is made where it is missing and never renamed. */
export async function ensureCategory(
  sql: Queryable,
  category: { id: string; slug: string; name: string },
): Promise<string> {
  await sql`
    insert into template_categories (id, slug, name) values (${category.id}, ${category.slug}, ${category.name})
    on conflict do nothing`;
  const [row] = await sql<{ id: string }[]>`select id from template_categories where slug = ${category.slug}`;
  return row?.id ?? category.id;
}

/** Makes the category with this slug, or renames it, and returns its id. */
export async function upsertCategory(
  sql: Queryable,
  category: { id: string; slug: string; name: string },
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into template_categories (id, slug, name) values (${category.id}, ${category.slug}, ${category.name})
    on conflict (slug) do update set name = excluded.name
    returning id`;
  return row?.id ?? category.id;
}

/** Whether there was such a template. */
export async function deleteTemplate(sql: Queryable, templateId: string): Promise<boolean> {
  const result = await sql`delete from templates where id = ${templateId}`;
  return result.count === 1;
}
