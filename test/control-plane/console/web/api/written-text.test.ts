// Texts that a busy control plane is asked for again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../../../../../control-plane/console/web/api/api-error.ts";
import { fileNameOf, readWhenWritten } from "../../../../../control-plane/console/web/api/written-text.ts";
import { attachment } from "../../../../../control-plane/tasks/exports/file-names.ts";

function failing(status: number): ApiError {
  return new ApiError({ status, code: "UNAVAILABLE", message: "No." });
}

/** Reads what fails so often; returns how often it was read, said to be busy, and paused. */
async function tried(
  failures: number,
  status = 503,
): Promise<{ result: unknown; reads: number; said: number; pausedMs: number }> {
  let [reads, said, pausedMs] = [0, 0, 0];
  const result = await readWhenWritten(
    async () => {
      reads += 1;
      if (reads <= failures) throw failing(status);
      return "text";
    },
    () => {
      said += 1;
    },
    async (ms) => {
      pausedMs += ms;
    },
  ).catch((thrown: unknown) => thrown);
  return { result, reads, said, pausedMs };
}

test("what a busy control plane does not answer in time is read again, which is said once", async () => {
  assert.deepEqual(await tried(0), { result: "text", reads: 1, said: 0, pausedMs: 0 });
  assert.deepEqual(await tried(3), { result: "text", reads: 4, said: 1, pausedMs: 7_000 });
});

test("tries have an end, and other failures are not tried again", async () => {
  const { result, reads, said } = await tried(100);
  assert.ok(result instanceof ApiError);
  assert.deepEqual([reads, said], [5, 1]);
  assert.equal((await tried(100, 404)).reads, 1);
});

test("files keep the names that the control plane gives them", () => {
  assert.equal(fileNameOf(attachment("Späť „live“ (1).srt")), "Späť „live“ (1).srt");
  assert.equal(fileNameOf('attachment; filename="task_1.srt"'), "task_1.srt");
  assert.equal(fileNameOf(""), undefined);
});
