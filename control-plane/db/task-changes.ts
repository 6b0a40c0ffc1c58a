// SQL of watching tasks: the notifications of migration 0002's triggers, and places in the queue.
import type { Queryable, Sql } from "../../shared/db/connect.ts";

const CHANNEL = "task_changed";

/**
 * Listens for changes of any task on a connection of its own, which is opened anew when it is lost.
 * @param onListening called whenever listening begins: whatever happened before was not heard
 */
export async function listenForTaskChanges(
  sql: Sql,
  onChange: (taskId: string) => void,
  onListening: () => void,
): Promise<void> {
  await sql.listen(CHANNEL, onChange, onListening);
}

/** How many tasks of the same kind wait before each of these that still waits for its first run. */
export async function selectQueuePositions(
  sql: Queryable,
  taskIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; waiting_before: number }[]>`
    select id, waiting_before from (
      select id, (row_number() over (partition by kind order by id) - 1)::int as waiting_before
      from tasks where state = 'queued'
    ) queue where id = any (${taskIds as string[]})`;
  return new Map(rows.map((row) => [row.id, row.waiting_before]));
}
