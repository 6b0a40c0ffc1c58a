// Models that operators ask for, on nodes whose hub stands on a loopback address.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  askForInstalls,
  listInstalls,
  readModelCatalogue,
  repeatInstall,
  stopInstall,
} from "../../../../control-plane/nodes/model-installs.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import { keepLease } from "../../../../media-node/worker/lease.ts";
import { createActiveRuns } from "../../../../media-node/worker/runs/active-runs.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { newId } from "../../../../shared/ids.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import {
  CONFIG_BYTES,
  heldHub,
  installingNodes,
  SMALL_BYTES,
  SMALL_ENTRY,
} from "../../../support/media-node/installing-node.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const MODEL = SMALL_ENTRY.name;

async function folderOf(sql: Sql, nodeId: string): Promise<string> {
  return until("the node's models to be known", async () => {
    const { folders } = await readModelCatalogue(sql);
    return folders.find(({ nodes }) => nodes.some(({ id }) => id === nodeId))?.id;
  });
}

async function ask(sql: Sql, folderId: string) {
  const [install] = await askForInstalls(sql, [{ model: MODEL, folderId }], "olga@example.com");
  assert.ok(install !== undefined);
  return install;
}

async function stateOf(sql: Sql, state: string) {
  return until(
    `an install that is ${state}`,
    async () => (await listInstalls(sql)).find((install) => install.state === state),
    30_000,
  );
}

function underWay(names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(".staging-"));
}

test("a node installs what is asked of it, and says how far it is and what it has then", async (t) => {
  const startNode = installingNodes(t);
  const { sql, nodeSql } = await accountDatabase(t);
  const hub = await heldHub(t);
  const node = await startNode(nodeSql, { mirror: hub.url });
  const folderId = await folderOf(sql, node.id);
  const [before] = (await readModelCatalogue(sql)).models;
  assert.deepEqual(
    [before?.name, before?.license, before?.sizeBytes, before?.installedOn, before?.recommendedFor],
    [MODEL, "MIT", SMALL_BYTES, [], [folderId]],
  );
  await ask(sql, folderId);
  await until("part of the model", async () => {
    const [install] = await listInstalls(sql);
    assert.deepEqual(install?.hosts, ["mill-1.example"]);
    const { receivedBytes, totalBytes, state } = install;
    return (
      state === "downloading" &&
      receivedBytes > 0 &&
      receivedBytes < SMALL_BYTES &&
      totalBytes === SMALL_BYTES
    );
  });
  hub.release();
  const { receivedBytes, error } = await stateOf(sql, "installed");
  assert.deepEqual([receivedBytes, error], [SMALL_BYTES, null]);
  assert.equal((await readBundle(join(node.modelsDir, MODEL))).manifest.name, MODEL);
  const [after] = (await readModelCatalogue(sql)).models;
  assert.deepEqual([after?.installedOn, after?.recommendedFor], [[folderId], []]);
  assert.deepEqual(await askForInstalls(sql, [{ model: MODEL, folderId }], "olga@example.com"), []);
});

test("of nodes that share a models folder one downloads, and both have the model", async (t) => {
  const startNode = installingNodes(t);
  const { sql, nodeSql } = await accountDatabase(t);
  const hub = await heldHub(t);
  const modelsDir = await temporaryFolder(t);
  const nodes = await Promise.all(
    ["mill-1.example", "mill-2.example"].map((host) =>
      startNode(nodeSql, { mirror: hub.url, modelsDir, host }),
    ),
  );
  const folders = await Promise.all(nodes.map(({ id }) => folderOf(sql, id)));
  assert.equal(new Set(folders).size, 1, "they know that they share it");
  await ask(sql, String(folders[0]));
  const { hosts } = await stateOf(sql, "downloading");
  assert.deepEqual(hosts, ["mill-1.example", "mill-2.example"]);
  hub.release();
  await stateOf(sql, "installed");
  assert.equal(hub.gets().length, 2, "each of the two files was fetched once");
});

test("a download that was taken back ends, leaves nothing behind, and can be asked for again", async (t) => {
  const startNode = installingNodes(t);
  const { sql, nodeSql } = await accountDatabase(t);
  const hub = await heldHub(t);
  const node = await startNode(nodeSql, { mirror: hub.url });
  const { id } = await ask(sql, await folderOf(sql, node.id));
  await until("the download", async () => underWay(await readdir(node.modelsDir)).length === 1);
  await stopInstall(sql, id);
  await until("nothing to be left", async () => underWay(await readdir(node.modelsDir)).length === 0);
  assert.equal((await stateOf(sql, "cancelled")).id, id);
  await assert.rejects(stopInstall(sql, id), { code: "ALREADY_TERMINAL" });
  hub.release();
  await repeatInstall(sql, id, "olga@example.com");
  assert.equal((await stateOf(sql, "installed")).id, id);
  await assert.rejects(repeatInstall(sql, id, "olga@example.com"), { code: "INVALID_REQUEST" });
});

