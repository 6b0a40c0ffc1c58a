// Reads of large outputs: the transcription of six hours, which lies in the storage, and lists whose tasks have outputs
// that are large for a row. Beside what the client waits for, how long the control plane answered nobody.
import { storeOutput } from "../../media-node/worker/runs/store-output.ts";
import type { Sql } from "../../shared/db/connect.ts";
import { newId } from "../../shared/ids.ts";
import { createFileStorage } from "../../shared/storage/file-storage.ts";
import { largeTranscription } from "../../test/support/control-plane/large-outputs.ts";
import type { BenchCase } from "../measuring/harness.ts";
import { ask, medianMs } from "./client.ts";
import { Planes } from "./planes.ts";
import type { Subject } from "./subject.ts";

/** Six hours of talk. */
const WORDS = 60_000;
const READS = 10;
const LIST = "/api/v1/jobs?limit=100&kind=transcription";
const LAG = /^nodejs_eventloop_lag_max_seconds (\S+)$/m;

/** An ended transcription of the busy account whose output lies in the storage, as a media node writes it there. */
async function addLargeTask({ sql, storageFolder, busyAccountId }: Subject): Promise<string> {
  const run = { id: newId("run"), taskId: newId("task") };
  const stored = await storeOutput(createFileStorage(storageFolder), run, {
    output: largeTranscription(WORDS),
  });
  if (!("outputKey" in stored)) throw new Error("The output is small.");
  await sql`
    insert into tasks (id, account_id, kind, state, request, request_hash, base_moods, charged_moods, output_key, completed_at)
    values (${run.taskId}, ${busyAccountId}, 'transcription', 'finished', '{}', '', 0, 0, ${stored.outputKey}, now())`;
  return run.taskId;
}

async function removeTask(sql: Sql, taskId: string): Promise<void> {
  await sql`delete from tasks where id = ${taskId}`;
}

/** The longest that the process did nothing else since it was asked last, in milliseconds; its clock has steps of 10. */
async function readStallMs(url: string): Promise<number> {
  const lag = LAG.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
  return Number(lag) * 1_000;
}

export function outputCase(subject: Subject): BenchCase {
  const planes = new Planes();
  let [url, taskId] = ["", ""];
  return {
    name: subject.name,
    prepare: async () => {
      taskId = await addLargeTask(subject);
      ({ url } = await planes.startControlPlane(subject));
    },
    run: async () => {
      const client = { url, key: subject.keys[0] ?? "" };
      const path = `/api/v1/jobs/${taskId}`;
      await ask(client, LIST);
      await readStallMs(url);
      const startedAt = performance.now();
      const replyBytes = (await ask(client, path)).length;
      const firstReadMs = performance.now() - startedAt;
      const againMs = await medianMs(client, path, READS);
      const captionsMs = await medianMs(client, `${path}/captions.vtt`, READS);
      const readStall = await readStallMs(url);
      const listMs = await medianMs(client, LIST);
      const listBytes = (await ask(client, LIST)).length;
      return {
        replyBytes,
        firstReadMs,
        againMs,
        captionsMs,
        readStallMs: readStall,
        listBytes,
        listMs,
        listStallMs: await readStallMs(url),
      };
    },
    cleanUp: async () => {
      await planes.stop();
      await removeTask(subject.sql, taskId);
    },
  };
}
