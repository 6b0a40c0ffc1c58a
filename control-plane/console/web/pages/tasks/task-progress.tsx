// Where a task is: its state, and while it runs how far it has come.
import { ProgressBar, StateBadge } from "../../ui/badge.tsx";
import { formatCount } from "../../ui/format.ts";
import type { ListedTask } from "./task-types.ts";

/** "Transcribing", "3 tasks before this one" */
function progressText({ progress }: Pick<ListedTask, "progress">): string | null {
  if (progress === null) return null;
  const before = progress.queue_position;
  if (before !== null && before > 0) {
    return before === 1 ? "One task before this one" : `${formatCount(before)} tasks before this one`;
  }
  return progress.message;
}

/** For a line of a list: the state, and a bar while it runs. */
export function TaskState({ task }: { task: ListedTask }) {
  const { status, progress, error } = task;
  if (error !== null) {
    return (
      <div class="task-ended">
        <StateBadge state={status} />
        <small class="faint" title={error.message}>
          {error.message}
        </small>
      </div>
    );
  }
  if (status !== "running" || progress === null) return <StateBadge state={status} />;
  return (
    <div class="task-state">
      <StateBadge state={status} />
      <ProgressBar percent={progress.percent} label={`Progress of ${task.task_id}`} />
    </div>
  );
}

/** For the page of one task, while it is under way. */
export function TaskProgress({ task }: { task: ListedTask }) {
  const { progress } = task;
  const message = progressText(task) ?? (task.status === "queued" ? "Waiting for a media node" : "Starting");
  return (
    <div class="card task-progress" aria-live="polite">
      <ProgressBar percent={progress?.percent ?? 0} label="Progress" message={message} />
    </div>
  );
}