test("a model that was there before its install was taken back is installed whole at the next try", async (t) => {
  const startNode = installingNodes(t);
  const { sql, nodeSql } = await accountDatabase(t);
  const hub = await heldHub(t);
  hub.release();
  const node = await startNode(nodeSql, { mirror: hub.url });
  const { id } = await ask(sql, await folderOf(sql, node.id));
  await stateOf(sql, "installed");
  await sql`update model_installs set state = 'cancelled' where id = ${id}`;
  await repeatInstall(sql, id, "olga@example.com");
  const { receivedBytes, totalBytes, error } = await stateOf(sql, "installed");
  assert.deepEqual([receivedBytes, totalBytes, error], [SMALL_BYTES, SMALL_BYTES, null]);
});

test("what a node that stops has begun, the next one ends, from where it stopped", async (t) => {
  const startNode = installingNodes(t);
  const { sql, nodeSql } = await accountDatabase(t);
  const hub = await heldHub(t);
  const first = await startNode(nodeSql, { mirror: hub.url });
  await ask(sql, await folderOf(sql, first.id));
  await until("a part of the large file on the disk", async () => {
    const install = await stateOf(sql, "downloading");
    return install.receivedBytes > CONFIG_BYTES;
  });
  await first.stop();
  const left = await stateOf(sql, "waiting");
  assert.equal(left.isReachable, false);
  const second = await startNode(nodeSql, { mirror: hub.url, modelsDir: first.modelsDir });
  assert.equal(await folderOf(sql, second.id), left.folderId, "a folder is known again");
  hub.release();
  await stateOf(sql, "installed");
  assert.equal(hub.gets().length, 3, "the small file was there");
  assert.match(String(hub.gets().at(-1)?.range), /^bytes=[1-9]\d*-$/, "and part of the large one");
});

test("what a node that was killed has begun is taken over", async (t) => {
  const startNode = installingNodes(t);
  const { sql, nodeSql } = await accountDatabase(t);
  const hub = await heldHub(t);
  hub.release();
  const node = await startNode(nodeSql, { mirror: hub.url });
  const folderId = await folderOf(sql, node.id);
  await sql`
    insert into model_installs (id, folder_id, model, state, node_id, asked_by)
    values (${newId("install")}, ${folderId}, ${MODEL}, 'downloading', ${newId("node")}, 'olga@example.com')`;
  await stateOf(sql, "installed");
});

test("a hub that cannot be reached is said in words within seconds, and the install is tried again", async (t) => {
  const startNode = installingNodes(t);
  const { sql, nodeSql } = await accountDatabase(t);
  const node = await startNode(nodeSql, { mirror: "http://127.0.0.1:9" });
  const { id } = await ask(sql, await folderOf(sql, node.id));
  const { error } = await stateOf(sql, "failed");
  assert.match(String(error), /^127\.0\.0\.1:9 cannot be reached .*CLIPMILL_MODEL_MIRROR/);
  await node.stop();
  const hub = await heldHub(t);
  hub.release();
  await startNode(nodeSql, { mirror: hub.url, modelsDir: node.modelsDir });
  await repeatInstall(sql, id, "olga@example.com");
  assert.equal((await stateOf(sql, "installed")).error, null);
});

test("a model that is larger than the disk's room fails before anything of it is fetched", async (t) => {
  const startNode = installingNodes(t);
  const { sql, nodeSql } = await accountDatabase(t);
  const hub = await heldHub(t);
  const files = SMALL_ENTRY.files.map((file) => ({ ...file, sizeBytes: 1e15 }));
  const node = await startNode(nodeSql, { mirror: hub.url, catalogue: [{ ...SMALL_ENTRY, files }] });
  await ask(sql, await folderOf(sql, node.id));
  const { error } = await stateOf(sql, "failed");
  assert.match(String(error), /models has \d+ MiB free, and the model needs \d+ MiB more; /);
  assert.deepEqual(hub.gets(), []);
});

test("a model may not take the room that the node needs for its jobs", async (t) => {
  const startNode = installingNodes(t);
  const { sql, nodeSql } = await accountDatabase(t);
  const hub = await heldHub(t);
  const node = await startNode(nodeSql, { mirror: hub.url, diskFloorBytes: 2 ** 50 });
  await ask(sql, await folderOf(sql, node.id));
  const { error } = await stateOf(sql, "failed");
  assert.match(String(error), /the model needs 1 MiB more; 1073741888 MiB must stay free\./);
  assert.deepEqual(hub.gets(), []);
});

test("each renewal of a node's lease has it look for what is asked", async (t) => {
  const { nodeSql } = await accountDatabase(t);
  let beats = 0;
  const lease = keepLease({
    sql: nodeSql,
    nodeId: newId("node"),
    poolIds: () => [],
    offered: { models: [], queueJobs: [], deviceQueueJobs: [] },
    activeRuns: createActiveRuns(),
    onBeat: () => {
      beats += 1;
    },
    logger: createLogger("test", "silent"),
  });
  await until("a beat", () => beats === 1);
  await lease.release();
});
