// What stands in the navigation on the left, in its order. The paths are those of pages/<area>-pages.ts.
import type { IconName } from "../ui/icon.tsx";

export interface NavigationEntry {
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
}

const DEVELOPER: readonly NavigationEntry[] = [
  { path: "/", label: "Overview", icon: "overview" },
  { path: "/tasks", label: "Tasks", icon: "tasks" },
  { path: "/playground", label: "Playground", icon: "play" },
  { path: "/models", label: "Models & templates", icon: "models" },
  { path: "/keys", label: "Keys", icon: "keys" },
  { path: "/usage", label: "Usage & billing", icon: "billing" },
  { path: "/webhooks", label: "Webhooks", icon: "webhooks" },
  { path: "/people", label: "People", icon: "people" },
  { path: "/settings", label: "Settings", icon: "settings" },
];

const OPERATOR: readonly NavigationEntry[] = [
  { path: "/operator/health", label: "Health", icon: "health" },
  { path: "/operator/accounts", label: "Accounts", icon: "accounts" },
  { path: "/operator/nodes", label: "Nodes", icon: "nodes" },
  { path: "/operator/queue", label: "Queue", icon: "queue" },
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
