// Control planes that are killed while an upload comes in parts, and while it is joined: the client goes on where it was.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { send } from "../support/faults/client.ts";
import { type FaultTest, faultTest } from "../support/faults/fault-test.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

const PART = 5 * 2 ** 20;
const CONTENT = Buffer.alloc(2 * PART + 1_000, "a long film, more or less ");
/** From the request to the kill: before, in the middle of and after what a join does. */
const KILL_AFTER_MS = [0, 5, 20] as const;

interface Part {
  readonly number: number;
  readonly url: string;
}

interface Upload {
  readonly upload_id: string;
  readonly s3_key: string;
  readonly parts: readonly Part[];
  readonly received: readonly number[];
}

async function announce({ callPatiently }: FaultTest): Promise<Upload> {
  const body = { filename: "film.mp4", content_type: "video/mp4", size_bytes: CONTENT.length };
  return (await callPatiently("POST", "/uploads", { ...body, part_size_bytes: PART })).body.data as Upload;
}

function contentOf({ number }: Part): Uint8Array {
  return new Uint8Array(CONTENT.subarray((number - 1) * PART, number * PART));
}

async function putAll(parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    const isThere = async (): Promise<boolean> => {
      const { status } = await send({ method: "PUT", url: part.url, body: contentOf(part) });
      assert.ok(status === 200 || status === 503, `answered ${status}`);
      return status === 200;
    };
    await until(`part ${part.number} to be stored`, isThere);
  }
}

describe("an upload in parts", { concurrency: true }, () => {
  test("goes on after a kill in the middle of a part", { timeout: 300_000 }, async (t) => {
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 0 });
    const { bed, plane, callPatiently, assertAccount } = faults;
    const upload = await announce(faults);
    const [first, second] = upload.parts as [Part, Part];
    await putAll([first]);
    const slow = request(second.url, { method: "PUT", headers: { "content-length": PART } });
    const broken = once(slow, "error");
    slow.write(contentOf(second).subarray(0, PART / 2));
    const parts = join(bed.storageFolder, ".parts");
    await until("the part to have begun", async () =>
      (await readdir(parts, { recursive: true })).some((name) => name.endsWith("2.claim")),
    );
    await plane.kill();
    await broken;
    await plane.startAgain();
    const { received, parts: missing } = (await callPatiently("GET", `/uploads/${upload.upload_id}`)).body
      .data as Upload;
    assert.deepEqual([received, missing.map(({ number }) => number)], [[1], [2, 3]]);
    await putAll(missing);
    assert.equal((await callPatiently("POST", `/uploads/${upload.upload_id}/complete`)).status, 200);
    assert.ok((await readFile(join(bed.storageFolder, upload.s3_key))).equals(CONTENT));
    assert.deepEqual(await readdir(parts), []);
    await assertAccount({ afterKills: true });
  });

  test("is joined by a repeat after a kill in the middle of a join", { timeout: 300_000 }, async (t) => {
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 0 });
    const { bed, plane, call } = faults;
    for (const afterMs of KILL_AFTER_MS) {
      const upload = await announce(faults);
      await putAll(upload.parts);
      const complete = () => call("POST", `/uploads/${upload.upload_id}/complete`);
      const cut = complete();
      await pause(afterMs);
      await plane.kill();
      await cut;
      await plane.startAgain();
      // A join that was cut off holds its claim for some seconds, of which a request waits fewer.
      await until("the join to be repeated", async () => (await complete()).status === 200, 30_000);
      assert.ok((await readFile(join(bed.storageFolder, upload.s3_key))).equals(CONTENT));
    }
    assert.deepEqual(await readdir(join(bed.storageFolder, ".parts")), []);
  });
});
