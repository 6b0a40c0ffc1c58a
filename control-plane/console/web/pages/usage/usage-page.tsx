// What the account has asked for and paid: by day, by endpoint, and entry by entry.
import { useMemo } from "preact/hooks";
import type { Usage } from "../../../../../shared/schemas/usage.ts";
import { get } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import { setQuery, usePlace } from "../../app/router.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { type ChartData, DAY_MS, timesUpTo } from "../../ui/chart/chart-data.ts";
import { SelectField } from "../../ui/form/field.tsx";
import { formatCount, formatMoods } from "../../ui/format.ts";
import { Card, PageHeader, Tile } from "../../ui/page-header.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Duration } from "../../ui/time.tsx";
import { Balance } from "../overview/usage.tsx";
import { Ledger } from "./ledger.tsx";

const RANGES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
];

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

/** Days without an entry had nothing. */
function chartsOf(usage: Usage, days: number): { readonly moods: ChartData; readonly requests: ChartData } {
  const times = timesUpTo(Date.now(), days, DAY_MS);
  const byDay = new Map(usage.by_day.map((day) => [Date.parse(day.day), day]));
  const chart = (label: string, tone: "accent" | "blue", valueAt: (time: number) => number): ChartData => ({
    kind: "bars",
    zone: "UTC",
    times,
    series: [{ label, tone, values: times.map(valueAt), format: formatMoods }],
  });
  return {
    moods: chart("Moods charged", "accent", (time) => byDay.get(time)?.charged_moods ?? 0),
    requests: chart("Requests", "blue", (time) => byDay.get(time)?.requests ?? 0),
  };
}

function Figures({ usage, days }: { usage: Usage; days: number }) {
  const charts = useMemo(() => chartsOf(usage, days), [usage, days]);
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
      <Card title="Moods by day" description="Before refunds; days in UTC.">
        <Chart data={charts.moods} label="Moods charged by day" />
      </Card>
      <Card title="Requests by day">
        <Chart data={charts.requests} label="Requests by day" />
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
  const asked = query.get("days") ?? "30";
  const days = Number(RANGES.find(({ value }) => value === asked)?.value ?? 30);
  const from = new Date(timesUpTo(Date.now(), days, DAY_MS)[0] ?? 0).toISOString();
  const resource = useResource(
    `usage ${from}`,
    async (signal) => ({ days, usage: await get<Usage>("/api/v1/usage", { query: { from }, signal }) }),
    { family: "usage" },
  );
  return (
    <>
      <PageHeader
        title="Usage & billing"
        description="What this account has, asked for, and paid, in moods."
      />
      <div class="stack-large">
        <Balance />
        <section class="stack" aria-labelledby="use">
          <div class="row-between">
            <h2 id="use">Use</h2>
            <SelectField
              label="Time"
              value={String(days)}
              onChange={(value) => setQuery({ days: value === "30" ? null : value })}
              options={RANGES}
            />
          </div>
          <Loaded resource={resource}>{(read) => <Figures {...read} />}</Loaded>
        </section>
        <Ledger />
      </div>
    </>
  );
}
