// All accounts: those that ask first to be found, and each with its terms at a glance.
import { useState } from "preact/hooks";
import { ACCOUNT_REQUEST_LIMITS } from "../../../../../../shared/limits/people.ts";
import type { OperatorAccountView } from "../../../../api-types/operator-accounts.ts";
import { chosenIn, textIn } from "../../../api/list-page.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { type ListResource, useList } from "../../../api/use-list.ts";
import { hrefOf, setQuery, usePlace } from "../../../app/router.ts";
import { StateBadge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { SelectField, TextField } from "../../../ui/form/field.tsx";
import { formatMoods } from "../../../ui/format.ts";
import { Card, PageHeader } from "../../../ui/page-header.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { EmptyState, Loaded } from "../../../ui/state.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { ApproveButton } from "./approve-account.tsx";
import { NewAccount } from "./new-account.tsx";
import "../operator.css";

const STATES = [
  { value: "", label: "All states" },
  { value: "pending", label: "Asking" },
  { value: "approved", label: "Approved" },
] as const;

function columnsFor(onDone: () => void): Column<OperatorAccountView>[] {
  return [
    {
      key: "email",
      label: "Account",
      cell: ({ id, email, name }) => (
        <span class="cell-stack">
          <a href={hrefOf(`/operator/accounts/${id}`)}>{email}</a>
          {name !== null && <bdi>{name}</bdi>}
          <small class="mono">{id}</small>
        </span>
      ),
    },
    {
      key: "state",
      label: "State",
      cell: ({ state, blocked }) => <StateBadge state={blocked ? "blocked" : state} />,
    },
    { key: "balance", label: "Balance", kind: "number", cell: (row) => formatMoods(row.moodsBalance) },
    { key: "used", label: "Used", kind: "number", cell: (row) => formatMoods(row.moodsUsed) },
    { key: "multiplier", label: "Price", kind: "number", cell: (row) => `× ${row.priceMultiplier}` },
    { key: "weight", label: "Share", kind: "number", cell: (row) => row.shareWeight },
    { key: "created", label: "Since", cell: (row) => <Time at={row.createdAt} kind="day" /> },
    {
      key: "do",
      label: "Actions",
      kind: "actions",
      cell: (row) => <ApproveButton account={row} size="small" onApproved={onDone} />,
    },
  ];
}

function Filters({ state, search }: { state: string; search: string }) {
  return (
    <div class="filters">
      <div class="filters-wide">
        <TextField
          label="Search by e-mail or name"
          type="search"
          maxLength={ACCOUNT_REQUEST_LIMITS.emailLength}
          value={search}
          onInput={(text) => setQuery({ search: text === "" ? null : text, page: null })}
        />
      </div>
      <SelectField
        label="State"
        value={state as (typeof STATES)[number]["value"]}
        options={STATES}
        onChange={(value) => setQuery({ state: value === "" ? null : value, page: null })}
      />
    </div>
  );
}

function List({ list, isFiltered }: { list: ListResource<OperatorAccountView>; isFiltered: boolean }) {
  return (
    <Loaded resource={list} lines={8}>
      {({ items, pagination }) =>
        items.length === 0 ? (
          <EmptyState icon="accounts" title={isFiltered ? "No account is like this" : "No accounts yet"}>
            {isFiltered
              ? "Search for a part of the address or name, or show all states."
              : "Make one, or let people ask for theirs."}
          </EmptyState>
        ) : (
          <Card flush>
            <Table
              label="Accounts, newest first"
              columns={columnsFor(list.reload)}
              rows={items}
              rowKey={(row) => row.id}
            />
            <Pagination pagination={pagination} of="accounts" onPage={list.setPage} />
          </Card>
        )
      }
    </Loaded>
  );
}

export default function AccountsPage() {
  const { query } = usePlace();
  const state = chosenIn(
    query,
    "state",
    STATES.map(({ value }) => value),
  );
  const search = textIn(query, "search", ACCOUNT_REQUEST_LIMITS.emailLength);
  const list = useList<OperatorAccountView>(`${OPERATOR_API}/accounts`, { state, search });
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PageHeader
        title="Accounts"
        description="Who may use this appliance, and on what terms."
        actions={
          <Button icon="plus" onClick={() => setMaking(true)}>
            Make an account
          </Button>
        }
      />
      <div class="stack">
        <Filters state={state} search={search} />
        <List list={list} isFiltered={state !== "" || search !== ""} />
      </div>
      {isMaking && <NewAccount onClose={() => setMaking(false)} />}
    </>
  );
}
