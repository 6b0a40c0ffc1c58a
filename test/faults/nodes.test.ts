// Media nodes that stand still, are told to stop in the middle of their work, or are killed: no job is lost, and none
// ends for a reason that is not its own.
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { taskIdOf } from "../support/faults/books.ts";
import { type FaultTest, faultTest, WORK_TIMEOUT_MS } from "../support/faults/fault-test.ts";
import { LONG_FILM_S, longFilm } from "../support/faults/films.ts";
import type { PlaneProcess } from "../support/faults/plane-process.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { listProcesses } from "../support/list-processes.ts";
import { BUNDLED } from "../support/media-node/media-tools.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

/** Longer than a lease lasts and than the sweep that follows takes to come. */
const STANDSTILL_MS = 28_000;

function onlyNode({ bed }: FaultTest): PlaneProcess {
  const [node] = bed.nodes;
  assert.ok(node !== undefined);
  return node;
}

/** The ids of the encoders that a node has at work: its threads, and not its main one, have started them. */
async function encodersOf(node: PlaneProcess): Promise<number[]> {
  const rows = await listProcesses();
  const own = new Set([node.pid]);
  // Whatever wraps a program stands between it and the node.
  for (let added = true; added; ) {
    const before = own.size;
    for (const row of rows) if (own.has(row.parentPid)) own.add(row.pid);
    added = own.size > before;
  }
  const encodes = rows.filter((row) => row.command === "ffmpeg" && row.commandLine.includes("libx264"));
  return encodes.filter((row) => own.has(row.pid) && row.state !== "Z").map(({ pid }) => pid);
}

interface EndlessRenders {
  readonly env: Readonly<Record<string, string>>;
  /** Lets those end that begin from now on. */
  end(): Promise<void>;
}

/** The settings of an ffmpeg whose renders of clips go on and on: it is at work on any machine, however busy that is. */
async function endlessRenders(t: TestContext): Promise<EndlessRenders> {
  const folder = await temporaryFolder(t);
  const [path, mark] = [join(folder, "ffmpeg"), join(folder, "endless")];
  const endless =
    "-nostdin -v error -progress pipe:3 -re -f lavfi -i testsrc2=s=64x64:r=5 -c:v libx264 -f null -";
  const isClip = `case "$*" in *libx264*clip.mp4) if [ -e '${mark}' ]; then set -- ${endless}; fi;; esac`;
  await writeFile(path, `#!/bin/sh\n${isClip}\nexec '${BUNDLED.ffmpeg}' "$@"\n`, { mode: 0o755 });
  await writeFile(mark, "");
  return { env: { CLIPMILL_FFMPEG: path, CLIPMILL_FFPROBE: BUNDLED.ffprobe }, end: () => rm(mark) };
}

async function createLongClip(faults: FaultTest, film: Buffer): Promise<string> {
  const { announce, create } = faults;
  const { storageKey, url } = await announce(film.length);
  assert.equal((await fetch(url, { method: "PUT", body: new Uint8Array(film) })).status, 200);
  const clips = { clip_count: 1, clip_length: "9-12s", target_resolution: "360p" };
  const body = { s3_key: storageKey, video_duration_seconds: LONG_FILM_S, ...clips };
  return until("the job", async () => taskIdOf(await create("/clips", storageKey, body)));
}

describe("a media node", { concurrency: true }, () => {
  test("that stood still for 28 s loses neither its job nor the one that waited", {
    timeout: 400_000,
  }, async (t) => {
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 1 });
    const { createHeld, untilHeld, finishHeld, assertAccount } = faults;
    const node = onlyNode(faults);
    // The queue prefers what waits: the node turns to it when it has given the other up.
    const running = await createHeld("/clips");
    await untilHeld(running);
    const waiting = await createHeld("/transcriptions");
    node.signal("SIGSTOP");
    await pause(STANDSTILL_MS);
    node.signal("SIGCONT");
    await finishHeld([running, waiting]);
    await assertAccount();
  });

  test("whose process group is told to stop gives its job back, however busy it is", {
    timeout: 400_000,
  }, async (t) => {
    const renders = await endlessRenders(t);
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 1, env: renders.env });
    const { bed, endOf, assertAccount } = faults;
    const node = onlyNode(faults);
    const taskId = await createLongClip(faults, await longFilm(await temporaryFolder(t)));
    for (let interruption = 1; interruption <= 2; interruption += 1) {
      const programs = await until(
        "the node to encode",
        async () => {
          const found = await encodersOf(node);
          return found.length > 0 && found;
        },
        WORK_TIMEOUT_MS,
      );
      // The node itself hears of it late, when what it started may have ended by the same signal.
      await node.keepBusy();
      assert.ok((await encodersOf(node)).length > 0, "an encoder is at work when the signal comes");
      node.signalGroup("SIGTERM");
      const haveEnded = async (): Promise<boolean> => {
        const left = await encodersOf(node);
        return !programs.some((pid) => left.includes(pid));
      };
      await until("its programs to end by the signal, if they do", haveEnded, 1_000).catch(() => undefined);
      assert.equal(await node.ended(), 0, "it stops in order");
      const [task] = await bed.sql<{ state: string; error: unknown }[]>`
        select state, error from tasks where id = ${taskId}`;
      assert.deepEqual(task, { state: task?.state === "queued" ? "queued" : "running", error: null });
      if (interruption === 2) await renders.end();
      await node.start();
    }
    assert.equal(await endOf(taskId, 2 * WORK_TIMEOUT_MS), "finished");
    await assertAccount();
  });

  test("that is killed leaves its job to another, which finishes it once", {
    timeout: 400_000,
  }, async (t) => {
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 2 });
    const { bed, createHeld, untilHeld, finishHeld, assertAccount } = faults;
    const jobs = [await createHeld(), await createHeld()];
    for (const job of jobs) await untilHeld(job);
    const [killed, other] = bed.nodes;
    assert.ok(killed !== undefined && other !== undefined);
    await killed.kill();
    await finishHeld(jobs);
    await killed.startAgain();
    await assertAccount({ afterKills: true });
  });
});
