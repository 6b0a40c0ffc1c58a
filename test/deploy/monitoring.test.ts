// Alerts, dashboards and their documents against what the planes really export.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import {
  type ExportedMetric,
  exportedMetrics,
  mediaNodeRegistry,
} from "../support/metrics/exported-metrics.ts";
import { NO_PROMTOOL, promtool } from "../support/metrics/promtool.ts";

const RULES = "deploy/prometheus/rules.yaml";
const DASHBOARDS = globSync("deploy/grafana/dashboards/*.json");
/** What Prometheus adds to whatever it reads. */
const SCRAPE_LABELS = ["job", "instance"];

/** An expression, and where it stands. */
interface Expression {
  readonly place: string;
  readonly text: string;
}

function ruleExpressions(): Expression[] {
  const text = readFileSync(RULES, "utf8");
  return [...text.matchAll(/- alert: (\w+)\n\s+expr: (".*")/g)].map(([, place = "", quoted = '""']) => ({
    place,
    text: JSON.parse(quoted) as string,
  }));
}

interface Dashboard {
  readonly panels: readonly { title: string; targets?: readonly { expr: string }[] }[];
}

function panelExpressions(): Expression[] {
  return DASHBOARDS.flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(file, "utf8")) as Dashboard;
    return panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ place: title, text: expr })),
    );
  });
}

/** Each metric of an expression, with the labels that are asked of it, and the labels that results are grouped by. */
function wantedOf(text: string): { metrics: { name: string; labels: string[] }[]; groups: string[] } {
  const selector = /\b((?:clipmill|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g;
  const metrics = [...text.matchAll(selector)].map(([, name = "", labels = ""]) => ({
    name,
    labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = ""]) => label),
  }));
  const groups = [...text.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, list = ""]) =>
    list.split(",").map((label) => label.trim()),
  );
  return { metrics, groups };
}

/** The metric that a name in an expression is of: a histogram's has three names. */
function metricOf(known: ReadonlyMap<string, ExportedMetric>, name: string): ExportedMetric | undefined {
  const exact = known.get(name);
  if (exact !== undefined && exact.type !== "histogram") return exact;
  const histogram = known.get(name.replace(/_(bucket|sum|count)$/, ""));
  return histogram?.type === "histogram" && name !== histogram.name ? histogram : undefined;
}

/** What is wrong with an expression. */
function faultsOf(known: ReadonlyMap<string, ExportedMetric>, { place, text }: Expression): string[] {
  const { metrics, groups } = wantedOf(text);
  const faults: string[] = metrics.length === 0 ? [`${place} asks for no metric`] : [];
  const labels = new Set(SCRAPE_LABELS);
  for (const { name, labels: asked } of metrics) {
    if (name === "up") continue;
    const metric = metricOf(known, name);
    if (metric === undefined) faults.push(`${place}: nobody exports ${name}`);
    const own = [...(metric?.labelNames ?? []), ...(name.endsWith("_bucket") ? ["le"] : [])];
    for (const label of own) labels.add(label);
    const missing = asked.filter((label) => ![...own, ...SCRAPE_LABELS].includes(label));
    faults.push(...missing.map((label) => `${place}: ${name} has no label ${label}`));
  }
  faults.push(...groups.filter((label) => !labels.has(label)).map((label) => `${place}: no label ${label}`));
  return faults;
}

async function knownMetrics(t: TestContext): Promise<Map<string, ExportedMetric>> {
  const { controlPlane, mediaNode } = await exportedMetrics(t);
  return new Map([...controlPlane, ...mediaNode].map((metric) => [metric.name, metric]));
}

test("every metric and label that alerts and dashboards name is exported", async (t) => {
  const known = await knownMetrics(t);
  const expressions = [...ruleExpressions(), ...panelExpressions()];
  assert.ok(ruleExpressions().length > 15 && panelExpressions().length > 50, "expressions must be found");
  assert.deepEqual(
    expressions.flatMap((expression) => faultsOf(known, expression)),
    [],
  );
});

test("what an alert goes by is shown by a panel", () => {
  const namesOf = (expressions: readonly Expression[]): string[] =>
    expressions.flatMap(({ text }) =>
      wantedOf(text).metrics.map(({ name }) => name.replace(/_(bucket|sum|count)$/, "")),
    );
  const shown = new Set(namesOf(panelExpressions()));
  // Whether there is too little room: panels show the room.
  const asked = namesOf(ruleExpressions()).filter((name) => name !== "up" && !name.endsWith("_low"));
  assert.deepEqual(
    asked.filter((name) => !shown.has(name)),
    [],
  );
});

