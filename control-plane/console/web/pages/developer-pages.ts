// Pages about the work: the overview, tasks, the playground, models and templates.
import type { PageEntry } from "../app/page-entry.ts";

export const DEVELOPER_PAGES: readonly PageEntry[] = [
  {
    path: "/",
    title: "Overview",
    role: "person",
    load: () => import("./overview/overview-page.tsx"),
  },
];
