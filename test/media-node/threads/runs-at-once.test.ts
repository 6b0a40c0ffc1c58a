// Whether a node's runs keep it busy, simulated: jobs without end on the real lanes, with a clock of their own. How many
// are finished is compared with what the cores and the devices can do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type LaneBounds, type LaneName, laneBounds } from "../../../media-node/threads/lane-bounds.ts";
import { type Crew, Lanes } from "../../../media-node/threads/lanes.ts";
import { type RunPlaces, runPlaces } from "../../../media-node/threads/runs-at-once.ts";
import { usableCores } from "../../../media-node/threads/usable-cores.ts";
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

/** Ten minutes: its sound is read and searched for speech, which devices recognize in stretches of two minutes. */
async function transcriptionJob({ clock, call }: Machine): Promise<void> {
  await clock.pass(5 * SECOND);
  await call("decode", 1);
  await call("model", 2);
  await repeat(5, 5, () => call("device", 4));
  await clock.pass(SECOND);
}

async function imageJob({ clock, call }: Machine): Promise<void> {
  await clock.pass(0.5 * SECOND);
  await call("device", 8);
  await clock.pass(1.5 * SECOND);
}

const JOBS = {
  clips: (machine: Machine) => clipJob(machine, "model"),
  "clips with a device": (machine: Machine) => clipJob(machine, "device"),
  transcriptions: transcriptionJob,
  images: imageJob,
};
type JobName = keyof typeof JOBS;

const WARM_UP_S = 600;

interface Resources {
  readonly cores: number;
  readonly devices: number;
}

/** Runs with the same queue, whose jobs are of these kinds in turn, without end. */
interface Runner {
  readonly runs: number;
  readonly takes: readonly JobName[];
}

type Finished = Readonly<Record<JobName, number>>;

/** Jobs that runs finish in some time, once they have spread over it; they are left where they are then. */
async function finishedJobs(
  { cores, devices }: Resources,
  runners: readonly Runner[],
  measuredS: number,
): Promise<Finished> {
  const clock = new FakeClock();
  const runs = runners.reduce((sum, runner) => sum + runner.runs, 0);
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
  const finished = { clips: 0, "clips with a device": 0, transcriptions: 0, images: 0 };
  for (const { runs: atOnce, takes } of runners) {
    let begun = 0;
    const run = async (): Promise<void> => {
      for (;;) {
        const job = takes[begun % takes.length] ?? assert.fail("a runner takes something");
        begun += 1;
        await JOBS[job]({ clock, bounds, call });
        finished[job] += 1;
      }
    };
    for (let count = 0; count < atOnce; count += 1) void run();
  }
  await clock.advance(WARM_UP_S * SECOND);
  const before = { ...finished };
  await clock.advance(measuredS * SECOND);
  const since = Object.entries(finished).map(([job, count]) => [job, count - before[job as JobName]]);
  return Object.fromEntries(since) as Finished;
}

/** What a job takes of cores, of places to render and of devices' places, in seconds. */
interface Needed {
  readonly coreS: number;
  readonly renderS: number;
  readonly deviceS: number;
}

const NEEDED: Readonly<Record<JobName, Needed>> = {
  clips: { coreS: 189, renderS: 70, deviceS: 0 },
  "clips with a device": { coreS: 109, renderS: 70, deviceS: 10 },
  transcriptions: { coreS: 3, renderS: 0, deviceS: 20 },
  images: { coreS: 0, renderS: 0, deviceS: 8 },
};

/** What waits without end at once: for cores, and for devices. */
const LOADS: readonly { readonly cores: readonly JobName[]; readonly devices: readonly JobName[] }[] = [
  { cores: ["clips"], devices: [] },
  { cores: ["clips with a device"], devices: [] },
  { cores: [], devices: ["images"] },
  { cores: [], devices: ["transcriptions"] },
  { cores: ["clips"], devices: ["images"] },
];

/** Jobs that the scarcest resource can do in some time. */
function atMost({ cores, devices }: Resources, job: JobName, measuredS: number): number {
  const { coreS, renderS, deviceS } = NEEDED[job];
  const parts = [
    [cores, coreS],
    [Math.max(1, cores / 2), renderS],
    [devices * DEVICE_LIMITS.callsAtOnce, deviceS],
  ] as const;
  return (
    measuredS *
    Math.min(...parts.filter(([, needed]) => needed > 0).map(([places, needed]) => places / needed))
  );
}