test("an expression with a name or a label that nobody exports is found", () => {
  const metric = { name: "clipmill_runs_total", help: "", type: "counter", labelNames: ["kind"] } as const;
  const known = new Map([[metric.name as string, metric]]);
  const faults = (text: string): number => faultsOf(known, { place: "test", text }).length;
  assert.equal(faults("sum by (kind) (rate(clipmill_runs_total[5m]))"), 0);
  assert.equal(faults("sum by (node) (rate(clipmill_runs_total[5m]))"), 1);
  assert.equal(faults('rate(clipmill_runs_total{end="failed"}[5m])'), 1);
  assert.equal(faults("rate(clipmill_run_total[5m])"), 1);
  assert.equal(faults("vector(1)"), 1);
});

test("what every control plane tells alike is never summed over them", () => {
  const shared =
    /\b(clipmill_(?:accounts|workers|(?:queue|ledger)_\w+|webhook_(?:due|oldest_seconds|failing_receivers)|file_removals_pending|storage_\w+))/;
  const summed = new RegExp(String.raw`\bsum(?: by \([^)]*\))? ?\((?:\w+_over_time\()?${shared.source}`);
  assert.match("sum by (kind) (clipmill_file_removals_pending)", summed);
  assert.doesNotMatch("sum(max by (kind) (clipmill_queue_given_up_jobs))", summed);
  const expressions = [...ruleExpressions(), ...panelExpressions()];
  assert.deepEqual(
    expressions.filter(({ text }) => summed.test(text)).map(({ place }) => place),
    [],
  );
});

test("every metric of ours is documented with its labels, and nothing else is", async (t) => {
  const text = readFileSync("deploy/metrics.md", "utf8");
  const rows = [...text.matchAll(/^\| `(clipmill_\w+)` \| (.*?) \|/gm)];
  const documented = rows
    .map(([, name, labels = ""]) => `${name} ${labels.replaceAll("`", "")}`.trim())
    .sort();
  const ours = [...(await knownMetrics(t)).values()].filter(({ name }) => name.startsWith("clipmill_"));
  const exported = ours.map(({ name, labelNames }) => `${name} ${labelNames.join(", ")}`.trim()).sort();
  assert.deepEqual(documented, exported);
});

test("no metric has a label that could name an account, a task or a path", async (t) => {
  const unbounded = /account|task_id|run|path|url|user|key|id$/i;
  const labels = [...(await knownMetrics(t)).values()].flatMap(({ labelNames }) => labelNames);
  assert.deepEqual(
    labels.filter((label) => unbounded.test(label)),
    [],
  );
});

test("each alert has a runbook with what to look at and what to do", () => {
  const rules = readFileSync(RULES, "utf8");
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  const anchors = [...rules.matchAll(/runbook_url: "runbooks\.md#(\w+)"/g)].map(([, anchor = ""]) => anchor);
  assert.deepEqual(
    anchors,
    names.map((name) => name.toLowerCase()),
  );
  const sections = readFileSync("deploy/runbooks.md", "utf8").split(/^## /m).slice(1);
  assert.deepEqual(
    sections.map((section) => section.split("\n")[0]),
    names,
  );
  for (const section of sections) assert.match(section, /\*\*Look at\*\*[\s\S]+\*\*Do\*\*/);
});

test("promtool accepts configuration and rules, and each alert fires and stays quiet", {
  skip: NO_PROMTOOL,
}, () => {
  for (const args of [
    ["check", "config", "deploy/prometheus/prometheus.yml"],
    ["check", "rules", "--lint=all", "--lint-fatal", RULES],
    ["test", "rules", "deploy/prometheus/rules.test.yaml"],
  ]) {
    const { isGood, said } = promtool(args);
    assert.ok(isGood, said);
  }
  const tested = readFileSync("deploy/prometheus/rules.test.yaml", "utf8");
  for (const { place } of ruleExpressions())
    for (const what of ["fires", "stays quiet"])
      assert.ok(tested.includes(`name: ${place} ${what}\n`), place);
});

test("promtool finds nothing to complain of in a media node's metrics", { skip: NO_PROMTOOL }, async () => {
  const { isGood, said } = promtool(["check", "metrics"], await mediaNodeRegistry().metrics());
  assert.ok(isGood, said);
});
