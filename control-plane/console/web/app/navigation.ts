// What stands in the navigation on the left, in its order, and the keys that lead there. The paths and labels are those of
// pages/<area>-pages.ts: every page without parameters that needs a session has its entry.
import type { IconName } from "../ui/icon.tsx";

export interface NavigationEntry {
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  /** After `g`, the letter that leads there; undefined for a place that has none. */
  readonly shortcut?: string;
}

const DEVELOPER: readonly NavigationEntry[] = [
  { path: "/", label: "Overview", icon: "overview", shortcut: "o" },
  { path: "/tasks", label: "Tasks", icon: "tasks", shortcut: "t" },
  { path: "/playground", label: "Playground", icon: "play", shortcut: "p" },
  { path: "/models", label: "Models & templates", icon: "models", shortcut: "m" },
  { path: "/keys", label: "Keys", icon: "keys", shortcut: "k" },
  { path: "/usage", label: "Usage & billing", icon: "billing", shortcut: "u" },
  { path: "/webhooks", label: "Webhooks", icon: "webhooks", shortcut: "w" },
  { path: "/people", label: "People", icon: "people" },
  { path: "/settings", label: "Settings", icon: "settings", shortcut: "s" },
];

const OPERATOR: readonly NavigationEntry[] = [
  { path: "/operator/health", label: "Health", icon: "health", shortcut: "h" },
  { path: "/operator/accounts", label: "Accounts", icon: "accounts", shortcut: "a" },
  { path: "/operator/nodes", label: "Nodes", icon: "nodes", shortcut: "n" },
  { path: "/operator/queue", label: "Queue", icon: "queue", shortcut: "q" },
  { path: "/operator/templates", label: "Templates", icon: "templates" },
  { path: "/operator/models", label: "Models", icon: "models" },
  { path: "/operator/storage", label: "Storage", icon: "storage" },
  { path: "/operator/audit", label: "Audit log", icon: "audit" },
];

export const NAVIGATION = { developer: DEVELOPER, operator: OPERATOR } as const;

/** Whether a place belongs to an entry: the page itself, or one below it. */
export function isWithin(path: string, entry: NavigationEntry): boolean {
  return path === entry.path || (entry.path !== "/" && path.startsWith(`${entry.path}/`));
}
