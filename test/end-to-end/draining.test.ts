// A media node is emptied without losing work: by an operator, by its own machine, and at a stop, with a real node whose
// renders wait until they are let go.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { createFileStorage } from "../../shared/storage/file-storage.ts";
import { type Ended, runAdminHere } from "../support/control-plane/admin.ts";
import { testControlPlane } from "../support/control-plane/control-plane.ts";
import { newTask } from "../support/control-plane/tasks.ts";
import type { PlaneProcess } from "../support/faults/plane-process.ts";
import { generated, makeMedia } from "../support/media/media-fixture.ts";
import { createSharedFilms } from "../support/media/shared-films.ts";
import { heldFfmpeg } from "../support/media-node/held-ffmpeg.ts";
import { mediaAddress, mediaProcess } from "../support/media-node/media-process.ts";
import { until } from "../support/until.ts";

const WAIT_MS = 180_000;
const TEST = { timeout: 480_000 };

const REQUEST = {
  source: { kind: "upload", storageKey: "uploads/film" },
  range: { startS: 0, endS: null },
  clipCount: 1,
  clipLengthS: { min: 5, max: 9 },
  targetWidth: 360,
  editingStyles: ["BLURRED_WINGS"],
  captions: null,
  title: "A film",
  prompt: null,
  declaredDurationS: 20,
};

const films = createSharedFilms();

/** Twenty seconds with subtitles: what is said needs not be recognized. */
async function makeFilm(path: string): Promise<void> {
  const times = [0, 3, 6, 9, 12, 15].map((startS) => [startS + 0.7, startS + 3]);
  const clock = (timeS = 0): string => `00:00:${timeS.toFixed(3).padStart(6, "0").replace(".", ",")}`;
  const cues = times.map(
    ([startS, endS], index) =>
      `${index + 1}\n${clock(startS)} --> ${clock(endS)}\nThis is sentence ${index}.\n`,
  );
  const subtitles = `${path}.srt`;
  await writeFile(subtitles, cues.join("\n"));
  const sound = "aevalsrc='0.3*(random(0)-0.5)*gt(mod(t,3),0.7)':d=20:s=16000";
  const inputs = [...generated("testsrc2=s=160x90:r=10:d=20"), ...generated(sound), "-i", subtitles];
  await makeMedia(...inputs, "-c:v", "libx264", "-preset", "ultrafast", "-c:s", "mov_text", path);
}

interface Scene {
  readonly node: PlaneProcess;
  readonly nodeId: string;
  readonly letGo: () => Promise<void>;
  /** Makes a task and resolves with its id. */
  readonly addTask: () => Promise<string>;
  /** Resolves once a clip of the task is being rendered. */
  readonly isRendering: (taskId: string) => Promise<unknown>;
  /** A task's state and those of its runs. */
  readonly look: (taskId: string) => Promise<string[]>;
  readonly admin: (...args: readonly string[]) => Promise<Ended>;
  /** As operators see it. */
  readonly nodeState: () => Promise<unknown>;
  readonly get: (path: string, method?: string) => Promise<{ status: number; text: string }>;
}

async function openScene(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const film = await films("film.mp4", makeFilm);
  await createFileStorage(plane.storageFolder).write("uploads/film", await readFile(film));
  const { env: ffmpeg, letGo } = await heldFfmpeg(t, "clip.mp4");
  const node = await mediaProcess(t, plane, {
    CLIPMILL_DATABASE_URL: await mediaAddress(plane),
    CLIPMILL_CONCURRENCY: "1",
    ...ffmpeg,
    ...env,
  });
  const nodeId = await until("the node's lease", async () => {
    const [lease] = await plane.sql<
      { id: string }[]
    >`select id from worker_leases where plane = 'media-node'`;
    return lease?.id;
  });
  const admin = (...args: readonly string[]): Promise<Ended> =>
    runAdminHere({ CLIPMILL_DATABASE_URL: plane.databaseUrl }, ...args);
  return {
    node,
    nodeId,
    letGo,
    admin,
    addTask: () => newTask(plane.sql, account.id, { request: REQUEST }),
    isRendering: (taskId) =>
      until(
        "clips to render",
        async () =>
          (await plane.sql`select from runs where task_id = ${taskId} and stage = 'rendering'`).length > 0,
        WAIT_MS,
      ),
    look: async (taskId) => {
      const [task] = await plane.sql<{ state: string }[]>`select state from tasks where id = ${taskId}`;
      const runs = await plane.sql<{ state: string }[]>`
        select state from runs where task_id = ${taskId} order by started_at`;
      return [task?.state ?? "", ...runs.map(({ state }) => state)];
    },
    nodeState: async () => {
      const nodes = JSON.parse((await admin("nodes", "--json")).stdout) as { id: string; state: string }[];
      return nodes.find(({ id }) => id === nodeId)?.state;
    },
    get: async (path, method = "GET") => {
      const answer = await fetch(`${node.url}${path}`, { method });
      return { status: answer.status, text: await answer.text() };
    },
  };
}

