// An account's API keys as operators see them: never their secrets.
import type { OperatorKeyView } from "../../../../api-types/operator-accounts.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { useList } from "../../../api/use-list.ts";
import { Card } from "../../../ui/page-header.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { EmptyState, Loaded } from "../../../ui/state.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { KeyAddresses, KeyScopes, KeyState } from "../../keys/key-cells.tsx";
import { KeyName } from "../../keys/key-name.tsx";

const COLUMNS: readonly Column<OperatorKeyView>[] = [
  {
    key: "key",
    label: "Key",
    cell: ({ name, hint, id }) => <KeyName name={name} hint={hint} id={id} />,
  },
  { key: "state", label: "State", cell: (row) => <KeyState apiKey={row} /> },
  { key: "scopes", label: "May do", cell: ({ scopes }) => <KeyScopes scopes={scopes} /> },
  { key: "ips", label: "From", cell: ({ ips }) => <KeyAddresses ips={ips} /> },
  { key: "created", label: "Created", cell: ({ createdAt }) => <Time at={createdAt} kind="day" /> },
];

const PAGE_ITEMS = 20;

export function AccountKeys({ accountId }: { accountId: string }) {
  const path = `${OPERATOR_API}/accounts/${accountId}/keys`;
  const list = useList<OperatorKeyView>(path, { limit: PAGE_ITEMS });
  return (
    <Card title="Keys" flush>
      <Loaded resource={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <EmptyState icon="keys" title="No keys yet">
              The account's people make them once it is approved.
            </EmptyState>
          ) : (
            <>
              <Table label="Keys, newest first" columns={COLUMNS} rows={items} rowKey={(row) => row.id} />
              <Pagination pagination={pagination} of="keys" onPage={list.setPage} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
