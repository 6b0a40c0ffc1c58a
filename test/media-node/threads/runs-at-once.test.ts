// Whether a node's runs keep it busy, simulated: jobs without end on the real lanes, with a clock of their own. How many
// are finished is compared with what the cores and the devices can do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type LaneBounds, type LaneName, laneBounds } from "../../../media-node/threads/lane-bounds.ts";
import { type Crew, Lanes } from "../../../media-node/threads/lanes.ts";
import { runsAtOnce } from "../../../media-node/threads/runs-at-once.ts";
import { DEVICE_LIMITS } from "../../../shared/limits/devices.ts";
import { RUN_LIMITS } from "../../../shared/limits/nodes.ts";
import { GIB, MIB } from "../../../shared/limits/units.ts";
import { FakeClock } from "../../support/fake-clock.ts";

const PLENTY = { memoryBytes: 4_096 * GIB, scratchBytes: 100_000 * GIB };
const { signal } = new AbortController();
const SECOND = 1_000;

interface Machine {
  readonly clock: FakeClock;
  readonly bounds: LaneBounds;
  call(lane: LaneName, durationS: number): Promise<void>;
}

/** Does something `count` times, `atOnce` at once. */
async function repeat(count: number, atOnce: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const next = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, next));
}

/** Five clips from twenty minutes: what takes how long is of the size that benchmarks show, in round numbers. */
async function clipJob({ clock, bounds, call }: Machine, speechLane: LaneName): Promise<void> {
  await clock.pass(15 * SECOND);
  await Promise.all([6, 4, 3, 3, 2].map((durationS) => call("decode", durationS)));
  await repeat(10, bounds.lanes[speechLane].running, () => call(speechLane, speechLane === "device" ? 1 : 8));
  await call("model", 1);
  await repeat(5, bounds.lanes.render.running + 1, async () => {
    await call("decode", 4);
    await call("render", 14);
    await clock.pass(SECOND);
  });
}

async function imageJob({ clock, call }: Machine): Promise<void> {
  await clock.pass(0.5 * SECOND);
  await call("device", 8);
  await clock.pass(1.5 * SECOND);
}

const JOBS = {
  clips: (machine: Machine) => clipJob(machine, "model"),
  "clips with a device": (machine: Machine) => clipJob(machine, "device"),
  images: imageJob,
};
type Work = (index: number) => keyof typeof JOBS;

const WARM_UP_S = 600;

/** Jobs that so many runs finish in some time, once they have spread over it; they are left where they are then. */
async function finishedJobs(
  { cores, devices }: { readonly cores: number; readonly devices: number },
  runs: number,
  { workOf, measuredS }: { readonly workOf: Work; readonly measuredS: number },
): Promise<number> {
  const clock = new FakeClock();
  const bounds = laneBounds({ cores, renderThreads: Math.max(1, Math.floor(cores / 2)), runs, devices });
  const lanes = new Lanes(bounds);
  const crews = new Map<LaneName, Crew>();
  const call = async (lane: LaneName, durationS: number): Promise<void> => {
    const crew = crews.get(lane) ?? { lane, threads: bounds.lanes[lane].running };
    crews.set(lane, crew);
    const leave = await lanes.enter(crew, signal);
    await clock.pass(durationS * SECOND);
    leave();
  };
  let [begun, finished] = [0, 0];
  const run = async (): Promise<void> => {
    for (;;) {
      begun += 1;
      await JOBS[workOf(begun)]({ clock, bounds, call });
      finished += 1;
    }
  };
  for (let count = 0; count < runs; count += 1) void run();
  await clock.advance(WARM_UP_S * SECOND);
  const before = finished;
  await clock.advance(measuredS * SECOND);
  return finished - before;
}

interface Mix {
  readonly workOf: Work;
  /** What a job takes of cores, of places to render and of devices' places, on average, in seconds. */
  readonly coreS: number;
  readonly renderS: number;
  readonly deviceS: number;
}

const MIXES: Readonly<Record<string, Mix>> = {
  "clip jobs": { workOf: () => "clips", coreS: 189, renderS: 70, deviceS: 0 },
  "clip jobs with speech on devices": {
    workOf: () => "clips with a device",
    coreS: 109,
    renderS: 70,
    deviceS: 10,
  },
  "images on devices": { workOf: () => "images", coreS: 0, renderS: 0, deviceS: 8 },
  "clips and images in turn": {
    workOf: (index) => (index % 2 === 0 ? "clips" : "images"),
    coreS: 189 / 2,
    renderS: 35,
    deviceS: 4,
  },
};

/** What the scarcest resource can do. */
function jobsPerSecond(
  { cores, devices }: { readonly cores: number; readonly devices: number },
  { coreS, renderS, deviceS }: Omit<Mix, "workOf">,
): number {
  const parts = [
    [cores, coreS],
    [Math.max(1, cores / 2), renderS],
    [devices * DEVICE_LIMITS.callsAtOnce, deviceS],
  ] as const;
  return Math.min(...parts.filter(([, neededS]) => neededS > 0).map(([places, neededS]) => places / neededS));
}

for (const [cores, devices] of [
  [1, 0],
  [1, 1],
  [8, 1],
  [128, 8],
] as const)
  test(`with ${cores} cores and ${devices} devices the runs keep what bounds them busy`, async (t) => {
    const runs = runsAtOnce({ cores, devices, ...PLENTY });
    for (const [name, { workOf, ...neededS }] of Object.entries(MIXES)) {
      if (devices === 0 && neededS.deviceS > 0) continue;
      const measuredS = cores < 100 ? 7_200 : 600;
      const finished = await finishedJobs({ cores, devices }, runs, { workOf, measuredS });
      const most = measuredS * jobsPerSecond({ cores, devices }, neededS);
      t.diagnostic(`${name}: ${runs} runs finish ${finished} of at most ${most.toFixed()} jobs`);
      assert.ok(finished >= 0.88 * most, `${name}: ${runs} runs finish ${finished} of at most ${most} jobs`);
    }
  });

test("little memory and a small disk hold fewer runs, and never none", () => {
  const { memoryBytesEach, scratchBytesEach, atOnce } = RUN_LIMITS;
  const machine = { cores: 128, devices: 8, ...PLENTY };
  assert.equal(runsAtOnce({ ...machine, memoryBytes: 10.5 * memoryBytesEach }), 10);
  assert.equal(runsAtOnce({ ...machine, scratchBytes: 5 * scratchBytesEach }), 5);
  assert.equal(runsAtOnce({ ...machine, scratchBytes: MIB }), 1);
  assert.equal(runsAtOnce({ ...machine, cores: 4_096 }), atOnce.max);
});
