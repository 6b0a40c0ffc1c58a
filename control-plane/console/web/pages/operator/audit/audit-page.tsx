// What operators did, by command and here, with what changed.
import type { OperatorActionView } from "../../../../api-types/operator.ts";
import { chosenIn, dayIn, textIn } from "../../../api/list-page.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { useList } from "../../../api/use-list.ts";
import { setQuery, usePlace } from "../../../app/router.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { SelectField, TextField } from "../../../ui/form/field.tsx";
import { Card, PageHeader } from "../../../ui/page-header.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { EmptyState, Loaded } from "../../../ui/state.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { AccountLink } from "../account-link.tsx";
import { ACTION_KINDS } from "./action-kinds.ts";
import { detailsInWords } from "./audit-details.ts";
import "../operator.css";

const ACTIONS = [
  { value: "", label: "All actions" },
  ...ACTION_KINDS.map((value) => ({ value, label: value.slice(0, 1).toUpperCase() + value.slice(1) })),
];

function Details({ details }: Pick<OperatorActionView, "details">) {
  const lines = detailsInWords(details);
  if (lines.length === 0) return <span class="faint">–</span>;
  return (
    <ul class="audit-details">
      {lines.map(([name, text]) => (
        <li key={name}>
          <b>{name}:</b> {text}
        </li>
      ))}
    </ul>
  );
}

const COLUMNS: readonly Column<OperatorActionView>[] = [
  { key: "at", label: "When", cell: ({ at }) => <Time at={at} /> },
  {
    key: "who",
    label: "Who",
    cell: ({ operator, via, origin }) => (
      <span class="cell-stack">
        <span>{operator}</span>
        <small>
          {via}, {origin}
        </small>
      </span>
    ),
  },
  { key: "action", label: "Action", cell: ({ action }) => <Badge plain>{action}</Badge> },
  {
    key: "target",
    label: "On",
    cell: ({ target, accountId, accountEmail }) =>
      accountId === target ? (
        <AccountLink id={accountId} email={accountEmail} />
      ) : (
        <span class="mono">{target}</span>
      ),
  },
  { key: "details", label: "What changed", cell: ({ details }) => <Details details={details} /> },
];

/** As the server has it: ids have fewer. */
const MAX_ID = 100;

function NoActions({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <EmptyState icon="audit" title="No actions yet">
        Every change of an operator leaves a line.
      </EmptyState>
    );
  }
  const showAll = (): void => setQuery({ account: null, action: null, since: null, page: null });
  return (
    <EmptyState icon="search" title="No action fits" action={<Button onClick={showAll}>Show all</Button>}>
      Choose another action, an earlier day or another account.
    </EmptyState>
  );
}

export default function AuditPage() {
  const { query } = usePlace();
  const account = textIn(query, "account", MAX_ID);
  const action = chosenIn(query, "action", ACTION_KINDS);
  const since = dayIn(query, "since");
  const list = useList<OperatorActionView>(`${OPERATOR_API}/audit`, { account, action, since });
  const set = (name: string, value: string): void =>
    setQuery({ [name]: value === "" ? null : value, page: null });
  return (
    <>
      <PageHeader
        title="Audit log"
        description="What operators did, here and by command. Nobody changes a line, and lines younger than a month are never removed."
      />
      <div class="stack">
        <div class="filters">
          <SelectField
            label="Action"
            value={action}
            options={ACTIONS}
            onChange={(value) => set("action", value)}
          />
          <TextField label="Since" type="date" value={since} onInput={(value) => set("since", value)} />
          <div class="filters-wide">
            <TextField
              label="Account's id"
              type="search"
              maxLength={MAX_ID}
              value={account}
              onInput={(value) => set("account", value)}
              mono
            />
          </div>
        </div>
        <Loaded resource={list} lines={8}>
          {({ items, pagination }) =>
            items.length === 0 ? (
              <NoActions isFiltered={account !== "" || action !== "" || since !== ""} />
            ) : (
              <Card flush>
                <Table
                  label="Actions, newest first"
                  columns={COLUMNS}
                  rows={items}
                  rowKey={(row) => String(row.id)}
                />
                <Pagination pagination={pagination} of="actions" onPage={list.setPage} />
              </Card>
            )
          }
        </Loaded>
      </div>
    </>
  );
}
