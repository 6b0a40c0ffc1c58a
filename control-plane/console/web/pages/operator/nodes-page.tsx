// Who works: media nodes with what they have and do, and control planes.
import { useState } from "preact/hooks";
import type { WorkerView } from "../../../api-types/operator.ts";
import { del, post } from "../../api/request.ts";
import { Badge, StateBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog.tsx";
import { formatBytes, formatDuration } from "../../ui/format.ts";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, Loaded, Notice } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { tell } from "../../ui/toast.tsx";
import { placesOf } from "./names.ts";
import { NodeDialog } from "./node-dialog.tsx";
import { API, useFigures } from "./use-figures.ts";
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

function DrainButton({ node, onDone }: { node: WorkerView; onDone: () => void }) {
  const { ask, dialog } = useConfirm();
  const path = `${API}/nodes/${encodeURIComponent(node.id)}/drain`;
  if (node.state !== "working") {
    const undrain = async (): Promise<void> => {
      await del(path);
      tell(`${node.host} takes jobs again.`);
      onDone();
    };
    const text =
      "It takes jobs again within five seconds. A node that was drained by its machine's name is freed by the command `node undrain MACHINE`.";
    return (
      <>
        <Button
          size="small"
          onClick={() => ask({ title: "Let it work again?", text, verb: "Let it work", act: undrain })}
        >
          Undrain
        </Button>
        {dialog}
      </>
    );
  }
  const drain = async (): Promise<void> => {
    await post(path);
    tell(`${node.host} takes no new jobs.`);
    onDone();
  };
  const runs = node.activeRuns === 1 ? "1 run goes" : `${node.activeRuns} runs go`;
  const text = `${node.host} takes no new jobs from now on; ${runs} on to the end. Other nodes take what waits. When it shows Drained, it can be stopped without losing work.`;
  return (
    <>
      <Button
        size="small"
        onClick={() => ask({ title: "Drain this node?", text, verb: "Drain", danger: true, act: drain })}
      >
        Drain
      </Button>
      {dialog}
    </>
  );
}

function nodeColumns(onShow: (node: WorkerView) => void, onDone: () => void): Column<WorkerView>[] {
  return [
    {
      key: "host",
      label: "Node",
      cell: ({ host, id }) => (
        <span class="cell-stack">
          <span>{host}</span>
          <small class="mono">{id}</small>
        </span>
      ),
    },
    { key: "state", label: "State", cell: (node) => <State node={node} /> },
    {
      key: "runs",
      label: "Runs",
      kind: "number",
      cell: (node) => (placesOf(node) === 0 ? node.activeRuns : `${node.activeRuns} / ${placesOf(node)}`),
    },
    { key: "devices", label: "Computes on", cell: devicesOf },
    {
      key: "memory",
      label: "Memory",
      kind: "number",
      cell: ({ memoryBytes }) => (memoryBytes === null ? "–" : formatBytes(memoryBytes)),
    },
    { key: "version", label: "Version", cell: ({ version }) => version ?? "–" },
    {
      key: "lease",
      label: "Seen",
      kind: "number",
      cell: ({ leaseAgeS }) => `${formatDuration(leaseAgeS * 1_000)} ago`,
    },
    { key: "started", label: "Up since", cell: ({ startedAt }) => <Time at={startedAt} kind="ago" /> },
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
  {
    key: "host",
    label: "Control plane",
    cell: ({ host, id }) => (
      <span class="cell-stack">
        <span>{host}</span>
        <small class="mono">{id}</small>
      </span>
    ),
  },
  { key: "state", label: "State", cell: (node) => <State node={node} /> },
  { key: "version", label: "Version", cell: ({ version }) => version ?? "–" },
  {
    key: "lease",
    label: "Seen",
    kind: "number",
    cell: ({ leaseAgeS }) => `${formatDuration(leaseAgeS * 1_000)} ago`,
  },
  { key: "started", label: "Up since", cell: ({ startedAt }) => <Time at={startedAt} kind="ago" /> },
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
                  <Table
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
