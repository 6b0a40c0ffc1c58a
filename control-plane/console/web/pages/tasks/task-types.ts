// What the API says of tasks, as its own schemas define it, and how every page words it.
import type { Static } from "typebox";
import type {
  ClipOutput as ClipOutputSchema,
  Clip as ClipSchema,
  HighlightOutput as HighlightOutputSchema,
  TranscriptionOutput as TranscriptionOutputSchema,
} from "../../../../../shared/schemas/job-output.ts";
import type {
  ListedTask as ListedTaskSchema,
  Task as TaskSchema,
} from "../../../../../shared/schemas/task.ts";
import type { TASK_KINDS, TaskKindName, TaskSurfaceName } from "../../../../../shared/tasks/task-kinds.ts";

export type Task = Static<typeof TaskSchema>;
export type ListedTask = Static<typeof ListedTaskSchema>;
export type Clip = Static<typeof ClipSchema>;
export type ClipOutput = Static<typeof ClipOutputSchema>;
export type HighlightOutput = Static<typeof HighlightOutputSchema>;
export type TranscriptionOutput = Static<typeof TranscriptionOutputSchema>;
export type Surface = TaskSurfaceName;

const KIND_NAMES: Readonly<Record<TaskKindName, string>> = {
  clip: "Clips",
  highlight: "Highlights",
  transcription: "Transcription",
  generation: "Images",
  render: "Clip rendered again",
};

/** As in `TASK_KINDS`, of which a page needs nothing else: another surface does not compile. */
const SURFACES: { readonly [Kind in TaskKindName]: (typeof TASK_KINDS)[Kind]["surface"] } = {
  clip: "jobs",
  highlight: "jobs",
  transcription: "jobs",
  generation: "generation-tasks",
  render: "jobs",
};

/** The kinds of video jobs. */
export const JOB_KINDS: readonly string[] = Object.keys(KIND_NAMES).filter(
  (kind) => surfaceOf({ kind }) === "jobs",
);

/** A kind as people call it; one that is newer than this page keeps its name. */
export function nameOfKind(kind: string): string {
  return KIND_NAMES[kind as TaskKindName] ?? kind;
}

/** What a task is called: after what it was made of, or else after its kind. */
export function titleOfTask({ name, kind }: Pick<Task, "name"> & { readonly kind: string }): string {
  return name ?? nameOfKind(kind);
}

/** Whether it may still change by itself. */
export function isActive({ status }: Pick<Task, "status">): boolean {
  return status === "queued" || status === "running";
}

/** Which part of the API a task is read by; one of a kind that is newer than this page is taken for a video job. */
export function surfaceOf({ kind }: { readonly kind: string }): Surface {
  return SURFACES[kind as TaskKindName] ?? "jobs";
}

/** The page of one task. */
export function pathOfTask(task: Pick<Task, "task_id"> & { readonly kind: string }): string {
  return `/tasks/${surfaceOf(task)}/${task.task_id}`;
}

type TaskTimes = Pick<Task, "created_at" | "started_at" | "completed_at">;

/** Times of the server may lie ahead of this machine's clock. */
function msBetween(start: string, end: string | null, now: number): number {
  return Math.max(0, (end === null ? now : Date.parse(end)) - Date.parse(start));
}

/** In the queue before its first run: until that, or its end without one, or until now. */
export function waitedMsOf(task: TaskTimes, now: number = Date.now()): number {
  return msBetween(task.created_at, task.started_at ?? task.completed_at, now);
}

/** From the beginning of its first run, with all that follows, to its end or until now; null before that. */
export function tookMsOf(task: TaskTimes, now: number = Date.now()): number | null {
  return task.started_at === null ? null : msBetween(task.started_at, task.completed_at, now);
}

/** What the account paid in the end. */
export function paidMoodsOf({ billing }: Pick<Task, "billing">): number {
  return billing.charged_moods + billing.extra_moods_charged - billing.refunded_moods;
}
