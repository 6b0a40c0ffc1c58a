// Styles of captions that clients may name. Operators add theirs as files, which a control plane reads when it starts.
import type { OperatorCaptionPresetView } from "../../../api-types/operator.ts";
import { OPERATOR_API } from "../../api/operator-api.ts";
import { get } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import { Card } from "../../ui/page-header.tsx";
import { Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";

const COLUMNS: readonly Column<OperatorCaptionPresetView>[] = [
  {
    key: "name",
    label: "Preset",
    cell: ({ name, description }) => (
      <span class="cell-stack">
        <span class="mono">{name}</span>
        <small>{description}</small>
      </span>
    ),
  },
  { key: "font", label: "Font", cell: ({ style }) => String(style.font ?? "") },
  { key: "animation", label: "Motion", cell: ({ style }) => String(style.animation ?? "none") },
];

export function CaptionPresets() {
  const path = `${OPERATOR_API}/caption-presets`;
  const resource = useResource(path, (signal) => get<readonly OperatorCaptionPresetView[]>(path, { signal }));
  return (
    <Card
      title="Caption presets"
      description={
        <>
          Add yours as JSON files in the folder of <code>CLIPMILL_CAPTION_PRESETS_DIR</code>, and restart.
        </>
      }
      flush
    >
      <Loaded resource={resource}>
        {(presets) => (
          <Table label="Caption presets" columns={COLUMNS} rows={presets} rowKey={(row) => row.name} />
        )}
      </Loaded>
    </Card>
  );
}
