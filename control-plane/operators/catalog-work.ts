// What operators do with prices, categories and templates, each as work for actAsOperator: the change, and what the audit
// log keeps of it.
import { changesOf, type OperatorWork } from "../audit/operator-actions.ts";
import { restoreBuiltInTemplate } from "../catalog/bring-templates.ts";
import { removeCategory, renameCategory, requireCategory } from "../catalog/categories.ts";
import { type ImportedTemplateId, importTemplates, removeTemplate } from "../catalog/import-templates.ts";
import { type PriceView, readPrice, setPrice } from "../catalog/model-prices.ts";
import { wantPreview } from "../catalog/template-preview.ts";
import type { CategoryRow } from "../db/templates.ts";

/** Sets what one output of a model costs in a tier; null takes the operator's price away. @throws AppError as setPrice */
export function setModelPrice(
  { model, tier }: Pick<PriceView, "model" | "tier">,
  moods: string | null,
): OperatorWork<PriceView> {
  return async (transaction) => {
    const before = await readPrice(transaction, model, tier);
    const result = await setPrice(transaction, { model, tier }, moods);
    return { result, target: `${model} ${tier}`, details: changesOf(before, result) };
  };
}

/** @throws AppError NOT_FOUND, INVALID_REQUEST */
export function nameCategory(slug: string, name: string): OperatorWork<CategoryRow> {
  return async (transaction) => {
    const before = await requireCategory(transaction, slug);
    const result = await renameCategory(transaction, slug, name);
    return { result, target: slug, details: changesOf(before, result) };
  };
}

/** @throws AppError NOT_FOUND; INVALID_REQUEST while it has templates */
export function dropCategory(slug: string): OperatorWork<{ slug: string }> {
  return async (transaction) => ({ result: await removeCategory(transaction, slug), target: slug });
}

/**
 * Adds templates, or replaces those whose id is there already.
 * @param source what the log calls it, such as the file's name @throws AppError INVALID_REQUEST naming the entry
 */
export function addTemplates(file: unknown, source: string): OperatorWork<ImportedTemplateId[]> {
  return async (transaction) => {
    const result = await importTemplates(transaction, file);
    return {
      result,
      target: source,
      details: { templates: result.map(({ template_id }) => template_id) },
    };
  };
}

/** @throws AppError NOT_FOUND */
export function dropTemplate(templateId: string): OperatorWork<{ template_id: string }> {
  return async (transaction) => ({
    result: await removeTemplate(transaction, templateId),
    target: templateId,
  });
}

/** Takes a built-in template back as it was brought. @throws AppError NOT_FOUND */
export function restoreTemplate(templateId: string): OperatorWork<unknown> {
  return async (transaction) => ({
    result: await restoreBuiltInTemplate(transaction, templateId),
    target: templateId,
  });
}

/** @throws AppError NOT_FOUND; INVALID_REQUEST for a model whose previews nobody makes */
export function askForPreview(templateId: string): OperatorWork<void> {
  return async (transaction) => ({ result: await wantPreview(transaction, templateId), target: templateId });
}
