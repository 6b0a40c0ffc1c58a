// How many tasks ended in each hour of the last day, and how long they had waited for a node.
import { useMemo } from "preact/hooks";
import type { ThroughputView, WaitingTimes } from "../../../api-types/operator.ts";
import { OPERATOR_API } from "../../api/operator-api.ts";
import { get } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { type ChartData, HOUR_MS, timesUpTo } from "../../ui/chart/chart-data.ts";
import { formatCount, formatDuration, formatPercent } from "../../ui/format.ts";
import { Card } from "../../ui/page-header.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { nameOfBound, nameOfWork } from "./names.ts";

const HOURS = 24;
const REREAD_MS = 60_000;

const COLUMNS: readonly Column<WaitingTimes>[] = [
  { key: "kind", label: "Work", cell: ({ kind }) => nameOfWork(kind) },
  { key: "ended", label: "Ended", kind: "number", cell: ({ ended }) => formatCount(ended) },
  {
    key: "failed",
    label: "Failed",
    kind: "number",
    cell: ({ ended, failed }) =>
      `${formatCount(failed)} (${formatPercent(ended === 0 ? 0 : failed / ended)})`,
  },
  { key: "mean", label: "Mean wait", kind: "number", cell: (row) => formatDuration(row.meanWaitS * 1_000) },
  { key: "median", label: "Half waited", kind: "number", cell: (row) => nameOfBound(row.medianWaitUpToS) },
  { key: "p95", label: "95 % waited", kind: "number", cell: (row) => nameOfBound(row.p95WaitUpToS) },
  { key: "work", label: "Mean work", kind: "number", cell: (row) => formatDuration(row.meanWorkS * 1_000) },
];

/** All hours, those without an end too, so that the bars stand in their places. */
function chartOf({ hours }: ThroughputView): ChartData {
  const times = timesUpTo(Date.now(), HOURS, HOUR_MS);
  const sumAt = (time: number, name: "finished" | "failed"): number =>
    hours.filter(({ hour }) => Date.parse(hour) === time).reduce((sum, hour) => sum + hour[name], 0);
  return {
    kind: "bars",
    times,
    series: [
      {
        label: "Ended",
        tone: "accent",
        values: times.map((time) => sumAt(time, "finished") + sumAt(time, "failed")),
        format: formatCount,
      },
      {
        label: "Failed",
        tone: "red",
        values: times.map((time) => sumAt(time, "failed")),
        format: formatCount,
      },
    ],
  };
}

function Hours({ view }: { view: ThroughputView }) {
  const data = useMemo(() => chartOf(view), [view]);
  return <Chart data={data} label="Tasks that ended, by hour" />;
}

export function Throughput() {
  const path = `${OPERATOR_API}/throughput`;
  const options = { pollMs: REREAD_MS };
  const resource = useResource(path, (signal) => get<ThroughputView>(path, { signal }), options);
  return (
    <Card
      title="The last 24 hours"
      description="Tasks whose runs ended them, and their wait for the first run."
      flush
    >
      <Loaded resource={resource}>
        {(view) =>
          view.waiting.length === 0 ? (
            <EmptyState icon="tasks" title="No task has ended in these hours" />
          ) : (
            <>
              <div class="card-body">
                <Hours view={view} />
              </div>
              <Table
                label="Waiting times by kind"
                columns={COLUMNS}
                rows={view.waiting}
                rowKey={(row) => row.kind}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
