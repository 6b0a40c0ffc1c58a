// What operators asked for and how far it is: progress, what went wrong and what to do, another try, and a way to be rid of
// what has ended.
import type { ModelInstallView } from "../../../../api-types/operator-models.ts";
import { asApiError } from "../../../api/api-error.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { del, post } from "../../../api/request.ts";
import { useAction } from "../../../api/use-action.ts";
import { Badge, ProgressBar } from "../../../ui/badge.tsx";
import { HOUR_MS } from "../../../ui/chart/chart-data.ts";
import { Button } from "../../../ui/form/button.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { Card } from "../../../ui/page-header.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { tellError } from "../../../ui/toast.tsx";
import { TextWithCode } from "../text-with-code.tsx";

/** Whether an install waits for a node or is carried out. */
export function isUnderWay({ state }: ModelInstallView): boolean {
  return state === "waiting" || state === "downloading";
}

/** What somebody still wants to know of: whatever is not well, and what has just come. */
function isNews(install: ModelInstallView): boolean {
  if (install.state !== "installed" && install.state !== "cancelled") return true;
  return install.endedAt !== null && Date.now() - Date.parse(install.endedAt) < HOUR_MS;
}

function Downloading({ install }: { install: ModelInstallView }) {
  const { receivedBytes, totalBytes, model } = install;
  if (totalBytes === null) return <Badge tone="busy">Asking the hub</Badge>;
  const isWhole = receivedBytes >= totalBytes;
  return (
    <ProgressBar
      label={`Download of ${model}`}
      percent={(100 * receivedBytes) / totalBytes}
      message={
        isWhole ? "Checking what has come" : `${formatBytes(receivedBytes)} of ${formatBytes(totalBytes)}`
      }
    />
  );
}

function State({ install }: { install: ModelInstallView }) {
  const { state, isReachable, error, endedAt } = install;
  switch (state) {
    case "waiting":
      return (
        <span class="cell-stack">
          <Badge>Waiting</Badge>
          <small>
            {isReachable
              ? "A node fetches one model at a time."
              : "No node with this models folder lives now: it goes on once one does."}
          </small>
        </span>
      );
    case "downloading":
      return <Downloading install={install} />;
    case "failed":
      return (
        <span class="cell-stack install-failure">
          <Badge tone="bad">Failed</Badge>
          <small>
            <TextWithCode text={error ?? ""} />
          </small>
        </span>
      );
    default:
      return (
        <span class="cell-stack">
          <Badge tone={state === "installed" ? "good" : "quiet"}>
            {state === "installed" ? "Installed" : "Cancelled"}
          </Badge>
          {endedAt !== null && (
            <small>
              <Time at={endedAt} kind="ago" />
            </small>
          )}
        </span>
      );
  }
}

interface ActProps {
  readonly install: ModelInstallView;
  readonly onDone: () => void;
}

const ACTS = {
  cancel: { label: "Cancel", send: (path: string) => post(`${path}/cancel`) },
  retry: { label: "Try again", send: (path: string) => post(`${path}/retry`) },
  dismiss: { label: "Dismiss", send: (path: string) => del(path) },
} as const;

function ActButton({ install, name, onDone }: ActProps & { name: keyof typeof ACTS }) {
  const { label, send } = ACTS[name];
  const action = useAction(async () => {
    try {
      await send(`${OPERATOR_API}/model-installs/${install.id}`);
    } catch (error) {
      tellError(asApiError(error));
    }
    onDone();
  });
  return (
    <Button
      size="small"
      kind={name === "dismiss" ? "quiet" : "plain"}
      busy={action.isRunning}
      onClick={() => void action.run()}
    >
      {label}
    </Button>
  );
}

function Acts({ install, onDone }: ActProps) {
  if (isUnderWay(install)) return <ActButton install={install} name="cancel" onDone={onDone} />;
  return (
    <span class="row">
      {install.state !== "installed" && <ActButton install={install} name="retry" onDone={onDone} />}
      <ActButton install={install} name="dismiss" onDone={onDone} />
    </span>
  );
}

function columnsFor(onDone: () => void): Column<ModelInstallView>[] {
  return [
    {
      key: "model",
      label: "Model",
      cell: ({ model, hosts, askedBy }) => (
        <span class="cell-stack">
          <span class="mono">{model}</span>
          <small>
            {hosts.length === 0 ? "a node that is gone" : hosts.join(", ")} · asked by {askedBy}
          </small>
        </span>
      ),
    },
    { key: "state", label: "How far", cell: (install) => <State install={install} /> },
    {
      key: "do",
      label: "Actions",
      kind: "actions",
      cell: (install) => <Acts install={install} onDone={onDone} />,
    },
  ];
}

/** The table of installs that are news, if any is; `onDone` follows whatever is done about one. */
export function Installs({
  installs,
  onDone,
}: {
  installs: readonly ModelInstallView[];
  onDone: () => void;
}) {
  const news = installs.filter(isNews);
  if (news.length === 0) return null;
  return (
    <Card title="Asked for" flush>
      <Table
        label="Models that were asked for"
        columns={columnsFor(onDone)}
        rows={news}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}
