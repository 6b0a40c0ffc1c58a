// The chart's values, by the schema that Helm holds them against.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv, type ValidateFunction } from "ajv";
import { parse } from "yaml";
import { runPlaces } from "../../../media-node/threads/runs-at-once.ts";
import { GIB } from "../../../shared/limits/units.ts";

const CHART = "deploy/helm/clipmill";

interface MediaNodeValues {
  readonly gpus: number;
  readonly scratchSize: string;
  readonly resources: { readonly limits: { readonly cpu: string; readonly memory: string } };
  readonly autoscaling: { readonly runsPerPod: number };
}

function readValues(): Record<string, unknown> {
  return parse(readFileSync(`${CHART}/values.yaml`, "utf8")) as Record<string, unknown>;
}

function valuesCheck(): ValidateFunction {
  const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, "utf8")) as object;
  return new Ajv({ strict: false }).compile(schema);
}

test("the values are valid by their schema, which knows every one of them and finds faults", () => {
  const validate = valuesCheck();
  assert.ok(validate(readValues()), JSON.stringify(validate.errors));
  const values = readValues() as { storage: object };
  for (const wrong of [
    { ...values, storag: {} },
    { ...values, storage: { url: "file:/data" } },
    { ...values, settings: { LOG_LEVEL: "debug" } },
    { ...values, settings: { CLIPMILL_DRAIN_SECONDS: 60 } },
  ]) {
    assert.ok(!validate(wrong), JSON.stringify(wrong).slice(0, 80));
  }
  const full = parse(readFileSync("test/deploy/helm/fixtures/full.values.yaml", "utf8"));
  const { settings, controlPlane, mediaNodes } = full as { [name: string]: Record<string, unknown> };
  const own = { ...values, settings, controlPlane, mediaNodes: { own: mediaNodes?.own } };
  assert.ok(validate(own), JSON.stringify(validate.errors));
});

test("the values of the guide's example are valid, laid upon the chart's as Helm does it", () => {
  const [, example = ""] =
    /```yaml\n# my-values\.yaml\n(.*?)```/s.exec(readFileSync("deploy/kubernetes.md", "utf8")) ?? [];
  const isMap = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const laid = (under: unknown, over: unknown): unknown => {
    if (!isMap(under) || !isMap(over)) return over;
    const both = Object.entries(over).map(([name, value]) => [name, laid(under[name], value)]);
    return { ...under, ...Object.fromEntries(both) };
  };
  const validate = valuesCheck();
  const values = parse(example) as object;
  assert.deepEqual(Object.keys(values), ["storage", "controlPlane", "mediaNodes"]);
  assert.ok(validate(laid(readValues(), values)), JSON.stringify(validate.errors));
});

test("a media node's limits give it as many runs at once as its scaling reckons with", () => {
  const { mediaNodes } = readValues() as { mediaNodes: Record<string, MediaNodeValues> };
  const gibibytes = (quantity: string): number => Number(quantity.replace(/Gi$/, "")) * GIB;
  for (const [kind, { gpus, scratchSize, resources, autoscaling }] of Object.entries(mediaNodes)) {
    const { cpu, memory } = resources.limits;
    const bytes = { memoryBytes: gibibytes(memory), scratchBytes: gibibytes(scratchSize) };
    const places = runPlaces({ cores: Number(cpu), devices: gpus, ...bytes }, null);
    assert.equal(places.cores + places.devices, autoscaling.runsPerPod, kind);
  }
});
