// Pages about the account and its people: keys, usage and billing, webhooks, people, settings.
import type { PageEntry } from "../app/page-entry.ts";

export const ACCOUNT_PAGES: readonly PageEntry[] = [
  {
    path: "/settings",
    title: "Settings",
    role: "person",
    load: () => import("./settings/settings-page.tsx"),
  },
];
