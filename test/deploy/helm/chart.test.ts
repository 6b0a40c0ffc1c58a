// The chart by Kubernetes' own schemas. Helm is on few machines: what it makes of the chart for two sets of values is kept
// beside this test (by `helm template clipmill deploy/helm/clipmill -n default -f VALUES`), with a digest of the chart that
// it was made from. Where Helm is there, it is asked anew.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ScaledObject, TriggerAuthentication } from "@kubernetes-models/keda/keda.sh/v1alpha1";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";
import { Deployment, type IDeployment } from "kubernetes-models/apps/v1";
import { type INetworkPolicy, Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, type IConfigMap, Service } from "kubernetes-models/v1";
import { parseAllDocuments } from "yaml";
import { unknownSettings } from "../../support/deploy/known-settings.ts";

const CHART = "deploy/helm/clipmill";
const FIXTURES = "test/deploy/helm/fixtures";
const SETS = ["small", "full"] as const;
const KINDS = {
  ConfigMap,
  Deployment,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  ScaledObject,
  Service,
  TriggerAuthentication,
};

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: keyof typeof KINDS;
  readonly metadata: { readonly name: string };
}

function rendered(set: (typeof SETS)[number]): KubernetesObject[] {
  const text = readFileSync(join(FIXTURES, `${set}.yaml`), "utf8");
  return parseAllDocuments(text).flatMap((document) => {
    const object = document.toJS() as KubernetesObject | null;
    return object === null ? [] : [object];
  });
}

function ofKind<T>(objects: readonly KubernetesObject[], kind: keyof typeof KINDS): T[] {
  return objects.filter((object) => object.kind === kind) as unknown as T[];
}

