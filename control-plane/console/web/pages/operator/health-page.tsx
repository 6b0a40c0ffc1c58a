// The appliance at a glance: whether it is well, and what to do where it is not.
import type { HealthCheck, HealthState, HealthView, LiveFigures } from "../../../api-types/operator.ts";
import { hrefOf } from "../../app/router.ts";
import { formatCount, formatCountOf, formatDuration } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Card, PageHeader, Tile } from "../../ui/page-header.tsx";
import { Loaded } from "../../ui/state.tsx";
import { isTask, placesOf } from "./names.ts";
import { TextWithCode } from "./text-with-code.tsx";
import { useFigures } from "./use-figures.ts";
import "./operator.css";

const WORDS: Readonly<Record<HealthState, string>> = { ok: "Well", warn: "Look at it", bad: "Act now" };

function Mark({ state, size = 18 }: { state: HealthState; size?: number }) {
  return (
    <span class={`health-mark health-${state}`}>
      <Icon name={state === "ok" ? "check" : "warning"} size={size} />
      <span class="visually-hidden">{WORDS[state]}</span>
    </span>
  );
}

function Banner({ state, checks }: HealthView) {
  const problems = checks.filter((check) => check.state !== "ok");
  const title = {
    ok: "Everything is well",
    warn: problems.length === 1 ? "One thing to look at" : `${problems.length} things to look at`,
    bad: problems.length === 1 ? "One thing needs you now" : `${problems.length} things need you`,
  }[state];
  return (
    <div class={`health-banner health-${state}`} role="status">
      <Icon name={state === "ok" ? "check" : "warning"} size={24} />
      <div>
        <h2>{title}</h2>
        <p>
          {problems.length === 0
            ? `${checks.length} checks, every few seconds.`
            : problems.map(({ title: name }) => name).join(", ")}
        </p>
      </div>
    </div>
  );
}

function Check({ check }: { check: HealthCheck }) {
  const { state, title, summary, advice, runbook, page } = check;
  return (
    <li>
      <Mark state={state} />
      <h3>{title}</h3>
      <div>
        <p>{summary}</p>
        {advice !== null && (
          <p class="health-advice">
            <TextWithCode text={advice} />
          </p>
        )}
        {runbook !== null && (
          <p class="faint">
            More in the runbooks under <code>{runbook}</code>.
          </p>
        )}
      </div>
      {page === null ? (
        <span />
      ) : (
        <a href={hrefOf(page)}>
          {state === "ok" ? "Show" : "Go there"}
          <span class="visually-hidden">: {title}</span>
        </a>
      )}
    </li>
  );
}

function Tiles({ figures }: { figures: LiveFigures }) {
  const nodes = figures.workers.filter(({ plane, isAlive }) => plane === "media-node" && isAlive);
  const runs = nodes.reduce((sum, node) => sum + node.activeRuns, 0);
  const places = nodes.reduce((sum, node) => sum + placesOf(node), 0);
  const tasks = figures.queue.filter(isTask);
  const waiting = tasks.reduce((sum, line) => sum + line.waiting, 0);
  const oldest = Math.max(0, ...tasks.map((line) => line.oldestAgeS));
  const { pending, approved } = figures.accounts;
  return (
    <div class="tiles">
      <Tile label="Media nodes" value={formatCount(nodes.length)} note={`${runs} of ${places} places work`} />
      <Tile
        label="Tasks waiting"
        value={formatCount(waiting)}
        note={waiting === 0 ? "Nothing in line" : `The oldest came ${formatDuration(oldest * 1_000)} ago`}
      />
      <Tile
        label="Accounts that ask"
        value={formatCount(pending)}
        note={
          pending === 0 ? (
            approved === null ? undefined : (
              `${formatCount(approved)} approved`
            )
          ) : (
            <a href={hrefOf("/operator/accounts?state=pending")}>Look at them</a>
          )
        }
      />
      <Tile
        label="Webhooks due"
        value={formatCount(figures.webhooks.due)}
        note={`${formatCountOf(figures.webhooks.failingReceivers, "receiver")} failing`}
      />
    </div>
  );
}

const ORDER: readonly HealthState[] = ["bad", "warn", "ok"];

export default function HealthPage() {
  const figures = useFigures();
  const isAway = figures.error !== undefined;
  return (
    <>
      <PageHeader
        title="Health"
        description="What this appliance does, and what it needs from you."
        actions={
          <span class={isAway ? "live-dot live-dot-away" : "live-dot"}>{isAway ? "Not live" : "Live"}</span>
        }
      />
      <Loaded resource={figures} lines={10}>
        {(data) => (
          <div class="stack">
            {!isAway && <Banner {...data.health} />}
            <Tiles figures={data} />
            <Card title="Checks" flush>
              <ul class="health-checks">
                {data.health.checks
                  .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
                  .map((check) => (
                    <Check key={check.id} check={check} />
                  ))}
              </ul>
            </Card>
          </div>
        )}
      </Loaded>
    </>
  );
}
