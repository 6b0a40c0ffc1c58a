// Every page: its address, its title, who may see it, and the file that draws it, which is loaded when it is opened.
import type { ComponentType } from "preact";

export interface PageProps {
  /** What stands in the address in the place of `:names`. */
  readonly params: Readonly<Record<string, string>>;
}

export interface PageEntry {
  /** Below /console; with `:name` for what differs. */
  readonly path: string;
  /** In the browser's tab. A page that knows better says so by `useTitle`. */
  readonly title: string;
  /** `member` needs an account, `operator` the operators' right, `person` somebody signed in, `public` nobody. */
  readonly role: "public" | "person" | "member" | "operator";
  readonly load: () => Promise<{ default: ComponentType<PageProps> }>;
}

export const PUBLIC_PAGES: readonly PageEntry[] = [
  {
    path: "/sign-in",
    title: "Sign in",
    role: "public",
    load: () => import("../pages/entry/sign-in-page.tsx"),
  },
  {
    path: "/sign-up",
    title: "Ask for an account",
    role: "public",
    load: () => import("../pages/entry/sign-up-page.tsx"),
  },
  {
    path: "/setup",
    title: "Set up Clipmill",
    role: "public",
    load: () => import("../pages/entry/setup-page.tsx"),
  },
  {
    path: "/reset",
    title: "Set a new password",
    role: "public",
    load: () => import("../pages/entry/reset-page.tsx"),
  },
];

const DEVELOPER_PAGES: readonly PageEntry[] = [
  { path: "/", title: "Overview", role: "person", load: () => import("../pages/overview/overview-page.tsx") },
  {
    path: "/settings",
    title: "Settings",
    role: "person",
    load: () => import("../pages/settings/settings-page.tsx"),
  },
];

const OPERATOR_PAGES: readonly PageEntry[] = [];

export const PAGES: readonly PageEntry[] = [...PUBLIC_PAGES, ...DEVELOPER_PAGES, ...OPERATOR_PAGES];
