// What an operator does with the categories under which templates are filed. Imports make them.
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { CATALOG_LIMITS } from "../../shared/limits/catalog.ts";
import {
  type CategoryRow,
  deleteEmptyCategory,
  selectCategories,
  updateCategoryName,
} from "../db/templates.ts";

/** All categories with the number of their templates, by slug. */
export async function listCategories(sql: Queryable): Promise<CategoryRow[]> {
  return selectCategories(sql);
}

/** @throws AppError NOT_FOUND */
export async function requireCategory(sql: Queryable, slug: string): Promise<CategoryRow> {
  const category = (await selectCategories(sql)).find((each) => each.slug === slug);
  if (category === undefined) throw new AppError("NOT_FOUND", `There is no category ${slug}.`);
  return category;
}

/** Gives a category another name for people; its slug and its id stay. @throws AppError NOT_FOUND, INVALID_REQUEST */
export async function renameCategory(sql: Queryable, slug: string, name: string): Promise<CategoryRow> {
  const { categoryNameLength: maxLength } = CATALOG_LIMITS;
  if (name.trim() === "" || name.length > maxLength) {
    throw new AppError("INVALID_REQUEST", `The name must have 1 to ${maxLength} characters.`);
  }
  await updateCategoryName(sql, slug, name);
  return requireCategory(sql, slug);
}

/** Removes a category that has no templates. @throws AppError NOT_FOUND; INVALID_REQUEST while it has some */
export async function removeCategory(sql: Queryable, slug: string): Promise<{ slug: string }> {
  if (await deleteEmptyCategory(sql, slug)) return { slug };
  const { templates } = await requireCategory(sql, slug);
  throw new AppError("INVALID_REQUEST", `The category ${slug} still has templates: ${templates}.`);
}
