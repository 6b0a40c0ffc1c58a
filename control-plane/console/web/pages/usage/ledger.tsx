// The account's ledger: every grant, charge, refund and adjustment, newest first.
import type { LedgerEntryView, LedgerPageView } from "../../../api-types/account.ts";
import { readWalk, useWalk } from "../../api/use-list.ts";
import { useResource } from "../../api/use-resource.ts";
import { formatMoods } from "../../ui/format.ts";
import { Card } from "../../ui/page-header.tsx";
import { WalkPages } from "../../ui/pagination.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { TaskLink } from "../tasks/task-link.tsx";
import { LedgerKindBadge } from "./ledger-kind.tsx";

function Reason({ entry: { taskId, task, note } }: { entry: LedgerEntryView }) {
  if (taskId === null) return note ?? "–";
  if (task === null) return <span class="mono">{taskId}</span>;
  return <TaskLink task={{ task_id: taskId, ...task }} />;
}

const COLUMNS: readonly Column<LedgerEntryView>[] = [
  { key: "when", label: "When", cell: ({ createdAt }) => <Time at={createdAt} kind="short" /> },
  {
    key: "kind",
    label: "What",
    cell: ({ kind }) => <LedgerKindBadge kind={kind} />,
  },
  {
    key: "for",
    label: "For",
    cell: (entry) => <Reason entry={entry} />,
  },
  {
    key: "moods",
    label: "Moods",
    kind: "number",
    cell: ({ moods }) => (Number(moods) > 0 ? `+${formatMoods(moods)}` : formatMoods(moods)),
  },
];

export function Ledger() {
  const walk = useWalk();
  const { before } = walk;
  const resource = useResource(
    `ledger ${before ?? ""}`,
    (signal) => readWalk<LedgerPageView>("/console/api/ledger", { before }, signal),
    { family: "ledger" },
  );
  return (
    <Card
      flush
      title="Ledger"
      description="Every change of the balance, newest first. Nothing of it is ever changed."
    >
      <Loaded resource={resource}>
        {({ entries, next }) =>
          entries.length === 0 && before === null ? (
            <EmptyState icon="billing" title="No entries yet">
              Grants of operators and charges of tasks stand here.
            </EmptyState>
          ) : (
            <>
              <Table
                label="Ledger entries, newest first"
                columns={COLUMNS}
                rows={entries}
                rowKey={({ id }) => id}
              />
              <WalkPages walk={walk} next={next} of="entries" />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