function chartDigest(): string {
  const files = globSync(`${CHART}/**/*`).filter((file) => statSync(file).isFile());
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

const HELM = spawnSync("helm", ["version", "--short"], { encoding: "utf8" });
const NO_HELM = HELM.error === undefined ? false : "there is no helm on this machine";

test("what is kept was made from the chart as it is", () => {
  assert.equal(
    readFileSync(join(FIXTURES, "chart.sha256"), "utf8").trim(),
    chartDigest(),
    "the chart has changed: render small.yaml and full.yaml anew, look at what has changed, and write the digest",
  );
});

test("Helm makes of the chart what is kept", { skip: NO_HELM }, () => {
  for (const set of SETS) {
    const args = ["template", "clipmill", CHART, "-n", "default", "-f", join(FIXTURES, `${set}.values.yaml`)];
    const objects = parseAllDocuments(execFileSync("helm", args, { encoding: "utf8" }))
      .map((document) => document.toJS() as KubernetesObject | null)
      .filter((object) => object !== null);
    const byName = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.name}`;
    const sorted = (list: KubernetesObject[]): KubernetesObject[] =>
      list.toSorted((a, b) => byName(a).localeCompare(byName(b)));
    assert.deepEqual(sorted(objects), sorted(rendered(set)));
  }
});

test("every object is valid by the schema of its kind", () => {
  for (const set of SETS) {
    const objects = rendered(set);
    assert.ok(objects.length >= 8, set);
    for (const object of objects) {
      const Kind = KINDS[object.kind];
      new Kind(object as never).validate();
    }
  }
  assert.throws(() => new Deployment({ spec: { replicas: "two" } } as never).validate());
});

test("a setting stands once in a ConfigMap, also where the chart says it too, and a kind's own counts, though it is 0", () => {
  for (const set of SETS) {
    const documents = parseAllDocuments(readFileSync(join(FIXTURES, `${set}.yaml`), "utf8"));
    assert.deepEqual(
      documents.flatMap(({ errors }) => errors),
      [],
    );
  }
  const maps = ofKind<IConfigMap>(rendered("full"), "ConfigMap").map(({ data }) => data);
  assert.deepEqual(
    maps.map((data) => data?.CLIPMILL_S3_REGION),
    ["garage", "garage", "garage", "garage"],
  );
  assert.deepEqual(
    maps.map((data) => data?.CLIPMILL_MIN_FREE_MB),
    ["500", "500", "500", "0"],
  );
});

test("numbers of a million and more reach the planes in digits, and what scales pods too", () => {
  const [plane] = ofKind<IConfigMap>(rendered("full"), "ConfigMap").map(({ data }) => data);
  assert.equal(plane?.CLIPMILL_UPLOAD_QUOTA_GB, "1000000");
  // Of a number `quote` makes 1e+06, as a template does that writes it as it is.
  const templates = globSync(`${CHART}/templates/*`).map((file) => readFileSync(file, "utf8"));
  const written = templates.flatMap((text) =>
    [...text.matchAll(/\{\{-? *([^{}]*?(?:Seconds|PerPod|\$value)\b[^{}]*?) *-?\}\}/g)].map(
      ([, value = ""]) => value,
    ),
  );
  assert.deepEqual(
    written.filter((value) => !/\bint(64)? |toJson|^range |^\$\w+ := /.test(value)),
    [],
  );
  assert.ok(written.length > 4);
});

test("secrets that settings are, and files that they name, reach the pods and no ConfigMap", () => {
  const pods = ofKind<IDeployment>(rendered("full"), "Deployment").map(({ spec }) => spec?.template?.spec);
  const env = pods.flatMap((pod) => pod?.containers?.[0]?.env ?? []);
  for (const [name, key] of [
    ["CLIPMILL_OIDC_CLIENT_SECRET", "oidc-client-secret"],
    ["CLIPMILL_DATABASE_SESSION_URL", "media-database-session-url"],
  ]) {
    const given = env.filter((variable) => variable.name === name);
    assert.deepEqual(given, [{ name, valueFrom: { secretKeyRef: { name: "clipmill", key } } }]);
  }
  const [plane] = pods;
  const mount = plane?.containers?.[0]?.volumeMounts?.find(({ name }) => name === "ca");
  assert.equal(mount?.mountPath, "/etc/clipmill/ca");
  assert.ok(plane?.volumes?.some(({ name }) => name === "ca"));
});

test("pods run as nobody, on a root that they cannot write to, without capabilities or a token", () => {
  const deployments = ofKind<IDeployment>(rendered("full"), "Deployment");
  assert.equal(deployments.length, 4);
  for (const { spec } of deployments) {
    const pod = spec?.template?.spec;
    assert.equal(pod?.securityContext?.runAsNonRoot, true);
    assert.equal(pod?.securityContext?.runAsUser, 65_532);
    assert.equal(pod?.automountServiceAccountToken, false);
    for (const container of pod?.containers ?? []) {
      assert.equal(container.securityContext?.readOnlyRootFilesystem, true);
      assert.equal(container.securityContext?.allowPrivilegeEscalation, false);
      assert.deepEqual(container.securityContext?.capabilities?.drop, ["ALL"]);
      assert.ok(container.resources?.limits?.memory !== undefined);
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
        assert.match(probe?.httpGet?.path ?? "", /^\/(healthz|readyz)$/);
      }
    }
  }
});

test("a pod of a GPU's kind has one card, and lets its runs end before it is killed", () => {
  const deployments = ofKind<IDeployment>(rendered("full"), "Deployment");
  const gpu = deployments.find(({ metadata }) => metadata?.name === "clipmill-media-gpu")?.spec;
  const pod = gpu?.template?.spec;
  assert.equal(pod?.containers?.[0]?.resources?.limits?.["nvidia.com/gpu"], 1);
  assert.deepEqual(gpu?.strategy?.rollingUpdate, { maxUnavailable: 1, maxSurge: 0 });
  const [settings] = ofKind<IConfigMap>(rendered("full"), "ConfigMap").filter(
    ({ metadata }) => metadata?.name === "clipmill-media-gpu",
  );
  const drainS = Number(settings?.data?.CLIPMILL_DRAIN_SECONDS);
  assert.ok(drainS > 0 && (pod?.terminationGracePeriodSeconds ?? 0) > drainS);
});

test("a kind with a storage class works on volumes of its own, and policies take further rules", () => {
  const volumes = ofKind<IDeployment>(rendered("full"), "Deployment").flatMap(
    ({ spec }) => spec?.template?.spec?.volumes?.filter(({ name }) => name === "scratch") ?? [],
  );
  const claims = volumes.map(({ ephemeral }) => ephemeral?.volumeClaimTemplate?.spec.storageClassName);
  assert.deepEqual(claims, [undefined, "fast", undefined]);
  const [policy] = ofKind<INetworkPolicy>(rendered("full"), "NetworkPolicy");
  assert.deepEqual(policy?.spec?.egress?.at(-1)?.to, [{ ipBlock: { cidr: "169.254.170.23/32" } }]);
});

test("every setting and every key of the Secret that pods read is known, and is what the planes take", () => {
  const texts = [...globSync(`${CHART}/templates/*`), `${CHART}/values.yaml`, `${FIXTURES}/full.values.yaml`];
  const names = texts.flatMap((file) => readFileSync(file, "utf8").match(/\bCLIPMILL_[A-Z0-9_]+/g) ?? []);
  assert.ok(names.length > 10);
  assert.deepEqual(unknownSettings(names), []);
  const described = new Set(
    [
      ...readFileSync(`${CHART}/values.yaml`, "utf8").matchAll(/^#\s+([a-z0-9-]+(?:, [a-z0-9-]+)*)\s{2,}/gm),
    ].flatMap(([, keys = ""]) => keys.split(", ")),
  );
  const used = texts.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/existingSecret \}\}, key: ([a-z0-9-]+)/g)].map(
      ([, key = ""]) => key,
    ),
  );
  for (const key of used) assert.ok(described.has(key) || key.startsWith("s3-"), key);
});

test("ports are those of the images, and policies open those and no others", () => {
  const policies = ofKind<INetworkPolicy>(rendered("full"), "NetworkPolicy");
  const [everybody] = policies.filter(({ metadata }) => metadata?.name === "clipmill");
  assert.deepEqual(everybody?.spec?.policyTypes, ["Ingress", "Egress"]);
  assert.equal(everybody?.spec?.ingress, undefined);
  const opened = policies.flatMap(({ spec }) => (spec?.ingress ?? []).flatMap(({ ports = [] }) => ports));
  assert.deepEqual(
    opened.map(({ port }) => port),
    [8_080, 9_090, 8_081],
  );
  for (const name of ["control-plane", "media-node"]) {
    const port = /EXPOSE (\d+)/.exec(readFileSync(`deploy/docker/${name}.Dockerfile`, "utf8"))?.[1];
    const template = readFileSync(
      `${CHART}/templates/${name}${name === "media-node" ? "s" : ""}.yaml`,
      "utf8",
    );
    assert.ok(template.includes(`containerPort: ${port}`), name);
  }
});

test("autoscaling asks the view of what waits, by columns that it has", () => {
  const migration = readFileSync("shared/db/migrations/0007-fair-queue.sql", "utf8");
  const queries = [
    ...readFileSync(join(FIXTURES, "full.yaml"), "utf8").matchAll(/query: "?(select .+?)"?$/gm),
  ];
  assert.equal(queries.length, 4);
  for (const [, query = ""] of queries) {
    assert.match(query, /from clipmill_waiting where queue_job like 'run-%'/);
    for (const column of query.match(/oldest_waiting_s|waiting \+ running/g) ?? []) {
      for (const word of column.split(" + ")) assert.ok(migration.includes(word), word);
    }
  }
});
