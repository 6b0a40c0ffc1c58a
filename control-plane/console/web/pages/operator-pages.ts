// Pages for the appliance's operators.
import type { PageEntry } from "../app/page-entry.ts";

export const OPERATOR_PAGES: readonly PageEntry[] = [];
