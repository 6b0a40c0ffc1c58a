// What one media node has, runs on and takes.
import type { WorkerView } from "../../../api-types/operator.ts";
import { Badge } from "../../ui/badge.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatBytes } from "../../ui/format.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Notice } from "../../ui/state.tsx";
import { Time } from "../../ui/time.tsx";
import { nameOfWork } from "./names.ts";

function Chips({ texts, none }: { texts: readonly string[]; none: string }) {
  if (texts.length === 0) return <span class="faint">{none}</span>;
  return (
    <span class="chips">
      {texts.map((text) => (
        <Badge key={text} plain>
          {text}
        </Badge>
      ))}
    </span>
  );
}

function takesOf({ takes }: WorkerView): string[] {
  return takes.map(({ kind, model }) => (model === "" ? nameOfWork(kind) : `${nameOfWork(kind)}: ${model}`));
}

export function NodeDialog({ node, onClose }: { node: WorkerView; onClose: () => void }) {
  const devices = node.devices.map(({ provider, index, name, memoryBytes }) => {
    const size = memoryBytes === null ? "" : ` (${formatBytes(memoryBytes)})`;
    return `${provider}:${index} ${name}${size}`;
  });
  const places = node.places.map(({ resource, busy, places: all }) => `${resource}: ${busy} of ${all} work`);
  const models = Object.entries(node.models).map(([model, provider]) => `${model}: ${provider}`);
  return (
    <Dialog title={node.host} onClose={onClose} wide>
      <div class="stack">
        {node.shortage !== null && (
          <Notice kind="warning" title="It takes no jobs now.">
            {node.shortage}.
          </Notice>
        )}
        <KeyValues
          folding
          entries={[
            { key: "Id", value: <span class="mono">{node.id}</span> },
            { key: "Process", value: node.pid },
            { key: "Version", value: node.version ?? "not told" },
            { key: "Started", value: <Time at={node.startedAt} /> },
            { key: "Memory", value: node.memoryBytes === null ? "not told" : formatBytes(node.memoryBytes) },
            {
              key: "Places",
              value: <Chips texts={places} none="not told" />,
            },
            { key: "Devices", value: <Chips texts={devices} none="none: models run on its processor" /> },
            { key: "Models ran on", value: <Chips texts={models} none="none has run yet" /> },
            { key: "Offers to clients", value: <Chips texts={node.offers} none="no models" /> },
            { key: "Takes", value: <Chips texts={takesOf(node)} none="nothing now" /> },
          ]}
        />
      </div>
    </Dialog>
  );
}
