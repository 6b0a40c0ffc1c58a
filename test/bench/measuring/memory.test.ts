import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { readTreeRss, sampleMemory } from "../../../bench/measuring/memory.ts";

const MIB = 1_048_576;
const ALLOCATE = `const b = Buffer.alloc(200 * ${MIB}, 1); console.log(b.length); setInterval(() => b, 1000)`;

test("memory of a child process counts for its parent, and stays the peak after its end", async (t) => {
  const sampling = sampleMemory();
  t.after(() => sampling.stop());
  const before = await readTreeRss();
  const child = spawn(process.execPath, ["-e", ALLOCATE], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill());
  await once(child.stdout, "data");
  const during = await readTreeRss();
  assert(during - before > 150 * MIB, `${during} is at least 150 MiB more than ${before}`);
  for (let waitedMs = 0; waitedMs < 5_000 && sampling.peakBytes() < before + 150 * MIB; waitedMs += 20)
    await pause(20);
  child.kill();
  await once(child, "close");
  assert((await sampling.stop()) > before + 150 * MIB);
});
