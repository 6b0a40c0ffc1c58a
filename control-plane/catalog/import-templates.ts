// What an operator does with templates: import from a file, remove. An import happens whole or not at all.
import type { Sql } from "../../shared/db/connect.ts";
import { AppError, type ErrorDetail } from "../../shared/errors.ts";
import { isId, newId } from "../../shared/ids.ts";
import { type ImportedTemplate, TemplateFile } from "../../shared/schemas/template.ts";
import { compileSchema, invalidRequest } from "../../shared/schemas/validate.ts";
import { type ModelRow, selectModels } from "../db/models.ts";
import { deleteTemplate, upsertCategory, upsertTemplate } from "../db/templates.ts";
import { createInputChecks, type InputChecks } from "./input-checks.ts";

const parseFile = compileSchema(TemplateFile);

function checkInput(
  model: ModelRow,
  template: ImportedTemplate,
  checks: InputChecks,
): readonly ErrorDetail[] {
  try {
    checks.check(model, template.input);
    return [];
  } catch (error) {
    if (error instanceof AppError && error.details !== undefined) return error.details;
    throw error;
  }
}

function checkTemplates(templates: readonly ImportedTemplate[], models: readonly ModelRow[]): void {
  const checks = createInputChecks();
  const seen = new Set<string>();
  const details = templates.flatMap((template, index): readonly ErrorDetail[] => {
    const { template_id: id } = template;
    const model = models.find(({ slug }) => slug === template.model);
    if (id !== undefined && !isId("template", id)) {
      return [
        { path: `/${index}/template_id`, message: "is not a template's id; leave it out for a new template" },
      ];
    }
    if (id !== undefined && seen.has(id))
      return [{ path: `/${index}/template_id`, message: "is there twice" }];
    if (id !== undefined) seen.add(id);
    if (model === undefined)
      return [{ path: `/${index}/model`, message: "is not a model that a media node ever offered" }];
    return checkInput(model, template, checks).map(({ path, message }) => ({
      path: `/${index}${path}`,
      message,
    }));
  });
  if (details.length > 0) throw invalidRequest(details);
}

/** What an import did with one template. */
export interface ImportedTemplateId {
  readonly template_id: string;
  readonly model: string;
  readonly category: string;
}

/**
 * Adds the templates of a file, or replaces those whose id is there already.
 * @throws AppError INVALID_REQUEST naming the entry; then nothing was imported
 */
export async function importTemplates(sql: Sql, file: unknown): Promise<ImportedTemplateId[]> {
  const templates = parseFile(file);
  return sql.begin(async (transaction) => {
    checkTemplates(
      templates,
      await selectModels(
        transaction,
        templates.map(({ model }) => model),
      ),
    );
    const imported: ImportedTemplateId[] = [];
    for (const template of templates) {
      const id = template.template_id ?? newId("template");
      const { model, category } = template;
      const categoryId = await upsertCategory(transaction, { id: newId("category"), ...category });
      await upsertTemplate(transaction, {
        id,
        model,
        categoryId,
        description: template.description,
        mediaUrl: template.media_url,
        rawPrompt: template.raw_prompt,
        input: template.input,
        previewResults: template.preview_results ?? [],
      });
      imported.push({ template_id: id, model, category: category.slug });
    }
    return imported;
  });
}

/** Removes a template; tasks that were made from it keep its id. @throws AppError NOT_FOUND */
export async function removeTemplate(sql: Sql, templateId: string): Promise<{ template_id: string }> {
  if (!(await deleteTemplate(sql, templateId))) {
    throw new AppError("NOT_FOUND", `There is no template ${templateId}.`);
  }
  return { template_id: templateId };
}
