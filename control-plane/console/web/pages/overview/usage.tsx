// Moods and requests: what is left, and what the last two weeks took.
import { useMemo } from "preact/hooks";
import type { Balance as BalanceView } from "../../../../../shared/schemas/balance.ts";
import type { Usage } from "../../../../../shared/schemas/usage.ts";
import { get } from "../../api/request.ts";
import { type Resource, useResource } from "../../api/use-resource.ts";
import { hrefOf } from "../../app/router.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { type ChartData, DAY_MS, timesUpTo } from "../../ui/chart/chart-data.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import { formatCount, formatCountOf, formatDuration, formatMoods, formatMoodsOf } from "../../ui/format.ts";
import { Card, Tile } from "../../ui/page-header.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";

const DAYS = 14;
const POLL_MS = 30_000;

/** The days that are shown, in UTC as the service counts them, oldest first. */
function shownDays(): number[] {
  return timesUpTo(Date.now(), DAYS, DAY_MS);
}

function useUsage(): Resource<Usage> {
  const from = new Date(shownDays()[0] ?? 0).toISOString();
  return useResource(`usage-${from}`, (signal) => get<Usage>("/api/v1/usage", { query: { from }, signal }), {
    pollMs: POLL_MS,
  });
}

/** Days without an entry had nothing. */
function chartOf(usage: Usage): ChartData {
  const times = shownDays();
  const moods = new Map(usage.by_day.map(({ day, charged_moods: charged }) => [Date.parse(day), charged]));
  const values = times.map((time) => moods.get(time) ?? 0);
  return {
    kind: "bars",
    zone: "UTC",
    times,
    series: [{ label: "Moods charged", tone: "accent", values, format: formatMoods }],
  };
}

/** The account's moods and the bounds of its requests. */
export function Balance({ balance }: { balance: Resource<BalanceView> }) {
  return (
    <Loaded resource={balance} lines={3}>
      {({ moodsBalance, moodsUsed, moodsGranted, priceMultiplier, rateLimit }) => (
        <div class="tiles">
          <Tile
            label="Moods left"
            value={formatMoods(moodsBalance)}
            note={`of ${formatMoods(moodsGranted)} granted`}
          />
          <Tile
            label="Moods used"
            value={formatMoods(moodsUsed)}
            note={`list prices × ${formatMoods(priceMultiplier)}`}
          />
          <Tile
            label="Requests a minute"
            value={formatCount(rateLimit.accountPerMinute)}
            note="each key, unless it has its own"
          />
          <Tile
            label="Requests a day"
            value={formatCount(rateLimit.accountPerDay)}
            note="counted anew at midnight UTC"
          />
        </div>
      )}
    </Loaded>
  );
}

function UsageChart({ usage }: { usage: Usage }) {
  const data = useMemo(() => chartOf(usage), [usage]);
  const { requests, charged_moods: moods, avg_response_time_ms: meanMs } = usage.totals;
  if (moods === 0) {
    return (
      <EmptyState icon="billing" title="Nothing was charged in the last two weeks">
        {`Of ${formatCountOf(requests, "request")} none created a task; only those cost moods.`}
      </EmptyState>
    );
  }
  return (
    <div class="card-body stack">
      <p class="soft">
        {formatMoodsOf(moods)} charged, before refunds.
        {requests > 0 &&
          ` ${formatCountOf(requests, "request")}, answered within ${formatDuration(meanMs)} on average.`}
      </p>
      <Chart data={data} label="Moods charged by day, before refunds" />
    </div>
  );
}

/** The moods of the last two weeks, by day. */
export function UsageCard() {
  const usage = useUsage();
  const more = (
    <LinkButton size="small" href={hrefOf("/usage")}>
      Usage & billing
    </LinkButton>
  );
  return (
    <Card title="Moods by day" description="The last two weeks, days in UTC." actions={more} flush>
      <Loaded resource={usage}>{(data) => <UsageChart usage={data} />}</Loaded>
    </Card>
  );
}
