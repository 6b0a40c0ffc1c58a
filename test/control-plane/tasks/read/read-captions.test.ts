// A subtitle file that takes longer than a client is let wait: it is written once, and there at the next try.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCaptionReader } from "../../../../control-plane/tasks/read/read-captions.ts";
import { largeTranscription } from "../../../support/control-plane/large-outputs.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";

test("captions of a stored output are written once, also for a client that asks again before they are", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const id = await newTask(sql, account.id);
  await sql`update tasks set kind = 'transcription', state = 'finished', output = null, output_key = 'outputs/a',
    completed_at = now() where id = ${id}`;
  const reads: string[] = [];
  const readOutput = async (key: string): Promise<Buffer> => {
    reads.push(key);
    return Buffer.from(JSON.stringify(largeTranscription()));
  };
  const read = createCaptionReader({ sql, readOutput }, "vtt");
  const job = { accountId: account.id, id };
  const [first, again] = await Promise.all([read(job), read(job)]);
  assert.match(first, /^WEBVTT/);
  assert.deepEqual([again, await read(job)], [first, first]);
  assert.deepEqual(reads, ["outputs/a"]);
});
