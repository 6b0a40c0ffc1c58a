// Pages for the appliance's operators.
import type { PageEntry } from "../app/page-entry.ts";

export const OPERATOR_PAGES: readonly PageEntry[] = [
  {
    path: "/operator/health",
    title: "Health",
    role: "operator",
    load: () => import("./operator/health-page.tsx"),
  },
  {
    path: "/operator/accounts",
    title: "Accounts",
    role: "operator",
    load: () => import("./operator/accounts/accounts-page.tsx"),
  },
  {
    path: "/operator/accounts/:accountId",
    title: "Account",
    role: "operator",
    load: () => import("./operator/accounts/account-page.tsx"),
  },
  {
    path: "/operator/nodes",
    title: "Nodes",
    role: "operator",
    load: () => import("./operator/nodes-page.tsx"),
  },
  {
    path: "/operator/queue",
    title: "Queue",
    role: "operator",
    load: () => import("./operator/queue-page.tsx"),
  },
  {
    path: "/operator/queue/tasks/:taskId",
    title: "Task",
    role: "operator",
    load: () => import("./operator/tasks/task-page.tsx"),
  },
  {
    path: "/operator/templates",
    title: "Templates",
    role: "operator",
    load: () => import("./operator/templates-page.tsx"),
  },
  {
    path: "/operator/models",
    title: "Models",
    role: "operator",
    load: () => import("./operator/models-page.tsx"),
  },
  {
    path: "/operator/storage",
    title: "Storage",
    role: "operator",
    load: () => import("./operator/storage-page.tsx"),
  },
  {
    path: "/operator/audit",
    title: "Audit log",
    role: "operator",
    load: () => import("./operator/audit/audit-page.tsx"),
  },
];
