// Who works: media nodes with what they have and do, and control planes.
import { useState } from "preact/hooks";
import type { WorkerView } from "../../../api-types/operator.ts";
import { OPERATOR_API } from "../../api/operator-api.ts";
import { del, post } from "../../api/request.ts";
import { Badge, StateBadge } from "../../ui/badge.tsx";
import { type Confirmation, useConfirm } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";
import { formatDuration } from "../../ui/format.ts";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { PagedTable } from "../../ui/pagination.tsx";
import { EmptyState, Loaded, Notice } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { tell } from "../../ui/toast.tsx";
import { placesOf } from "./names.ts";
import { NodeDialog } from "./node-dialog.tsx";
import { useFigures } from "./use-figures.ts";
import "./operator.css";

function State({ node }: { node: WorkerView }) {
  if (!node.isAlive) return <StateBadge state="lost" />;
  if (node.shortage !== null) {
    return (
      <span title={node.shortage}>
        <Badge tone="warning">No room</Badge>
      </span>
    );
  }
  return node.state === null ? <StateBadge state="active" /> : <StateBadge state={node.state} />;
}

function devicesOf({ devices }: WorkerView): string {
  return devices.length === 0 ? "Processor" : devices.map(({ name }) => name).join(", ");
}

function drainPath(name: string): string {
  return `${OPERATOR_API}/nodes/${encodeURIComponent(name)}/drain`;
}

/** Ends every drain that holds for a node: one by its machine's name holds for others there, too. */
function undraining({ host, drainedAs }: WorkerView, onDone: () => void): Confirmation {
  const others = drainedAs.includes(host) ? `, and so do all nodes of ${host}` : "";
  return {
    title: "Let it work again?",
    text: `It takes jobs again within five seconds${others}.`,
    verb: "Let it work",
    act: async () => {
      for (const name of drainedAs) await del(drainPath(name));
      tell(`${host} takes jobs again.`);
      onDone();
    },
  };
}

function draining({ id, host, activeRuns }: WorkerView, onDone: () => void): Confirmation {
  const going = activeRuns === 1 ? "1 run goes" : `${activeRuns} runs go`;
  const runs = activeRuns === 0 ? "nothing runs there" : `${going} on to the end`;
  return {
    title: "Drain this node?",
    text: `${host} takes no new jobs from now on; ${runs}. Other nodes take what waits. When it shows Drained, it can be stopped without losing work.`,
    verb: "Drain",
    danger: true,
    act: async () => {
      await post(drainPath(id));
      tell(`${host} takes no new jobs.`);
      onDone();
    },
  };
}

function DrainButton({ node, onDone }: { node: WorkerView; onDone: () => void }) {
  const { ask, dialog } = useConfirm();
  const isDrained = node.drainedAs.length > 0;
  // One that stops by itself is not to be drained, nor to be kept from it.
  if (!isDrained && node.state !== "working") return null;
  return (
    <>
      <Button size="small" onClick={() => ask(isDrained ? undraining(node, onDone) : draining(node, onDone))}>
        {isDrained ? "Undrain" : "Drain"}
      </Button>
      {dialog}
    </>
  );
}

function hostColumn(label: string): Column<WorkerView> {
  return {
    key: "host",
    label,
    cell: ({ host, id }) => (
      <span class="cell-stack">
        <span>{host}</span>
        <small class="mono">{id}</small>
      </span>
    ),
  };
}

const STATE: Column<WorkerView> = { key: "state", label: "State", cell: (node) => <State node={node} /> };
const VERSION: Column<WorkerView> = {
  key: "version",
  label: "Version",
  cell: ({ version }) => version ?? "–",
};
const SEEN: Column<WorkerView> = {
  key: "lease",
  label: "Seen",
  kind: "number",
  cell: ({ leaseAgeS }) => `${formatDuration(leaseAgeS * 1_000)} ago`,
};
const STARTED: Column<WorkerView> = {
  key: "started",
  label: "Up since",
  cell: ({ startedAt }) => <Time at={startedAt} kind="ago" />,
};

function nodeColumns(onShow: (node: WorkerView) => void, onDone: () => void): Column<WorkerView>[] {
  return [
    hostColumn("Node"),
    STATE,
    {
      key: "runs",
      label: "Runs",
      kind: "number",
      cell: (node) => (placesOf(node) === 0 ? node.activeRuns : `${node.activeRuns} / ${placesOf(node)}`),
    },
    { key: "devices", label: "Computes on", cell: devicesOf },
    VERSION,
    SEEN,
    STARTED,
    {
      key: "do",
      label: "Actions",
      kind: "actions",
      cell: (node) => (
        <span class="row">
          <Button size="small" kind="quiet" onClick={() => onShow(node)}>
            Details
          </Button>
          <DrainButton node={node} onDone={onDone} />
        </span>
      ),
    },
  ];
}

const PLANE_COLUMNS: readonly Column<WorkerView>[] = [
  hostColumn("Control plane"),
  STATE,
  VERSION,
  SEEN,
  STARTED,
];

export default function NodesPage() {
  const figures = useFigures();
  const [shownId, setShownId] = useState<string | null>(null);
  return (
    <>
      <PageHeader
        title="Nodes"
        description="Media nodes take work from the queue; control planes answer requests. Each renews its lease every five seconds."
      />
      <Loaded resource={figures} lines={8}>
        {({ workers, workersTotal }) => {
          const nodes = workers.filter(({ plane }) => plane === "media-node");
          const planes = workers.filter(({ plane }) => plane === "control-plane");
          const shown = workers.find(({ id }) => id === shownId);
          return (
            <div class="stack">
              {workersTotal > workers.length && (
                <Notice kind="info">
                  {workers.length} of {workersTotal} processes are shown.
                </Notice>
              )}
              <Card title="Media nodes" flush>
                {nodes.length === 0 ? (
                  <EmptyState icon="nodes" title="No media node lives">
                    Start one with the same database and storage: it shows here within seconds, and takes what
                    waits.
                  </EmptyState>
                ) : (
                  <PagedTable
                    of="media nodes"
                    label="Media nodes"
                    columns={nodeColumns((node) => setShownId(node.id), figures.reload)}
                    rows={nodes}
                    rowKey={(row) => row.id}
                  />
                )}
              </Card>
              <Card title="Control planes" flush>
                <Table
                  label="Control planes"
                  columns={PLANE_COLUMNS}
                  rows={planes}
                  rowKey={(row) => row.id}
                />
              </Card>
              {shown !== undefined && <NodeDialog node={shown} onClose={() => setShownId(null)} />}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}
