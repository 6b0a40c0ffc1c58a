// The operator's commands for categories of templates.

import { changesOf } from "../../control-plane/audit/operator-actions.ts";
import {
  listCategories,
  removeCategory,
  renameCategory,
  requireCategory,
} from "../../control-plane/catalog/categories.ts";
import { type Act, type AdminCall, type AdminCommand, argument, invalid, text } from "./admin-call.ts";

const SLUG = "The category's slug";

function categoryRename(call: AdminCall, act: Act): Promise<unknown> {
  const name = text(call, "name");
  if (name === null) throw invalid("--name is missing.");
  const slug = argument(call, 0, SLUG);
  return act(async (transaction) => {
    const before = await requireCategory(transaction, slug);
    const result = await renameCategory(transaction, slug, name);
    return { result, target: slug, details: changesOf(before, result) };
  });
}

function categoryRemove(call: AdminCall, act: Act): Promise<unknown> {
  const slug = argument(call, 0, SLUG);
  return act(async (transaction) => ({ result: await removeCategory(transaction, slug), target: slug }));
}

export const CATEGORY_COMMANDS: readonly AdminCommand[] = [
  { words: ["category", "list"], usage: "category list", read: ({ sql }) => listCategories(sql) },
  {
    words: ["category", "rename"],
    usage: "category rename SLUG --name NAME",
    change: categoryRename,
  },
  { words: ["category", "remove"], usage: "category remove SLUG", change: categoryRemove },
];
