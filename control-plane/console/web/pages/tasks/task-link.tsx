// A task in a list: what it was made of, and which of its like it is.
import { hrefOf } from "../../app/router.ts";
import { nameOfKind, pathOfTask, type Task, titleOfTask } from "./task-types.ts";
import "./tasks.css";

type Named = Pick<Task, "task_id" | "name"> & { readonly kind: string; readonly model?: string | null };

/** Its kind where its title is another, its model, and its id. */
export function TaskFacts({ task }: { task: Named }) {
  const { name, kind, model = null, task_id: taskId } = task;
  return (
    <>
      {name !== null && `${nameOfKind(kind)} · `}
      {model !== null && `${model} · `}
      <span class="mono">{taskId}</span>
    </>
  );
}

/** The task's title as a link to its page, with what else tells it apart below. */
export function TaskLink({ task }: { task: Named }) {
  return (
    <a class="task-link" href={hrefOf(pathOfTask(task))}>
      <bdi class="task-name">{titleOfTask(task)}</bdi>
      <small class="faint">
        <TaskFacts task={task} />
      </small>
    </a>
  );
}
