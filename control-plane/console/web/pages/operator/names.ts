// What kinds of work and states are called on operators' pages.
import type { TaskKindName } from "../../../../../shared/tasks/task-kinds.ts";
import type { WorkerView } from "../../../api-types/operator.ts";

const KINDS: Readonly<Record<TaskKindName, string>> = {
  clip: "Clips",
  highlight: "Highlights",
  transcription: "Transcriptions",
  generation: "Generation",
  render: "Renders",
};

/** Whether it is a task, which somebody waits for, and no other work, such as the preview of a template. */
export function isTask({ kind }: { readonly kind: string }): boolean {
  return !kind.startsWith("internal-");
}

/** Such as "Clips"; work that is no task keeps the name of its queue job: "Deliver webhook". */
export function nameOfWork(kind: string): string {
  const name = KINDS[kind as TaskKindName];
  if (name !== undefined) return name;
  const words = kind.replace(/^internal-/, "").replaceAll("-", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** How many runs a node does at once. */
export function placesOf({ places }: Pick<WorkerView, "places">): number {
  return places.reduce((sum, each) => sum + each.places, 0);
}

/** Whole numbers of seconds, such as "45 s", "5 min" or "4 h". */
export function nameOfBound(seconds: number | null): string {
  if (seconds === null) return "over 4 h";
  if (seconds < 60) return `≤ ${seconds} s`;
  return seconds < 3_600 ? `≤ ${seconds / 60} min` : `≤ ${seconds / 3_600} h`;
}
