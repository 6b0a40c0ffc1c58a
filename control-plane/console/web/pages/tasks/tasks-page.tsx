// The account's tasks, newest first: video jobs, or image generation.
import { chosenIn, pageIn } from "../../api/list-page.ts";
import { useTaskEvents } from "../../api/live.ts";
import { readDeepPage, setPage, useWalk } from "../../api/use-list.ts";
import { hrefOf, setQuery, usePlace } from "../../app/router.ts";
import { Button, LinkButton } from "../../ui/form/button.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { formatMoods } from "../../ui/format.ts";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Duration, Time } from "../../ui/time.tsx";
import { TaskLink } from "./task-link.tsx";
import { TaskState } from "./task-progress.tsx";
import {
  isActive,
  JOB_KINDS,
  type ListedTask,
  nameOfKind,
  paidMoodsOf,
  type Surface,
  tookMsOf,
  waitedMsOf,
} from "./task-types.ts";
import { usePolled } from "./use-polled.ts";
import "./tasks.css";

const PAGE_ITEMS = 25;
/** In the address. */
const FIRST_PAGE = { page: null, cursor: null } as const;

const STATES = ["queued", "running", "finished", "failed"] as const;

const SURFACES: readonly { readonly name: Surface; readonly label: string }[] = [
  { name: "jobs", label: "Video jobs" },
  { name: "generation-tasks", label: "Image generation" },
];

function optionsOf(all: string, values: readonly string[], nameOf: (value: string) => string) {
  return [{ value: "", label: all }, ...values.map((value) => ({ value, label: nameOf(value) }))];
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

const COLUMNS: readonly Column<ListedTask>[] = [
  {
    key: "task",
    label: "Task",
    cell: (task) => <TaskLink task={task} />,
  },
  { key: "state", label: "State", cell: (task) => <TaskState task={task} /> },
  { key: "created", label: "Created", cell: (task) => <Time at={task.created_at} kind="ago" /> },
  {
    key: "waited",
    label: "Waited",
    kind: "number",
    cell: (task) => <Duration ms={waitedMsOf(task)} />,
  },
  { key: "took", label: "Took", kind: "number", cell: (task) => <Duration ms={tookMsOf(task)} /> },
  { key: "paid", label: "Moods", kind: "number", cell: (task) => formatMoods(paidMoodsOf(task)) },
];

function Filters({ surface, status, kind }: { surface: Surface; status: string; kind: string }) {
  return (
    <div class="row task-filters">
      <SelectField
        label="State"
        value={status}
        onChange={(value) => setQuery({ ...FIRST_PAGE, status: value === "" ? null : value })}
        options={optionsOf("Any state", STATES, capital)}
      />
      {surface === "jobs" && (
        <SelectField
          label="Kind"
          value={kind}
          onChange={(value) => setQuery({ ...FIRST_PAGE, kind: value === "" ? null : value })}
          options={optionsOf("Any kind", JOB_KINDS, nameOfKind)}
        />
      )}
    </div>
  );
}

function NoTasks({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title="No task fits"
        action={
          <Button onClick={() => setQuery({ ...FIRST_PAGE, status: null, kind: null })}>Show all</Button>
        }
      >
        Choose another state or kind.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="tasks"
      title="No tasks yet"
      action={
        <LinkButton kind="primary" icon="plus" href={hrefOf("/playground")}>
          Make the first one
        </LinkButton>
      }
    >
      What you make here or by the API shows up in this list.
    </EmptyState>
  );
}

export default function TasksPage() {
  const { query } = usePlace();
  const surface: Surface = query.get("surface") === "generation-tasks" ? "generation-tasks" : "jobs";
  const status = chosenIn(query, "status", STATES);
  const kind = surface === "jobs" ? chosenIn(query, "kind", JOB_KINDS) : "";
  const page = pageIn(query);
  const walk = useWalk("cursor");
  const asked = { page, cursor: walk.before, limit: PAGE_ITEMS, status, kind };
  const key = [surface, ...Object.values(asked)].join(" ");
  const resource = usePolled(
    key,
    (signal) => readDeepPage<ListedTask>(`/api/v1/${surface}`, asked, signal),
    ({ items }) => (items.some(isActive) ? "active" : "quiet"),
    surface,
  );
  useTaskEvents(resource.refresh, resource.refresh);
  return (
    <>
      <PageHeader
        title="Tasks"
        description="What this account has made, here and by the API, newest first."
        actions={
          <LinkButton kind="primary" icon="plus" href={hrefOf("/playground")}>
            New task
          </LinkButton>
        }
      />
      <Tabs
        label="Kinds of work"
        tabs={SURFACES}
        current={surface}
        onChange={(name) =>
          setQuery({ ...FIRST_PAGE, surface: name === "jobs" ? null : name, status: null, kind: null })
        }
      >
        <div class="stack">
          <Filters surface={surface} status={status} kind={kind} />
          <Loaded resource={resource} lines={8}>
            {({ items, pagination }) =>
              items.length === 0 ? (
                <NoTasks isFiltered={status !== "" || kind !== ""} />
              ) : (
                <Card flush>
                  <Table
                    label="Tasks, newest first"
                    columns={COLUMNS}
                    rows={items}
                    rowKey={({ task_id }) => task_id}
                  />
                  <Pagination pagination={pagination} of="tasks" onPage={setPage} walk={walk} />
                </Card>
              )
            }
          </Loaded>
        </div>
      </Tabs>
    </>
  );
}
