// The newest tasks of the account, followed while any is under way.
import { get } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import { hrefOf } from "../../app/router.ts";
import { ProgressBar, StateBadge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/form/button.tsx";
import { formatMoods } from "../../ui/format.ts";
import { Card } from "../../ui/page-header.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { TaskLink } from "../tasks/task-link.tsx";
import { isActive, type ListedTask, paidMoodsOf } from "../tasks/task-types.ts";

const SHOWN = 6;
const BUSY_POLL_MS = 3_000;
const IDLE_POLL_MS = 20_000;

async function loadNewest(signal: AbortSignal): Promise<ListedTask[]> {
  const query = { limit: SHOWN };
  const lists = await Promise.all(
    ["/api/v1/jobs", "/api/v1/generation-tasks"].map((path) => get<ListedTask[]>(path, { query, signal })),
  );
  const newestFirst = lists.flat().sort((one, other) => other.created_at.localeCompare(one.created_at));
  return newestFirst.slice(0, SHOWN);
}

function Status({ task }: { task: ListedTask }) {
  const { status, progress, error } = task;
  if (status === "running" && progress !== null) {
    return (
      <ProgressBar
        percent={progress.percent}
        label={`Progress of ${task.task_id}`}
        message={progress.message}
      />
    );
  }
  return (
    <span class="row">
      <StateBadge state={status} />
      {error !== null && <span class="soft">{error.message}</span>}
      {status === "queued" && progress?.queue_position != null && (
        <span class="soft">{progress.queue_position} before it</span>
      )}
    </span>
  );
}

const COLUMNS: readonly Column<ListedTask>[] = [
  {
    key: "kind",
    label: "Task",
    cell: (task) => <TaskLink task={task} />,
  },
  { key: "status", label: "State", cell: (task) => <Status task={task} /> },
  {
    key: "moods",
    label: "Moods",
    kind: "number",
    cell: (task) => formatMoods(paidMoodsOf(task)),
  },
  { key: "created", label: "Created", cell: ({ created_at: at }) => <Time at={at} kind="ago" /> },
];

export function RecentTasks() {
  const tasks = useResource("newest", loadNewest, {
    pollMs: (newest) => (newest?.some(isActive) === true ? BUSY_POLL_MS : IDLE_POLL_MS),
  });
  const more = (
    <LinkButton size="small" href={hrefOf("/tasks")}>
      All tasks
    </LinkButton>
  );
  return (
    <Card title="Newest tasks" actions={more} flush>
      <Loaded resource={tasks}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon="tasks"
              title="No task yet"
              action={
                <LinkButton kind="primary" icon="plus" href={hrefOf("/playground?make=clips")}>
                  Cut your first clips
                </LinkButton>
              }
            >
              Cut a video into clips, build a highlight reel, transcribe, or generate: in the playground, or
              by the API.
            </EmptyState>
          ) : (
            <Table label="Newest tasks" columns={COLUMNS} rows={rows} rowKey={({ task_id: id }) => id} />
          )
        }
      </Loaded>
    </Card>
  );
}
