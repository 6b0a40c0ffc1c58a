import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { Registry } from "prom-client";
import { NO_FENCE } from "../../media-node/ffmpeg/child-fence.ts";
import type { ChosenPrograms } from "../../media-node/ffmpeg/choose-ffmpeg.ts";
import { reportPrograms } from "../../media-node/program-tools.ts";
import { createNodeMetrics } from "../../media-node/worker/node-metrics.ts";

const PROGRAMS: ChosenPrograms = {
  ffmpeg: "/usr/bin/ffmpeg",
  ffprobe: "/usr/bin/ffprobe",
  version: "5.1.9-0+deb12u1",
  source: "machine",
  passedOver: null,
};

function report(programs: ChosenPrograms) {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const registry = new Registry();
  const fence = { ...NO_FENCE, parts: ["memory", "network"] as const };
  reportPrograms(programs, fence, { metrics: createNodeMetrics(registry), logger });
  return { lines, registry };
}

test("which ffmpeg is used and how it is fenced in is one line of the log, and in the metrics", async () => {
  const { lines, registry } = report(PROGRAMS);
  const [{ time: _, ...line } = {}] = lines;
  assert.equal(lines.length, 1);
  assert.deepEqual(line, {
    ...{ level: 30, msg: "media is read with", ...PROGRAMS, fence: ["memory", "network"] },
    unfenced: [
      ...["cpu_time", "file_size", "open_files", "core_dumps"],
      ...["parent_death", "new_privileges", "capabilities"],
    ],
  });
  const metrics = await registry.metrics();
  assert.match(metrics, /^clipmill_ffmpeg_info\{version="5\.1\.9-0\+deb12u1",source="machine"\} 1$/m);
  assert.match(metrics, /^clipmill_child_fence\{limit="network"\} 1$/m);
  assert.match(metrics, /^clipmill_child_fence\{limit="capabilities"\} 0$/m);
});

test("an ffmpeg without the fixes of years is warned of", () => {
  const { lines } = report({ ...PROGRAMS, version: "N-47683-g0e8eb07980-static", source: "bundled" });
  assert.deepEqual(
    lines.map(({ level }) => level),
    [30, 40],
  );
});
