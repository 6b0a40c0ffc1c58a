// Pages for those who are not signed in.
import type { PageEntry } from "../app/page-entry.ts";

export const ENTRY_PAGES: readonly PageEntry[] = [
  {
    path: "/sign-in",
    title: "Sign in",
    role: "public",
    load: () => import("./entry/sign-in-page.tsx"),
  },
  {
    path: "/sign-up",
    title: "Ask for an account",
    role: "public",
    load: () => import("./entry/sign-up-page.tsx"),
  },
  {
    path: "/setup",
    title: "Set up Clipmill",
    role: "public",
    load: () => import("./entry/setup-page.tsx"),
  },
  {
    path: "/reset",
    title: "Set a new password",
    role: "public",
    load: () => import("./entry/reset-page.tsx"),
  },
  {
    path: "/invitation",
    title: "Join an account",
    role: "public",
    load: () => import("./entry/invitation-page.tsx"),
  },
];
