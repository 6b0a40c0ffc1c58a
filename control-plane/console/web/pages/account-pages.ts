// Pages about the account and its people: keys, usage and billing, webhooks, people, settings.
import type { PageEntry } from "../app/page-entry.ts";

export const ACCOUNT_PAGES: readonly PageEntry[] = [
  { path: "/keys", title: "Keys", role: "member", load: () => import("./keys/keys-page.tsx") },
  {
    path: "/usage",
    title: "Usage & billing",
    role: "approved",
    load: () => import("./usage/usage-page.tsx"),
  },
  {
    path: "/webhooks",
    title: "Webhooks",
    role: "member",
    load: () => import("./webhooks/webhooks-page.tsx"),
  },
  { path: "/people", title: "People", role: "member", load: () => import("./people/people-page.tsx") },
  {
    path: "/settings",
    title: "Settings",
    role: "person",
    load: () => import("./settings/settings-page.tsx"),
  },
];
