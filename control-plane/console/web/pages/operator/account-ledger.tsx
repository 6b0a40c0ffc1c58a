// An account's ledger, the newest first.
import { useState } from "preact/hooks";
import type {
  OperatorLedgerEntryView,
  OperatorLedgerPageView,
} from "../../../api-types/operator-accounts.ts";
import { OPERATOR_API } from "../../api/operator-api.ts";
import { get, withQuery } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/form/button.tsx";
import { formatMoods } from "../../ui/format.ts";
import { Card } from "../../ui/page-header.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

/** Charges take moods away; the ledger keeps them as positive numbers. */
function signed({ kind, moods }: OperatorLedgerEntryView): string {
  const amount = kind === "charge" ? -moods : moods;
  return `${amount > 0 ? "+" : ""}${formatMoods(amount)}`;
}

const COLUMNS: readonly Column<OperatorLedgerEntryView>[] = [
  { key: "at", label: "When", cell: (row) => <Time at={row.createdAt} /> },
  { key: "kind", label: "Kind", cell: (row) => <Badge plain>{row.kind}</Badge> },
  { key: "moods", label: "Moods", kind: "number", cell: signed },
  {
    key: "what",
    label: "What for",
    cell: ({ taskId, note }) =>
      note ?? (taskId === null ? <span class="faint">–</span> : <span class="mono">{taskId}</span>),
  },
];

export function AccountLedger({ accountId }: { accountId: string }) {
  // The way back through older pages, for the button that leads there.
  const [places, setPlaces] = useState<readonly string[]>([]);
  const path = withQuery(`${OPERATOR_API}/accounts/${accountId}/ledger`, { before: places.at(-1) ?? null });
  const resource = useResource(path, (signal) => get<OperatorLedgerPageView>(path, { signal }));
  return (
    <Card title="Ledger" flush>
      <Loaded resource={resource}>
        {({ entries, next }) =>
          entries.length === 0 && places.length === 0 ? (
            <EmptyState icon="billing" title="No entries yet">
              Grants, charges, refunds and adjustments stand here.
            </EmptyState>
          ) : (
            <>
              <Table label="Ledger, newest first" columns={COLUMNS} rows={entries} rowKey={(row) => row.id} />
              {(places.length > 0 || next !== null) && (
                <nav class="pagination" aria-label="Pages of the ledger">
                  <span>Page {places.length + 1}</span>
                  <span class="row">
                    <Button
                      size="small"
                      icon="left"
                      disabled={places.length === 0}
                      onClick={() => setPlaces(places.slice(0, -1))}
                    >
                      Newer
                    </Button>
                    <Button
                      size="small"
                      icon="right"
                      disabled={next === null}
                      onClick={() => next !== null && setPlaces([...places, next])}
                    >
                      Older
                    </Button>
                  </span>
                </nav>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
