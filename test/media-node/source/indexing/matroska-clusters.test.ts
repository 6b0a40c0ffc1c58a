// What is found in clusters of every kind, and which files are read as they are.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { writeIndex } from "../../../../media-node/source/indexing/write-index.ts";
import {
  blockOf,
  clusterOf,
  fileOf,
  ID,
  number,
  part,
  partsOf,
} from "../../../support/media/matroska-files.ts";
import { type Cue, indexed, told, WALK_SIGNAL } from "../../../support/media/matroska-index.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const VIDEO = 1;
const SOUND = 2;

test("an index names a key frame a second, and the sound of each cluster", async (t) => {
  const clusters = [0, 3_000, 6_000].map((ticks) =>
    clusterOf(ticks, [
      { track: SOUND },
      { track: VIDEO, ticks: 20 },
      { track: VIDEO, ticks: 500 },
      { track: VIDEO, ticks: 1_500, isKey: false },
      { track: SOUND, ticks: 1_800 },
      { track: VIDEO, ticks: 1_900 },
    ]),
  );
  const { cues, durationTicks } = await told(await indexed(t, fileOf(clusters)));
  const of = (clusterTicks: number): Cue[] => [
    { track: SOUND, ticks: clusterTicks, clusterTicks },
    { track: VIDEO, ticks: clusterTicks + 20, clusterTicks },
    { track: VIDEO, ticks: clusterTicks + 1_900, clusterTicks },
  ];
  assert.deepEqual(cues, [...of(0), ...of(3_000), ...of(6_000)]);
  // Of the last frame no duration is told: it is that of the one before, up to a tenth of a second.
  assert.equal(durationTicks, 8_000);
});

test("clusters of unknown size end where others begin, or what tells of the file", async (t) => {
  const clusters = [0, 2_000, 4_000].map((ticks) =>
    clusterOf(ticks, [{}, { track: SOUND }], Number.POSITIVE_INFINITY),
  );
  const tags = part(ID.tags, Buffer.alloc(0));
  const { cues } = await told(
    await indexed(t, fileOf([...clusters.slice(0, 2), tags, ...clusters.slice(2)])),
  );
  assert.deepEqual(
    cues.filter(({ track }) => track === VIDEO).map(({ ticks }) => ticks),
    [0, 2_000, 4_000],
  );
  assert.ok(cues.every(({ ticks, clusterTicks }) => ticks === clusterTicks));
});

test("what stands in clusters and is neither time nor block is passed over", async (t) => {
  const others = [
    part(ID.void, Buffer.alloc(300)),
    part(ID.encrypted, blockOf({ ticks: 30_000 })),
    part(0xbf, Buffer.alloc(4)),
    part(0xab, number(9)),
  ];
  const clusters = [0, 2_000].map((ticks) =>
    part(ID.cluster, [
      part(ID.timestamp, number(ticks)),
      ...others,
      part(ID.simpleBlock, blockOf({})),
      part(ID.void, Buffer.alloc(0)),
    ]),
  );
  const { cues } = await told(await indexed(t, fileOf(clusters)));
  assert.deepEqual(
    cues.map(({ ticks }) => ticks),
    [0, 2_000],
  );
});

test("a block in a group is a key frame where it refers to no other, and lasts as long as it says", async (t) => {
  const group = (ticks: number, others: readonly Buffer[]): Buffer =>
    part(ID.cluster, [
      part(ID.timestamp, number(ticks)),
      part(ID.group, [part(ID.block, blockOf({ isKey: false })), part(0x75a2, Buffer.of(1)), ...others]),
    ]);
  const reference = part(ID.reference, Buffer.of(0xff));
  const clusters = [
    group(0, []),
    group(2_000, [reference]),
    group(4_000, [part(ID.blockDuration, number(700))]),
  ];
  const { cues, durationTicks } = await told(await indexed(t, fileOf(clusters)));
  assert.deepEqual(
    cues.map(({ ticks }) => ticks),
    [0, 4_000],
  );
  assert.equal(durationTicks, 4_700);
});

test("laced frames last one after the other", async (t) => {
  const sound = { track: SOUND, lacedFrames: 8 };
  const tracks = part(ID.tracks, [
    part(0xae, [part(0xd7, number(SOUND)), part(0x83, number(2)), part(0x23e383, number(20_000_000))]),
  ]);
  const clusters = [0, 2_000].map((ticks) => clusterOf(ticks, [sound]));
  const [head, segment] = partsOf(fileOf([]));
  const info = partsOf(segment?.content ?? Buffer.alloc(0)).find(({ id }) => id === ID.info);
  const file = [
    part(ID.head, head?.content ?? []),
    part(ID.segment, [part(ID.info, info?.content ?? []), tracks, ...clusters]),
  ];
  assert.equal((await told(await indexed(t, Buffer.concat(file)))).durationTicks, 2_160);
});

