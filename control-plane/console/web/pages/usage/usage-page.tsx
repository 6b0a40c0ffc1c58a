// What the account has asked for and paid: by day, by endpoint, and entry by entry.
import { useMemo } from "preact/hooks";
import type { Usage } from "../../../../../shared/schemas/usage.ts";
import { get } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import { setQuery, usePlace } from "../../app/router.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { formatCount, formatMoods } from "../../ui/format.ts";
import { Card, PageHeader, Tile } from "../../ui/page-header.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Duration } from "../../ui/time.tsx";
import { useBalance } from "../overview/balance.ts";
import { Balance } from "../overview/usage.tsx";
import { Ledger } from "./ledger.tsx";
import { barTimes, THIRTY_DAYS, USAGE_RANGES, type UsageRange, usageBars } from "./usage-bars.ts";

/** What is shown until another one is chosen. */
const DEFAULT_RANGE = THIRTY_DAYS;

type EndpointUse = Usage["by_endpoint"][number];

const COLUMNS: readonly Column<EndpointUse>[] = [
  {
    key: "endpoint",
    label: "Endpoint",
    cell: ({ method, endpoint }) => (
      <span class="mono">
        {method} {endpoint}
      </span>
    ),
  },
  { key: "requests", label: "Requests", kind: "number", cell: ({ requests }) => formatCount(requests) },
  { key: "moods", label: "Moods", kind: "number", cell: (use) => formatMoods(use.charged_moods) },
  {
    key: "time",
    label: "Answered within",
    kind: "number",
    cell: ({ requests, avg_response_time_ms: ms }) => <Duration ms={requests === 0 ? null : ms} />,
  },
];

function Figures({ usage, range }: { usage: Usage; range: UsageRange }) {
  const charts = useMemo(() => usageBars(usage, range, Date.now()), [usage, range]);
  const isByDay = range.daysOfBar === 1;
  const step = isByDay ? "day" : "week";
  const { requests, charged_moods: moods, base_moods: list, avg_response_time_ms: meanMs } = usage.totals;
  if (requests === 0) {
    return (
      <EmptyState icon="billing" title="Nothing was asked for in this time">
        Choose a longer one.
      </EmptyState>
    );
  }
  return (
    <div class="stack">
      <div class="tiles">
        <Tile label="Moods charged" value={formatMoods(moods)} note={`${formatMoods(list)} by the list`} />
        <Tile label="Requests" value={formatCount(requests)} note="polling and refused ones too" />
        <Tile
          label="Answered within"
          value={<Duration ms={requests === 0 ? null : meanMs} />}
          note="on average"
        />
      </div>
      <Card
        title={`Moods by ${step}`}
        description={isByDay ? "Before refunds; days in UTC." : "Before refunds; each seven days in UTC."}
      >
        <Chart data={charts.moods} label={`Moods charged by ${step}`} />
      </Card>
      <Card title={`Requests by ${step}`}>
        <Chart data={charts.requests} label={`Requests by ${step}`} />
      </Card>
      <Card flush title="By endpoint">
        <Table
          label="Use by endpoint"
          columns={COLUMNS}
          rows={usage.by_endpoint}
          rowKey={({ method, endpoint }) => `${method} ${endpoint}`}
        />
      </Card>
    </div>
  );
}

export default function UsagePage() {
  const { query } = usePlace();
  const balance = useBalance();
  const asked = query.get("days") ?? DEFAULT_RANGE.value;
  const range = USAGE_RANGES.find(({ value }) => value === asked) ?? DEFAULT_RANGE;
  const from = new Date(barTimes(range, Date.now())[0] ?? 0).toISOString();
  const resource = useResource(
    `usage ${from}`,
    async (signal) => ({ range, usage: await get<Usage>("/api/v1/usage", { query: { from }, signal }) }),
    { family: "usage" },
  );
  return (
    <>
      <PageHeader
        title="Usage & billing"
        description="What this account has, asked for, and paid, in moods."
      />
      <div class="stack-large">
        <Balance balance={balance} />
        <section class="stack" aria-labelledby="use">
          <div class="row-between">
            <h2 id="use">Use</h2>
            <SelectField
              label="Time"
              value={range.value}
              onChange={(value) => setQuery({ days: value === DEFAULT_RANGE.value ? null : value })}
              options={USAGE_RANGES}
            />
          </div>
          <Loaded resource={resource}>{(read) => <Figures {...read} />}</Loaded>
        </section>
        <Ledger />
      </div>
    </>
  );
}
