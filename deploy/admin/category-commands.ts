// The operator's commands for categories of templates.

import { listCategories } from "../../control-plane/catalog/categories.ts";
import { dropCategory, nameCategory } from "../../control-plane/operators/catalog-work.ts";
import { type Act, type AdminCall, type AdminCommand, argument, invalid, text } from "./admin-call.ts";

const SLUG = "The category's slug";

function categoryRename(call: AdminCall, act: Act): Promise<unknown> {
  const name = text(call, "name");
  if (name === null) throw invalid("--name is missing.");
  return act(nameCategory(argument(call, 0, SLUG), name));
}

export const CATEGORY_COMMANDS: readonly AdminCommand[] = [
  { usage: "category list", read: ({ sql }) => listCategories(sql) },
  {
    usage: "category rename SLUG --name NAME",
    change: categoryRename,
  },
  {
    usage: "category remove SLUG",
    change: (call, act) => act(dropCategory(argument(call, 0, SLUG))),
  },
];