test("a file that was cut off is indexed up to there", async (t) => {
  const clusters = [0, 2_000, 4_000].map((ticks) =>
    clusterOf(ticks, [{ bytes: 500 }, { ticks: 40, bytes: 500 }]),
  );
  const whole = fileOf(clusters);
  const last = whole.length - (clusters[2]?.length ?? 0);
  for (const cutAt of [last, last + 2, last + 14, last + 100, whole.length - 400, whole.length]) {
    const { cues } = await told(await indexed(t, whole.subarray(0, cutAt)));
    assert.deepEqual(
      cues.map(({ ticks }) => ticks),
      cutAt <= last + 100 ? [0, 2_000] : [0, 2_000, 4_000],
    );
  }
});

test("a file that claims to be as large as can be told keeps its content", async (t) => {
  const file = fileOf([0, 2_000].map((ticks) => clusterOf(ticks)));
  const sizeAt = part(ID.head, partsOf(file)[0]?.content ?? []).length + 4;
  // One less than what says that the size is not known.
  file.writeUInt8(0xfe, sizeAt + 7);
  assert.equal((await told(await indexed(t, file))).cues.length, 2);
});

const TWO = [clusterOf(0), clusterOf(2_000)];
const REFUSED: Readonly<Record<string, readonly Buffer[]>> = {
  "whose clock goes back": [...TWO, clusterOf(1_000)],
  "with one key frame": [clusterOf(0), clusterOf(2_000, [{ isKey: false }])],
  "without clusters": [],
  "with an empty cluster of no time": [...TWO, part(ID.cluster, part(ID.simpleBlock, blockOf({})))],
  "with a cluster of two times": [
    ...TWO,
    part(
      ID.cluster,
      [1, 2].map((time) => part(ID.timestamp, number(4_000 + time))),
    ),
  ],
  "with a time beyond all clocks": [...TWO, part(ID.cluster, part(ID.timestamp, Buffer.alloc(8, 0xff)))],
  "with a number of nine bytes": [...TWO, part(ID.cluster, part(ID.timestamp, Buffer.alloc(9)))],
  "with a block that claims to be larger than its cluster": [
    ...TWO,
    part(ID.cluster, [part(ID.timestamp, number(4_000)), part(ID.simpleBlock, blockOf({}), 200)]),
    clusterOf(6_000, [{ bytes: 1_000 }]),
  ],
  "with a block that claims to be larger than the file, far before its end": [
    ...TWO,
    part(ID.cluster, [part(ID.timestamp, number(4_000)), part(ID.simpleBlock, blockOf({}), 2 ** 50)]),
    ...Array.from({ length: 50 }, (_, second) => clusterOf(6_000 + 1_000 * second)),
  ],
  "with a block of unknown size": [
    ...TWO,
    part(ID.cluster, [
      part(ID.timestamp, number(4_000)),
      part(ID.simpleBlock, blockOf({}), Number.POSITIVE_INFINITY),
    ]),
  ],
  "with a block without content": [
    ...TWO,
    part(ID.cluster, [part(ID.timestamp, number(4_000)), part(ID.simpleBlock, [])]),
  ],
  "with a group without a block": [
    ...TWO,
    part(ID.cluster, [part(ID.timestamp, number(4_000)), part(ID.group, [])]),
  ],
  "with a cluster that ends too early": [...TWO, clusterOf(4_000, [{}, {}], 20), clusterOf(6_000)],
  "with zeros between clusters": [...TWO, Buffer.alloc(5_000), clusterOf(4_000)],
  "that is followed by another": [...TWO, fileOf(TWO)],
  "with something else between clusters": [...TWO, part(0x1a_2b_3c_4d, Buffer.alloc(8)), clusterOf(4_000)],
};

for (const [what, inSegment] of Object.entries(REFUSED)) {
  test(`a file ${what} is read as it is, and it is said why`, async (t) => {
    const { path, refusal } = await indexed(t, fileOf(inSegment));
    assert.match(path, /source\.bin$/);
    assert.ok(refusal !== undefined);
  });
}

test("a file with something behind its segment is read as it is", async (t) => {
  const file = fileOf(TWO, fileOf(TWO).length - fileOf([]).length + 60);
  assert.match((await indexed(t, Buffer.concat([file, fileOf(TWO)]))).refusal ?? "", /\w/);
});

test("what is no Matroska, or has no whole head, is read as it is", async (t) => {
  const whole = fileOf(TWO);
  assert.deepEqual(Object.keys(await indexed(t, Buffer.from("text"))), ["path"]);
  for (let bytes = 0; bytes < fileOf([]).length + 4; bytes += 1) {
    const { path } = await indexed(t, whole.subarray(0, bytes));
    assert.match(path, /source\.bin$/);
  }
});

test("no byte that is another one makes a walk fail or last", async (t) => {
  const whole = fileOf(
    Array.from({ length: 3 }, (_, index) => clusterOf(2_000 * index, [{}, { track: SOUND }])),
  );
  const folder = await temporaryFolder(t);
  const path = join(folder, "source.bin");
  for (let at = 0; at < whole.length; at += 1)
    for (const value of [0, 1, 0x7f, 0xff]) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(value, at);
      await writeFile(path, changed);
      await writeIndex(path, folder, WALK_SIGNAL);
    }
});
