// One task for operators, whosever it is: what became of it, what it cost, and each try with its node. Its media are its
// owner's alone.
import type { OperatorRunView, OperatorTaskView } from "../../../../api-types/operator-tasks.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { get } from "../../../api/request.ts";
import type { PageProps } from "../../../app/page-entry.ts";
import { Badge, StateBadge } from "../../../ui/badge.tsx";
import { formatMoodsOf } from "../../../ui/format.ts";
import { KeyValues } from "../../../ui/key-values.tsx";
import { Card, PageHeader } from "../../../ui/page-header.tsx";
import { EmptyState, Loaded, Notice } from "../../../ui/state.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Duration, Time } from "../../../ui/time.tsx";
import { usePolled } from "../../tasks/use-polled.ts";
import { AccountLink } from "../account-link.tsx";
import { nameOfWork } from "../names.ts";
import "../operator.css";

const BACK = { path: "/operator/queue", label: "Queue" };

function isUnderWay({ state }: OperatorTaskView): boolean {
  return state === "queued" || state === "running";
}

function lastedMs({ startedAt, endedAt }: OperatorRunView): number {
  return (endedAt === null ? Date.now() : Date.parse(endedAt)) - Date.parse(startedAt);
}

const RUNS: readonly Column<OperatorRunView>[] = [
  {
    key: "node",
    label: "Node",
    cell: ({ host, node }) => (
      <span class="cell-stack">
        {host === null ? <span class="faint">gone</span> : <span>{host}</span>}
        <small class="mono">{node}</small>
      </span>
    ),
  },
  {
    key: "state",
    label: "State",
    cell: ({ state, lack }) => (
      <span class="cell-stack">
        <StateBadge state={state} />
        {lack !== null && <Badge plain>lacked {lack}</Badge>}
      </span>
    ),
  },
  {
    key: "stage",
    label: "How far",
    cell: ({ stage, percent, message }) => (
      <span class="cell-stack">
        <span>
          {stage}, {percent}%
        </span>
        {message !== null && <small>{message}</small>}
      </span>
    ),
  },
  { key: "started", label: "Started", cell: ({ startedAt }) => <Time at={startedAt} /> },
  { key: "lasted", label: "Lasted", kind: "number", cell: (run) => <Duration ms={lastedMs(run)} /> },
];

function Facts({ task }: { task: OperatorTaskView }) {
  const { name, model, createdAt, completedAt, chargedMoods, refundedMoods } = task;
  return (
    <Card title="Task">
      <KeyValues
        folding
        entries={[
          { key: "Account", value: <AccountLink id={task.accountId} email={task.accountEmail} /> },
          { key: "Kind", value: nameOfWork(task.kind) },
          ...(name === null ? [] : [{ key: "Name", value: <bdi>{name}</bdi> }]),
          ...(model === null ? [] : [{ key: "Model", value: <span class="mono">{model}</span> }]),
          { key: "Created", value: <Time at={createdAt} /> },
          { key: "Ended", value: <Time at={completedAt} /> },
          { key: "Charged", value: formatMoodsOf(chargedMoods) },
          { key: "Given back", value: formatMoodsOf(refundedMoods) },
        ]}
      />
    </Card>
  );
}

function Runs({ task }: { task: OperatorTaskView }) {
  const { runs } = task;
  return (
    <Card
      title="Runs"
      description="Each is one try of a media node. The log of its node has more, by the task's id."
      flush
    >
      {runs.length === 0 ? (
        <EmptyState icon="queue" title="No node has tried it">
          {isUnderWay(task) ? "It waits for its turn." : "It ended before its first run."}
        </EmptyState>
      ) : (
        <Table label="Runs, the first one first" columns={RUNS} rows={runs} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}

export default function OperatorTaskPage({ params }: PageProps) {
  const { taskId = "" } = params;
  const path = `${OPERATOR_API}/tasks/${encodeURIComponent(taskId)}`;
  const resource = usePolled(
    path,
    (signal) => get<OperatorTaskView>(path, { signal }),
    (task) => (isUnderWay(task) ? "active" : "settled"),
  );
  const { data } = resource;
  return (
    <>
      <PageHeader
        title="Task"
        description={
          <span class="row">
            <span class="mono">{taskId}</span>
            {data !== undefined && <StateBadge state={data.state} />}
          </span>
        }
        back={BACK}
      />
      <Loaded resource={resource} lines={8}>
        {(task) => (
          <div class="stack">
            {task.error !== null && (
              <Notice kind="error" title={task.error}>
                {task.message}
              </Notice>
            )}
            <Facts task={task} />
            <Runs task={task} />
          </div>
        )}
      </Loaded>
    </>
  );
}
