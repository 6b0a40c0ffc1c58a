// The operator's commands for categories of templates.
import { listCategories, removeCategory, renameCategory } from "../../control-plane/catalog/categories.ts";
import { type AdminCommand, argument, invalid, text } from "./admin-call.ts";

const SLUG = "The category's slug";

export const CATEGORY_COMMANDS: readonly AdminCommand[] = [
  { words: ["category", "list"], usage: "category list", run: ({ sql }) => listCategories(sql) },
  {
    words: ["category", "rename"],
    usage: "category rename SLUG --name NAME",
    run: async (call) => {
      const name = text(call, "name");
      if (name === null) throw invalid("--name is missing.");
      return renameCategory(call.sql, argument(call, 0, SLUG), name);
    },
  },
  {
    words: ["category", "remove"],
    usage: "category remove SLUG",
    run: async (call) => removeCategory(call.sql, argument(call, 0, SLUG)),
  },
];
