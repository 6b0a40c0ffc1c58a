// Every page, in one list. Each area's list is a file of its own in pages/.
import { ACCOUNT_PAGES } from "../pages/account-pages.ts";
import { DEVELOPER_PAGES } from "../pages/developer-pages.ts";
import { ENTRY_PAGES } from "../pages/entry-pages.ts";
import { OPERATOR_PAGES } from "../pages/operator-pages.ts";
import type { PageEntry } from "./page-entry.ts";

export const PAGES: readonly PageEntry[] = [
  ...ENTRY_PAGES,
  ...DEVELOPER_PAGES,
  ...ACCOUNT_PAGES,
  ...OPERATOR_PAGES,
];