test(
  "a node that an operator drains finishes its run, takes no other, and works again when told to",
  TEST,
  async (t) => {
    const scene = await openScene(t);
    const { nodeId, admin, nodeState, get, look } = scene;
    const [first, second] = [await scene.addTask(), await scene.addTask()];
    await scene.isRendering(first);
    assert.equal(await nodeState(), "working");
    assert.equal((await admin("node", "drain", nodeId)).code, 0);
    const notReady = (): Promise<boolean> => get("/readyz").then(({ status }) => status === 503);
    await until("the node to hear of it", notReady, WAIT_MS);
    assert.match((await get("/readyz")).text, /draining, and 1 jobs are left/);
    assert.match((await get("/metrics")).text, /^clipmill_node_draining 1$/m);
    assert.equal(await nodeState(), "draining");
    const late = await admin("node", "drain", nodeId, "--wait", "--timeout", "1");
    assert.equal(late.code, 1);
    assert.match(late.stderr, /not drained after 1 s: 1 jobs are left/);
    await scene.letGo();
    const drained = await admin("node", "drain", nodeId, "--wait", "--json");
    assert.equal(drained.code, 0, drained.stderr);
    assert.equal((JSON.parse(drained.stdout) as { drained: boolean }).drained, true);
    assert.equal(await nodeState(), "drained");
    await until("the task to end", async () => (await look(first))[0] === "finished", WAIT_MS);
    assert.deepEqual(await look(first), ["finished", "succeeded"], "by the run that was under way");
    assert.deepEqual(await look(second), ["queued"]);
    assert.equal((await admin("node", "undrain", nodeId)).code, 0);
    await until("the other task to end", async () => (await look(second))[0] === "finished", WAIT_MS);
    assert.equal((await get("/readyz")).status, 200);
  },
);

test(
  "a node that starts on a drained machine takes nothing, and unknown ones are refused",
  TEST,
  async (t) => {
    const scene = await openScene(t);
    const { admin, look } = scene;
    assert.equal((await admin("node", "drain", hostname(), "--wait")).code, 0);
    await scene.node.stop();
    await scene.node.start();
    assert.equal((await scene.get("/readyz")).status, 503);
    const task = await scene.addTask();
    const state = JSON.parse((await admin("nodes", "--json")).stdout) as { plane: string; state: string }[];
    assert.ok(state.every(({ plane, state: of }) => plane !== "media-node" || of !== "working"));
    assert.deepEqual(await look(task), ["queued"]);
    const wrong = await admin("node", "undrain", scene.nodeId);
    assert.match(wrong.stderr, /is not drained under this name\. What is: /);
    assert.match((await admin("node", "drain", "nowhere")).stderr, /^No media node nowhere lives/);
    await scene.letGo();
    assert.equal((await admin("node", "undrain", hostname())).code, 0);
    await until("the task to end", async () => (await look(task))[0] === "finished", WAIT_MS);
  },
);

test("a node that is told to stop finishes its run first, as long as it was given", TEST, async (t) => {
  const scene = await openScene(t, { CLIPMILL_DRAIN_SECONDS: "600" });
  const { node, look } = scene;
  const [first, second] = [await scene.addTask(), await scene.addTask()];
  await scene.isRendering(first);
  node.signal("SIGTERM");
  const isDraining = (): Promise<boolean> => scene.get("/readyz").then(({ text }) => /draining/.test(text));
  await until("the node to drain", isDraining, WAIT_MS);
  await scene.letGo();
  assert.equal(await node.ended(WAIT_MS), 0);
  await until("the task to end", async () => (await look(first))[0] === "finished", WAIT_MS);
  assert.deepEqual(await look(first), ["finished", "succeeded"]);
  assert.deepEqual(await look(second), ["queued"]);
});

test(
  "a second signal does not end the wait of a node with a supervisor, which kills instead",
  TEST,
  async (t) => {
    const scene = await openScene(t, { CLIPMILL_DRAIN_SECONDS: "600" });
    const task = await scene.addTask();
    await scene.isRendering(task);
    scene.node.signal("SIGTERM");
    const isDraining = (): Promise<boolean> => scene.get("/readyz").then(({ text }) => /draining/.test(text));
    await until("the node to drain", isDraining, WAIT_MS);
    // Sooner it would be taken for the same one.
    await pause(PROCESS_LIMITS.sameSignalMs + 100);
    scene.node.signal("SIGTERM");
    await pause(PROCESS_LIMITS.sameSignalMs);
    await scene.letGo();
    assert.equal(await scene.node.ended(WAIT_MS), 0);
    await until("the task to end", async () => (await scene.look(task))[0] === "finished", WAIT_MS);
    assert.deepEqual(await scene.look(task), ["finished", "succeeded"]);
  },
);

test("its own machine drains a node by a request, which answers when nothing is left", TEST, async (t) => {
  const scene = await openScene(t);
  const task = await scene.addTask();
  await scene.isRendering(task);
  const { get } = scene;
  assert.deepEqual(await get("/drain"), { status: 409, text: '{"draining":false,"jobs":1}\n' });
  assert.equal((await get("/drain?wait=much", "POST")).status, 400);
  assert.equal((await get("/drain", "DELETE")).status, 405);
  assert.deepEqual(await get("/drain", "POST"), { status: 202, text: '{"draining":true,"jobs":1}\n' });
  const answer = get("/drain?wait=60", "POST");
  await scene.letGo();
  assert.deepEqual(await answer, { status: 200, text: '{"draining":true,"jobs":0}\n' });
  await until("the task to end", async () => (await scene.look(task))[0] === "finished", WAIT_MS);
});
