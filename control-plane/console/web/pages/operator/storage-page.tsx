// Where files and rows lie, how much room there is, and for how long things are kept.
import type { StorageView } from "../../../api-types/operator.ts";
import { OPERATOR_API } from "../../api/operator-api.ts";
import { get } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import { formatBytes, formatCount, formatPercent } from "../../ui/format.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { Loaded, Notice } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import "./operator.css";

const REREAD_MS = 30_000;
const DAY_MINUTES = 1_440;

function days(count: number | null): string {
  if (count === null) return "for ever";
  return count === 1 ? "1 day" : `${formatCount(count)} days`;
}

function Room({ storage }: { storage: StorageView }) {
  const { room, shortage, kind, place } = storage;
  const used = room === null || room.totalBytes === 0 ? 0 : 1 - room.freeBytes / room.totalBytes;
  return (
    <Card title="Files">
      <div class="stack">
        {shortage !== null && (
          <Notice kind="error" title="Uploads are refused.">
            {shortage}. Make room: a larger disk, shorter times, other things on the disk. Uploads go on
            within seconds.
          </Notice>
        )}
        {room !== null && (
          <div class="stack">
            <meter class="room" aria-label="Storage in use" min={0} max={1} value={used} />
            <p class="soft">
              {formatPercent(used)} of {formatBytes(room.totalBytes)} in use; {formatBytes(room.roomBytes)}{" "}
              may be written before uploads are refused.
            </p>
          </div>
        )}
        <KeyValues
          folding
          entries={[
            { key: kind === "folder" ? "Folder" : "Bucket", value: <span class="mono">{place}</span> },
            {
              key: "Uploads",
              value: `${formatCount(storage.kept.uploads)}, ${formatBytes(storage.kept.uploadBytes)}`,
            },
            {
              key: "Uploads on their way",
              value: `${formatCount(storage.kept.openUploads)}, ${formatBytes(storage.kept.openUploadBytes)}`,
            },
            {
              key: "Removals under way",
              value: `${formatCount(storage.kept.removals)}, ${formatCount(storage.kept.failingRemovals)} failing`,
            },
            { key: "Quota of an account", value: `${formatCount(storage.uploadQuotaGb)} GiB of uploads` },
          ]}
        />
      </div>
    </Card>
  );
}

function keptWork(minutes: number): string {
  return minutes % DAY_MINUTES === 0 ? days(minutes / DAY_MINUTES) : `${formatCount(minutes)} minutes`;
}

function Retention({ retention }: Pick<StorageView, "retention">) {
  const { uploadsDays, resultsDays, workMinutes, tasksDays, usageSecondsDays, auditDays, partitionDays } =
    retention;
  return (
    <Card title="Kept for" description="Settings of the control planes; see the settings' guide.">
      <KeyValues
        entries={[
          { key: "Uploads", value: days(uploadsDays) },
          { key: "Results", value: days(resultsDays) },
          { key: "Files of unfinished work", value: keptWork(workMinutes) },
          { key: "Tasks", value: days(tasksDays) },
          { key: "Usage by the second", value: days(usageSecondsDays) },
          { key: "Audit log", value: days(auditDays) },
          { key: "Length of a period", value: days(partitionDays) },
        ]}
      />
    </Card>
  );
}

type DatabaseTable = StorageView["database"]["tables"][number];

const COLUMNS: readonly Column<DatabaseTable>[] = [
  { key: "name", label: "Table", cell: ({ name }) => <span class="mono">{name}</span> },
  { key: "size", label: "With its indexes", kind: "number", cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
];

function Database({ database }: Pick<StorageView, "database">) {
  const { version, sizeBytes, connections, maxConnections, tables } = database;
  return (
    <Card
      title="Database"
      description={`PostgreSQL ${version}: ${formatBytes(sizeBytes)}, ${connections} of ${maxConnections} connections. Its largest tables:`}
      flush
    >
      <Table label="Largest tables" columns={COLUMNS} rows={tables} rowKey={(row) => row.name} />
    </Card>
  );
}

export default function StoragePage() {
  const path = `${OPERATOR_API}/storage`;
  const options = { pollMs: REREAD_MS };
  const resource = useResource(path, (signal) => get<StorageView>(path, { signal }), options);
  return (
    <>
      <PageHeader title="Storage" description="Where files and rows lie, and for how long." />
      <Loaded resource={resource} lines={10}>
        {(storage) => (
          <div class="stack">
            <div class="operator-columns">
              <Room storage={storage} />
              <Retention retention={storage.retention} />
            </div>
            <Database database={storage.database} />
          </div>
        )}
      </Loaded>
    </>
  );
}
