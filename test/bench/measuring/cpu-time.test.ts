import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { readCpuMs } from "../../../bench/measuring/cpu-time.ts";

const BURN = "while (process.cpuUsage().user < 200_000);";

test("processor time of a child counts once it has ended", () => {
  const before = readCpuMs();
  assert.equal(spawnSync(process.execPath, ["-e", BURN]).status, 0);
  const usedMs = readCpuMs() - before;
  assert(usedMs >= 150 && usedMs < 10_000, `${usedMs} ms were counted`);
});

test("processor time of this process counts at once", () => {
  const before = readCpuMs();
  const startUs = process.cpuUsage().user;
  while (process.cpuUsage().user - startUs < 100_000);
  assert(readCpuMs() - before >= 80);
});
