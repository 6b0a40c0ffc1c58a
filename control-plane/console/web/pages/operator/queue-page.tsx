// The queue: what waits and for how long, what failed for good, and how quickly work is done.
import type { QueueLine } from "../../../api-types/operator.ts";
import { Badge } from "../../ui/badge.tsx";
import { formatCount, formatCountOf, formatDuration } from "../../ui/format.ts";
import { Card, PageHeader, Tile } from "../../ui/page-header.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { FailedJobs } from "./failed-jobs.tsx";
import { isTask, nameOfWork } from "./names.ts";
import { FindTask } from "./tasks/find-task.tsx";
import { Throughput } from "./throughput.tsx";
import { useFigures } from "./use-figures.ts";
import "./operator.css";

function Nodes({ line }: { line: QueueLine }) {
  if (line.nodes > 0 || !isTask(line)) return formatCount(line.nodes);
  return line.waiting > 0 ? <Badge tone="bad">None</Badge> : "0";
}

const COLUMNS: readonly Column<QueueLine>[] = [
  {
    key: "kind",
    label: "Work",
    cell: ({ kind, model }) => (
      <span class="cell-stack">
        <span>{nameOfWork(kind)}</span>
        {model !== "" && <small class="mono">{model}</small>}
      </span>
    ),
  },
  { key: "waiting", label: "Waiting", kind: "number", cell: (row) => formatCount(row.waiting) },
  { key: "running", label: "Running", kind: "number", cell: (row) => formatCount(row.running) },
  { key: "retrying", label: "To be retried", kind: "number", cell: (row) => formatCount(row.retrying) },
  { key: "failed", label: "Failed", kind: "number", cell: (row) => formatCount(row.failed) },
  {
    key: "oldest",
    label: "Oldest",
    kind: "number",
    cell: ({ oldestAgeS }) => (oldestAgeS === 0 ? "–" : formatDuration(oldestAgeS * 1_000)),
  },
  { key: "nodes", label: "Nodes", kind: "number", cell: (row) => <Nodes line={row} /> },
];

function Tiles({ queue, waitingAccounts }: { queue: readonly QueueLine[]; waitingAccounts: number }) {
  const sum = (read: (line: QueueLine) => number): string =>
    formatCount(queue.reduce((total, line) => total + read(line), 0));
  const oldest = Math.max(0, ...queue.map(({ oldestAgeS }) => oldestAgeS));
  return (
    <div class="tiles">
      <Tile
        label="Waiting"
        value={sum((line) => line.waiting)}
        note={waitingAccounts === 0 ? "ready for a node" : `of ${formatCountOf(waitingAccounts, "account")}`}
      />
      <Tile label="Running" value={sum((line) => line.running)} note="on all nodes" />
      <Tile label="To be retried" value={sum((line) => line.retrying)} note="each at its time" />
      <Tile
        label="Oldest"
        value={oldest === 0 ? "–" : formatDuration(oldest * 1_000)}
        note="since it came in"
      />
      <Tile label="Failed for good" value={sum((line) => line.failed)} note="see below" />
    </div>
  );
}

export default function QueuePage() {
  const figures = useFigures();
  const failed = figures.data?.queue.reduce((sum, line) => sum + line.failed, 0) ?? 0;
  return (
    <>
      <PageHeader
        title="Queue"
        description="Tasks and other work on their way to a node."
        actions={<FindTask />}
      />
      <div class="stack">
        <Loaded resource={figures} lines={6}>
          {({ queue, waitingAccounts }) => (
            <div class="stack">
              <Tiles queue={queue} waitingAccounts={waitingAccounts} />
              <Card title="By kind and model" flush>
                {queue.length === 0 ? (
                  <EmptyState icon="queue" title="The queue is empty">
                    Whatever accounts create shows here until a node has done it.
                  </EmptyState>
                ) : (
                  <Table
                    label="Queue by kind and model"
                    columns={COLUMNS}
                    rows={queue}
                    rowKey={(row) => row.job}
                  />
                )}
              </Card>
            </div>
          )}
        </Loaded>
        <FailedJobs count={failed} />
        <Throughput />
      </div>
    </>
  );
}
