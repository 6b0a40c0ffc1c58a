// What an account has done in the last 30 days.
import { useMemo } from "preact/hooks";
import type { OperatorUsageView } from "../../../../api-types/operator-accounts.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { get } from "../../../api/request.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Chart } from "../../../ui/chart/chart.tsx";
import { type ChartData, DAY_MS, timesUpTo } from "../../../ui/chart/chart-data.ts";
import { formatCount, formatCountOf, formatMoods, formatMoodsOf } from "../../../ui/format.ts";
import { Card } from "../../../ui/page-header.tsx";
import { EmptyState, Loaded } from "../../../ui/state.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Duration } from "../../../ui/time.tsx";

type Endpoint = OperatorUsageView["by_endpoint"][number];

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    key: "endpoint",
    label: "Endpoint",
    cell: (row) => <span class="mono">{`${row.method} ${row.endpoint}`}</span>,
  },
  { key: "requests", label: "Requests", kind: "number", cell: (row) => formatCount(row.requests) },
  { key: "moods", label: "Moods", kind: "number", cell: (row) => formatMoods(row.charged_moods) },
  {
    key: "time",
    label: "Answered in",
    kind: "number",
    cell: ({ requests, avg_response_time_ms: ms }) => <Duration ms={requests === 0 ? null : ms} />,
  },
];

const SHOWN = 8;

const DAYS = 30;

/** Days without a charge have their place, too. */
function chartOf({ range, by_day: days }: OperatorUsageView): ChartData {
  const times = timesUpTo(Date.parse(range.to), DAYS, DAY_MS);
  const charged = new Map(days.map((day) => [Date.parse(day.day), day.charged_moods]));
  const values = times.map((time) => charged.get(time) ?? 0);
  return {
    kind: "bars",
    zone: "UTC",
    times,
    series: [{ label: "Moods charged", tone: "accent", values, format: formatMoods }],
  };
}

function Days({ usage }: { usage: OperatorUsageView }) {
  const data = useMemo(() => chartOf(usage), [usage]);
  return <Chart data={data} label="Moods charged by day, before refunds" />;
}

export function AccountUsage({ accountId }: { accountId: string }) {
  const path = `${OPERATOR_API}/accounts/${accountId}/usage`;
  const resource = useResource(path, (signal) => get<OperatorUsageView>(path, { signal }));
  return (
    <Card title="Use in the last 30 days" flush>
      <Loaded resource={resource}>
        {(usage) =>
          usage.totals.requests === 0 && usage.totals.charged_moods === 0 ? (
            <EmptyState icon="billing" title="No requests in these days" />
          ) : (
            <>
              <div class="card-body">
                <p class="soft">
                  {formatCountOf(usage.totals.requests, "request")},{" "}
                  {formatMoodsOf(usage.totals.charged_moods)} charged, before refunds.
                </p>
                <Days usage={usage} />
              </div>
              <Table
                label="Endpoints, most used first"
                columns={COLUMNS}
                rows={usage.by_endpoint.slice(0, SHOWN)}
                rowKey={(row) => `${row.method} ${row.endpoint}`}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
