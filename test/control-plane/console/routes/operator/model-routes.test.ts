// Models that operators have media nodes install, over the console's API, with a node that downloads from a hub of the test.
import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  ModelCatalogueView,
  ModelInstallView,
} from "../../../../../control-plane/console/api-types/operator-models.ts";
import { failureOf, testControlPlane } from "../../../../support/control-plane/control-plane.ts";
import {
  type OperatorClient,
  readAudit,
  signInOperator,
} from "../../../../support/control-plane/operator.ts";
import {
  heldHub,
  installingNodes,
  SMALL_BYTES,
  SMALL_ENTRY,
} from "../../../../support/media-node/installing-node.ts";
import { until } from "../../../../support/until.ts";

const INSTALLS = "/model-installs";
const MODEL = SMALL_ENTRY.name;

async function readFolder(operator: OperatorClient): Promise<string> {
  return until("a folder", async () => {
    const { folders } = await operator.ask<ModelCatalogueView>("GET", "/model-catalog");
    return folders[0]?.id;
  });
}

function installIn(operator: OperatorClient, state: ModelInstallView["state"]): Promise<ModelInstallView> {
  const look = async () => {
    const [install] = await operator.ask<ModelInstallView[]>("GET", INSTALLS);
    return install?.state === state && install;
  };
  return until(`an install that is ${state}`, look, 30_000);
}

test("an operator installs a model of the catalogue, changes their mind, and tries again", async (t) => {
  const startNode = installingNodes(t);
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const empty = await operator.ask<ModelCatalogueView>("GET", "/model-catalog");
  assert.deepEqual(empty, { folders: [], models: [] });
  const hub = await heldHub(t);
  const node = await startNode(plane.sql, { mirror: hub.url });
  const folderId = await readFolder(operator);
  const { folders, models } = await operator.ask<ModelCatalogueView>("GET", "/model-catalog");
  assert.deepEqual(folders[0]?.nodes, [{ id: node.id, host: "mill-1.example" }]);
  assert.equal(folders[0]?.path, node.modelsDir);
  assert.deepEqual(models, [
    {
      name: MODEL,
      kind: "audio-events",
      family: "ast",
      title: "Small audio events",
      improves: "laughter and applause",
      license: "MIT",
      nonCommercial: false,
      sizeBytes: SMALL_BYTES,
      isWholeSize: true,
      repository: "owner/model",
      sense: "laughter and applause",
      installableOn: [folderId],
      installedOn: [],
      recommendedFor: [folderId],
    },
  ]);
  const body = { installs: [{ model: MODEL, folderId }] };
  const [asked] = await operator.ask<ModelInstallView[]>("POST", INSTALLS, body);
  const id = String(asked?.id);
  assert.deepEqual([asked?.state, asked?.hosts, asked?.isReachable], ["waiting", ["mill-1.example"], true]);
  assert.deepEqual(await operator.ask("POST", INSTALLS, body), [], "what is under way goes on");
  const { startedAt, askedBy } = await installIn(operator, "downloading");
  assert.ok(startedAt !== null && askedBy === "olga@example.com");
  await operator.ask("POST", `${INSTALLS}/${id}/cancel`);
  assert.equal(failureOf(await operator.send("POST", `${INSTALLS}/${id}/cancel`)), "409 ALREADY_TERMINAL");
  hub.release();
  await operator.ask("POST", `${INSTALLS}/${id}/retry`);
  assert.equal(failureOf(await operator.send("DELETE", `${INSTALLS}/${id}`)), "409 NOT_TERMINAL");
  const done = await installIn(operator, "installed");
  assert.deepEqual([done.receivedBytes, done.totalBytes, done.error], [SMALL_BYTES, SMALL_BYTES, null]);
  const after = await operator.ask<ModelCatalogueView>("GET", "/model-catalog");
  assert.deepEqual([after.models[0]?.installedOn, after.models[0]?.recommendedFor], [[folderId], []]);
  assert.equal((await operator.ask<ModelInstallView>("DELETE", `${INSTALLS}/${id}`)).state, "installed");
  assert.deepEqual(await operator.ask("GET", INSTALLS), []);
  assert.equal(failureOf(await operator.send("DELETE", `${INSTALLS}/${id}`)), "404 NOT_FOUND");
  const details = JSON.stringify({ hosts: ["mill-1.example"], model: MODEL, folderId });
  const lines = (await readAudit(plane.sql)).map((line) => line.replaceAll(/([:,]) /g, "$1"));
  assert.deepEqual(lines, [
    `model install ${MODEL} {"installs":[${details}]}`,
    `model install ${MODEL} {"installs":[]}`,
    `model cancel ${id} ${details}`,
    `model retry ${id} ${details}`,
    `model dismiss ${id} ${details}`,
  ]);
});

test("what nobody can install is refused by name, and nothing of the request is done", async (t) => {
  const startNode = installingNodes(t);
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  await startNode(plane.sql, { mirror: "http://127.0.0.1:9" });
  const folderId = await readFolder(operator);
  const send = (...installs: unknown[]) => operator.send("POST", INSTALLS, { installs });
  const known = { model: MODEL, folderId };
  const unknown = await send(known, { ...known, model: "nobody-has-it" });
  assert.equal(failureOf(unknown), "400 INVALID_REQUEST");
  assert.match(unknown.text, /The catalogue of mill-1\.example has no nobody-has-it/);
  assert.equal(failureOf(await send({ ...known, folderId: "mdir_elsewhere" })), "404 NOT_FOUND");
  assert.equal(failureOf(await send()), "400 INVALID_REQUEST");
  assert.equal(failureOf(await send({ ...known, force: true })), "400 INVALID_REQUEST");
  for (const verb of ["cancel", "retry"]) {
    assert.equal(failureOf(await operator.send("POST", `${INSTALLS}/inst_none/${verb}`)), "404 NOT_FOUND");
  }
  assert.deepEqual(await operator.ask("GET", INSTALLS), []);
});
