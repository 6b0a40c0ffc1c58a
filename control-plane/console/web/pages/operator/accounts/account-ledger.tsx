// An account's ledger, the newest first.
import type {
  OperatorLedgerEntryView,
  OperatorLedgerPageView,
} from "../../../../api-types/operator-accounts.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { withQuery } from "../../../api/request.ts";
import { readWalk, useWalk } from "../../../api/use-list.ts";
import { useResource } from "../../../api/use-resource.ts";
import { formatMoods } from "../../../ui/format.ts";
import { Card } from "../../../ui/page-header.tsx";
import { WalkPages } from "../../../ui/pagination.tsx";
import { EmptyState, Loaded } from "../../../ui/state.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { LedgerKindBadge } from "../../usage/ledger-kind.tsx";
import { OperatorTaskLink } from "../tasks/operator-task-link.tsx";

/** Charges take moods away; the ledger keeps them as positive numbers. */
function signed({ kind, moods }: OperatorLedgerEntryView): string {
  const amount = kind === "charge" ? -moods : moods;
  return `${amount > 0 ? "+" : ""}${formatMoods(amount)}`;
}

const COLUMNS: readonly Column<OperatorLedgerEntryView>[] = [
  { key: "at", label: "When", cell: (row) => <Time at={row.createdAt} /> },
  { key: "kind", label: "What", cell: ({ kind }) => <LedgerKindBadge kind={kind} /> },
  {
    key: "what",
    label: "For",
    cell: ({ taskId, note }) =>
      note ?? (taskId === null ? <span class="faint">–</span> : <OperatorTaskLink id={taskId} />),
  },
  { key: "moods", label: "Moods", kind: "number", cell: signed },
];

/** @param changes another number reads it anew: moods were granted, or the balance adjusted */
export function AccountLedger({ accountId, changes }: { accountId: string; changes: number }) {
  const walk = useWalk();
  const { before } = walk;
  const path = `${OPERATOR_API}/accounts/${accountId}/ledger`;
  const resource = useResource(
    `${withQuery(path, { before })} ${changes}`,
    (signal) => readWalk<OperatorLedgerPageView>(path, { before }, signal),
    { family: path },
  );
  return (
    <Card title="Ledger" flush>
      <Loaded resource={resource}>
        {({ entries, next }) =>
          entries.length === 0 && before === null ? (
            <EmptyState icon="billing" title="No entries yet">
              Grants, charges, refunds and adjustments stand here.
            </EmptyState>
          ) : (
            <>
              <Table label="Ledger, newest first" columns={COLUMNS} rows={entries} rowKey={(row) => row.id} />
              <WalkPages walk={walk} next={next} of="entries" />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
