// A task where operators read of it, by its id.
import { hrefOf } from "../../../app/router.ts";

/** The address of its page for operators. */
export function pathOfOperatorTask(id: string): string {
  return `/operator/queue/tasks/${encodeURIComponent(id)}`;
}

/** Leads to what became of it. */
export function OperatorTaskLink({ id }: { id: string }) {
  return (
    <a class="mono" href={hrefOf(pathOfOperatorTask(id))}>
      {id}
    </a>
  );
}
