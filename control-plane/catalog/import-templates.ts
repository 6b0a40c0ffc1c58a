// What an operator does with templates: import from a file, remove. An import happens whole or not at all.
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";
import { AppError, type ErrorDetail } from "../../shared/errors.ts";
import { isId, newId } from "../../shared/ids.ts";
import type { ModelCapability } from "../../shared/schemas/model.ts";
import { type ImportedTemplate, TemplateFile, TemplateFileFields } from "../../shared/schemas/template.ts";
import { showPath, unknownFieldsOf } from "../../shared/schemas/unknown-fields.ts";
import { compileSchema, invalidRequest, pointerTo } from "../../shared/schemas/validate.ts";
import { ownerOfAsset, textsIn } from "../../shared/templates/template-files.ts";
import { PREVIEWED_CAPABILITIES } from "../../shared/templates/template-previews.ts";
import { inTransaction } from "../db/in-transaction.ts";
import { type ModelRow, selectModels } from "../db/models.ts";
import { removePreviewJob } from "../db/queue/preview-jobs.ts";
import { deleteTemplate, selectTemplateForUpdate, upsertCategory } from "../db/templates.ts";
import { createInputChecks, type InputChecks } from "./input-checks.ts";
import { discardUnnamed } from "./template-files.ts";
import { writeTemplate } from "./write-template.ts";

const parseFile = compileSchema(TemplateFile);
const findUnknown = unknownFieldsOf(TemplateFileFields);

/** Unlike a client's body, a file is written by hand for this version: what is misspelt would be lost without a word. */
function checkNames(file: unknown): void {
  const details = findUnknown(file).fields.map(({ path, nearest }): ErrorDetail => {
    const meant = nearest === null ? "" : `, did you mean ${showPath(nearest.slice(1))}?`;
    return { path: path.reduce(pointerTo, ""), message: `is not known${meant}` };
  });
  if (details.length > 0) throw invalidRequest(details);
}

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

/** A copy of an asset goes with the template that it was made for. */
function checkAssets({ template_id: id, input }: ImportedTemplate): readonly ErrorDetail[] {
  const foreign = [...textsIn(input)].filter(([, text]) => (ownerOfAsset(text) ?? id) !== id);
  const message = "is a file of another template; name a file of your own";
  return foreign.map(([path]) => ({ path: `/input${path}`, message }));
}

function checkPreview({ media_url: mediaUrl }: ImportedTemplate, model: ModelRow): readonly ErrorDetail[] {
  if (mediaUrl !== undefined || PREVIEWED_CAPABILITIES.includes(model.capability as ModelCapability))
    return [];
  const message = `is required: no preview is made for models of the capability ${model.capability}`;
  return [{ path: "/media_url", message }];
}

function checkTemplates(templates: readonly ImportedTemplate[], models: readonly ModelRow[]): void {
  const checks = createInputChecks();
  const seen = new Set<string>();
  const check = (template: ImportedTemplate): readonly ErrorDetail[] => {
    const { template_id: id } = template;
    const model = models.find(({ slug }) => slug === template.model);
    if (id !== undefined && !isId("template", id)) {
      return [{ path: "/template_id", message: "is not a template's id; leave it out for a new template" }];
    }
    if (id !== undefined && seen.has(id)) return [{ path: "/template_id", message: "is there twice" }];
    if (id !== undefined) seen.add(id);
    if (model === undefined)
      return [{ path: "/model", message: "is not a model that a media node ever offered" }];
    return [
      ...checkInput(model, template, checks),
      ...checkAssets(template),
      ...checkPreview(template, model),
    ];
  };
  const details = templates.flatMap((template, index) =>
    check(template).map(({ path, message }) => ({ path: `/${index}${path}`, message })),
  );
  if (details.length > 0) throw invalidRequest(details);
}

/** What an import did with one template. */
export interface ImportedTemplateId {
  readonly template_id: string;
  readonly model: string;
  readonly category: string;
}

/** What a template without prompt metadata shows as its prompt; empty where its model takes none. */
function promptOf({ prompt }: ImportedTemplate["input"]): string {
  return typeof prompt === "string" ? prompt : "";
}

async function importTemplate(
  transaction: TransactionSql,
  template: ImportedTemplate,
): Promise<ImportedTemplateId> {
  const { template_id: id = newId("template"), model, category, description, input } = template;
  const { media_url: mediaUrl, preview_results: results = [] } = template;
  const categoryId = await upsertCategory(transaction, { id: newId("category"), ...category });
  await writeTemplate(transaction, {
    id,
    model,
    categoryId,
    description,
    input,
    rawPrompt: template.raw_prompt ?? { prompt: promptOf(input) },
    preview: mediaUrl === undefined ? null : { mediaUrl, results },
    builtInSha256: null,
    previewDelayMs: 0,
  });
  return { template_id: id, model, category: category.slug };
}

/**
 * Adds the templates of a file, or replaces those whose id is there already.
 * @throws AppError INVALID_REQUEST naming the entry; then nothing was imported
 */
export async function importTemplates(
  sql: Sql | TransactionSql,
  file: unknown,
): Promise<ImportedTemplateId[]> {
  checkNames(file);
  const templates = parseFile(file);
  return inTransaction(sql, async (transaction) => {
    const slugs = templates.map(({ model }) => model);
    checkTemplates(templates, await selectModels(transaction, slugs));
    const imported: ImportedTemplateId[] = [];
    for (const template of templates) imported.push(await importTemplate(transaction, template));
    return imported;
  });
}

/**
 * Removes a template and discards its files; tasks that were made from it keep its id and what it said.
 * @throws AppError NOT_FOUND
 */
export async function removeTemplate(
  sql: Sql | TransactionSql,
  templateId: string,
): Promise<{ template_id: string }> {
  await inTransaction(sql, async (transaction) => {
    const template = await selectTemplateForUpdate(transaction, templateId);
    if (!(await deleteTemplate(transaction, templateId))) {
      throw new AppError("NOT_FOUND", `There is no template ${templateId}.`);
    }
    await removePreviewJob(transaction, templateId);
    await discardUnnamed(transaction, template);
  });
  return { template_id: templateId };
}
