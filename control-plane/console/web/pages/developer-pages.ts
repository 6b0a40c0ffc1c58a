// Pages about the work: the overview, tasks, the playground, models and templates.
import type { PageEntry } from "../app/page-entry.ts";

export const DEVELOPER_PAGES: readonly PageEntry[] = [
  {
    path: "/",
    title: "Overview",
    role: "person",
    load: () => import("./overview/overview-page.tsx"),
  },
  { path: "/tasks", title: "Tasks", role: "approved", load: () => import("./tasks/tasks-page.tsx") },
  {
    path: "/tasks/:surface/:taskId",
    title: "Task",
    role: "approved",
    load: () => import("./tasks/task-page.tsx"),
  },
  {
    path: "/tasks/jobs/:taskId/clips/:clipId",
    title: "Edit a clip",
    role: "approved",
    load: () => import("./clip/clip-editor-page.tsx"),
  },
  {
    path: "/models",
    title: "Models & templates",
    role: "approved",
    load: () => import("./models/models-page.tsx"),
  },
  {
    path: "/playground",
    title: "Playground",
    role: "approved",
    load: () => import("./playground/playground-page.tsx"),
  },
];