/** The runners of a node that has such places. */
function runnersFor(places: RunPlaces, load: (typeof LOADS)[number]): Runner[] {
  return (["cores", "devices"] as const)
    .map((resource) => ({ runs: places[resource], takes: load[resource] }))
    .filter(({ runs, takes }) => runs > 0 && takes.length > 0);
}

for (const [cores, devices] of [
  [1, 0],
  [1, 1],
  [1, 8],
  [8, 1],
  [8, 8],
  [128, 1],
  [128, 8],
] as const)
  test(`with ${cores} cores and ${devices} devices the runs keep what bounds them busy`, async (t) => {
    const machine = { cores, devices };
    const places = runPlaces({ ...machine, ...PLENTY }, null);
    const measuredS = cores < 100 ? 3_600 : 600;
    t.diagnostic(`${places.cores} places for cores, ${places.devices} for devices, ${measuredS} s`);
    for (const load of LOADS) {
      const jobs = [...load.cores, ...load.devices];
      if (devices === 0 && jobs.some((job) => NEEDED[job].deviceS > 0)) continue;
      const finished = await finishedJobs(machine, runnersFor(places, load), measuredS);
      for (const job of jobs) {
        const most = atMost(machine, job, measuredS);
        const text = `${jobs.join(" beside ")}: ${finished[job]} ${job} of at most ${most.toFixed()}`;
        t.diagnostic(text);
        assert.ok(finished[job] >= 0.88 * most, text);
      }
    }
  });

test("in places that clips and images have in common devices stand still, and in their own they do not", async (t) => {
  const machine = { cores: 8, devices: 8 };
  const { cores, devices } = runPlaces({ ...machine, ...PLENTY }, null);
  const common = [{ runs: cores + devices, takes: ["clips", "images"] as const }];
  const own = [
    { runs: cores, takes: ["clips"] as const },
    { runs: devices, takes: ["images"] as const },
  ];
  const [together, apart] = [
    await finishedJobs(machine, common, 3_600),
    await finishedJobs(machine, own, 3_600),
  ];
  t.diagnostic(`in an hour: ${together.images} images and ${together.clips} clips in common places`);
  t.diagnostic(`in an hour: ${apart.images} images and ${apart.clips} clips in places of their own`);
  assert.ok(apart.images > 50 * together.images, `${apart.images} images`);
  assert.ok(apart.clips >= 0.95 * together.clips, `${apart.clips} clips`);
});

test("little memory and a small disk hold fewer runs, shared out in proportion, and never none", () => {
  const { memoryBytesEach, scratchBytesEach, atOnce } = RUN_LIMITS;
  const machine = { cores: 128, devices: 8, ...PLENTY };
  const withRoom = (changes: Partial<typeof machine>): RunPlaces =>
    runPlaces({ ...machine, ...changes }, null);
  assert.deepEqual(withRoom({}), { cores: 64, devices: 40 });
  assert.deepEqual(withRoom({ memoryBytes: 10.5 * memoryBytesEach }), { cores: 6, devices: 4 });
  assert.deepEqual(withRoom({ scratchBytes: 5 * scratchBytesEach }), { cores: 3, devices: 2 });
  assert.deepEqual(withRoom({ scratchBytes: MIB }), { cores: 1, devices: 0 });
  assert.deepEqual(withRoom({ cores: 4_096, devices: 0 }), { cores: atOnce.max, devices: 0 });
});

test("an operator's number of runs is kept, with a place for each resource where it is two or more", () => {
  const machine = { cores: 8, devices: 8, ...PLENTY };
  assert.deepEqual(runPlaces(machine, 1), { cores: 1, devices: 0 });
  assert.deepEqual(runPlaces(machine, 2), { cores: 1, devices: 1 });
  assert.deepEqual(runPlaces(machine, 22), { cores: 2, devices: 20 });
  assert.deepEqual(runPlaces(machine, 88), { cores: 8, devices: 80 });
  assert.deepEqual(runPlaces({ ...machine, devices: 0 }, 7), { cores: 7, devices: 0 });
});

test("of many cores a container with little memory keeps those busy for which it has room", () => {
  assert.equal(usableCores(64, 8 * GIB), 16);
  assert.equal(usableCores(4, 100 * MIB), 1);
  assert.equal(usableCores(2, 0.96 * GIB), 2);
  assert.equal(usableCores(2, 768 * MIB), 1);
  assert.equal(usableCores(128, 1_024 * GIB), 128);
});
