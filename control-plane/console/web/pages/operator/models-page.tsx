// Models: those that nodes offer, or offered, with what one output of each costs, and those that they can install.
import { useState } from "preact/hooks";
import type { OperatorModelView, TierPriceView } from "../../../api-types/operator.ts";
import { OPERATOR_API } from "../../api/operator-api.ts";
import { put } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { useList } from "../../api/use-list.ts";
import { setQuery, usePlace } from "../../app/router.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/form/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { formatMoods } from "../../ui/format.ts";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Time } from "../../ui/time.tsx";
import { tell } from "../../ui/toast.tsx";
import { Catalogue } from "./catalogue/catalogue.tsx";
import "./operator.css";

function originOf({ setMoods, ownMoods }: TierPriceView): string {
  if (setMoods !== null) return "set here";
  return ownMoods === null ? "list price" : "the model's own";
}

function Prices({ model }: { model: OperatorModelView }) {
  return (
    <span class="cell-stack">
      {model.prices.map((price) => (
        <span key={price.tier}>
          {price.tier}: <span class="numeric">{formatMoods(price.moods)}</span>{" "}
          <small class="faint">{originOf(price)}</small>
        </span>
      ))}
    </span>
  );
}

function PriceDialog(props: { model: OperatorModelView; onClose: () => void; onDone: () => void }) {
  const { model, onClose, onDone } = props;
  const before = Object.fromEntries(
    model.prices.map(({ tier, setMoods }) => [tier, setMoods === null ? "" : String(setMoods)]),
  );
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(before);
  const action = useAction(async () => {
    for (const { tier } of model.prices) {
      const text = (texts[tier] ?? "").trim();
      if (text === before[tier]) continue;
      await put(`${OPERATOR_API}/prices`, { model: model.model, tier, moods: text === "" ? null : text });
    }
    tell(`The prices of ${model.title} are set.`);
    onDone();
    onClose();
  });
  return (
    <FormDialog title={`Prices of ${model.title}`} verb="Set" action={action} onClose={onClose}>
      <p class="soft">
        Moods for one output, before an account's multiplier. They hold for new tasks at once, on every
        control plane.
      </p>
      {model.prices.map(({ tier, ownMoods, listMoods }) => (
        <TextField
          key={tier}
          label={tier}
          value={texts[tier] ?? ""}
          onInput={(text) => setTexts({ ...texts, [tier]: text })}
          inputMode="decimal"
          optional
          hint={`Empty for ${ownMoods === null ? "the list price" : "the model's own"}: ${formatMoods(ownMoods ?? listMoods)}.`}
        />
      ))}
    </FormDialog>
  );
}

function columnsFor(onPrice: (model: OperatorModelView) => void): Column<OperatorModelView>[] {
  return [
    {
      key: "model",
      label: "Model",
      cell: ({ title, model }) => (
        <span class="cell-stack">
          <span>{title}</span>
          <small class="mono">{model}</small>
        </span>
      ),
    },
    {
      key: "does",
      label: "Does",
      cell: ({ capability }) => <Badge plain>{capability.toLowerCase().replaceAll("_", " ")}</Badge>,
    },
    {
      key: "nodes",
      label: "Offered by",
      cell: ({ nodes, offeredAt }) =>
        nodes.length > 0 ? (
          <Badge tone="good">{nodes.length === 1 ? "1 node" : `${nodes.length} nodes`}</Badge>
        ) : (
          <span class="cell-stack">
            <Badge>No node</Badge>
            {offeredAt !== null && (
              <small>
                last <Time at={offeredAt} kind="ago" />
              </small>
            )}
          </span>
        ),
    },
    { key: "prices", label: "Moods an output", cell: (model) => <Prices model={model} /> },
    {
      key: "do",
      label: "Actions",
      kind: "actions",
      cell: (model) => (
        <Button size="small" onClick={() => onPrice(model)}>
          Set prices
        </Button>
      ),
    },
  ];
}

function OfferedModels() {
  const list = useList<OperatorModelView>(`${OPERATOR_API}/models`);
  const [priced, setPriced] = useState<OperatorModelView | null>(null);
  return (
    <>
      <Loaded resource={list} lines={8}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <EmptyState icon="models" title="No node has offered a model yet">
              The catalogue shows what nodes can install.
            </EmptyState>
          ) : (
            <Card flush>
              <Table
                label="Models by title"
                columns={columnsFor(setPriced)}
                rows={items}
                rowKey={(row) => row.model}
              />
              <Pagination pagination={pagination} of="models" onPage={list.setPage} />
            </Card>
          )
        }
      </Loaded>
      {priced !== null && <PriceDialog model={priced} onClose={() => setPriced(null)} onDone={list.reload} />}
    </>
  );
}

const VIEWS = [
  { name: "offered", label: "Offered to clients" },
  { name: "catalogue", label: "Catalogue" },
] as const;

export default function ModelsPage() {
  const view = usePlace().query.get("view") === "catalogue" ? "catalogue" : "offered";
  return (
    <>
      <PageHeader
        title="Models"
        description="What media nodes offer to clients and what it costs, and what they can install to hear, see and make more."
      />
      <Tabs
        label="Models"
        tabs={VIEWS}
        current={view}
        onChange={(name) => setQuery({ view: name === "offered" ? null : name, page: null })}
      >
        {view === "catalogue" ? <Catalogue /> : <OfferedModels />}
      </Tabs>
    </>
  );
}
