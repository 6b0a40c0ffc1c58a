// What calls leave behind at a signal that their caller keeps for as long as its process. A fake `fetch` answers.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Clipmill } from "../../../shared/client/node.ts";
import type { Fetch } from "../../../shared/client/send-request.ts";
import { collectGarbage } from "../../support/collect-garbage.ts";

const TASK = { task_id: "task_1", kind: "clip", status: "finished", progress: null } as const;

const json = (data: unknown): Response => new Response(JSON.stringify({ data, message: "There it is." }));

const fetch: Fetch = async (url) => {
  if (url.endsWith("/events")) {
    const text = `id: 1\nevent: finished\ndata: ${JSON.stringify(TASK)}\n\n`;
    return new Response(text, { headers: { "content-type": "text/event-stream" } });
  }
  return url.includes("/jobs/") && !url.endsWith("/zip") ? json(TASK) : new Response("content");
};

const client = new Clipmill({ url: "http://localhost", apiKey: "key", fetch });

const CALLS: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
  "a read": (signal) => client.jobs.get("task_1", { signal }),
  "a wait for a task": (signal) => client.jobs.waitFor("task_1", { signal }),
  "a download": async (signal) => {
    for await (const _ of client.download("http://localhost/file", { signal }));
  },
  "an archive that is read": async (signal) => (await client.exports.zip("task_1", { signal })).text(),
  "an archive that is cancelled": async (signal) =>
    (await client.exports.zip("task_1", { signal })).body?.cancel(),
};

for (const [name, call] of Object.entries(CALLS)) {
  test(`${name} leaves nothing behind at a signal that lives on`, async () => {
    const { signal } = new AbortController();
    const heapAfter = async (count: number): Promise<number> => {
      for (let index = 0; index < count; index += 1) await call(signal);
      // What is kept for weak references goes a turn later.
      for (let turn = 0; turn < 3; turn += 1) {
        await nextTurn();
        collectGarbage();
      }
      return process.memoryUsage().heapUsed;
    };
    // The first thousands of calls fill caches of the platform's.
    const before = await heapAfter(4_000);
    const count = 3_000;
    const grownBytes = (await heapAfter(count)) - before;
    assert.ok(grownBytes < 80 * count, `${grownBytes} bytes more after ${count} calls`);
    assert.deepEqual(getEventListeners(signal, "abort"), []);
  });
}
