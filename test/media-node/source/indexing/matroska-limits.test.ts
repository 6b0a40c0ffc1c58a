// Heads and indexes that are larger than any file needs are not read.
import assert from "node:assert/strict";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { writeIndex } from "../../../../media-node/source/indexing/write-index.ts";
import { INDEX_LIMITS } from "../../../../shared/limits/sources.ts";
import { clusterOf, fileOf, ID, number, part, partsOf } from "../../../support/media/matroska-files.ts";
import { indexed, told, WALK_SIGNAL } from "../../../support/media/matroska-index.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const VIDEO = 1;
const TWO = [clusterOf(0), clusterOf(2_000)];

test("a head that is too large is not read, however large it claims to be", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "far.webm");
  const farBytes = 3_000_000_000;
  const head = fileOf([part(ID.void, [], farBytes)]);
  const file = await open(path, "w");
  await file.write(head, 0, head.length, 0);
  const [cluster] = TWO;
  await file.write(cluster ?? Buffer.alloc(0), 0, cluster?.length ?? 0, head.length + farBytes);
  await file.close();
  assert.match((await writeIndex(path, folder, WALK_SIGNAL)).refusal ?? "", /too far/);
});

const NONE = part(ID.void, Buffer.alloc(0));

/** A file of one video whose elements before the clusters are given. */
function fileWith({
  inSegment = [],
  inTrack = [],
  inInfo = [],
}: Readonly<Record<string, readonly Buffer[]>>): Buffer {
  const [head] = partsOf(fileOf([]));
  const entry = part(0xae, [...inTrack, part(0xd7, number(VIDEO)), part(0x83, number(1))]);
  const info = part(ID.info, [...inInfo, part(0x2ad7b1, number(1_000_000))]);
  const content = [...inSegment, info, part(ID.tracks, entry), ...TWO];
  return Buffer.concat([part(ID.head, head?.content ?? []), part(ID.segment, content)]);
}

test("a head of more elements than any file has is not read, since each takes time and memory", async (t) => {
  const many = Array<Buffer>(100_000).fill(NONE);
  const seek = part(ID.seek, []);
  const files = {
    segment: { inSegment: many },
    track: { inTrack: many },
    info: { inInfo: many },
    "list of places": { inSegment: [part(ID.seekHead, Array<Buffer>(100_000).fill(seek))] },
    "lists of places": {
      inSegment: Array<Buffer>(900).fill(part(ID.seekHead, Array<Buffer>(100).fill(seek))),
    },
  };
  for (const [where, file] of Object.entries(files))
    assert.match((await indexed(t, fileWith(file))).refusal ?? "", /too many/, where);
  const few = fileWith({ inSegment: [NONE, NONE], inTrack: [NONE], inInfo: [NONE, NONE] });
  assert.equal((await told(await indexed(t, few))).cues.length, 2);
});

test("a file that has its index by a second list of places is read as it is", async (t) => {
  const place = (id: number, position: number): Buffer =>
    part(
      ID.seekHead,
      part(ID.seek, [part(ID.seekId, number(id).subarray(4)), part(ID.seekPosition, number(position))]),
    );
  const bytes = place(0, 0).length;
  const whole = fileWith({ inSegment: [place(ID.seekHead, 0)] });
  const content = whole.length - part(ID.head, partsOf(whole)[0]?.content ?? []).length - 12;
  const behind = [place(ID.cues, content + bytes), part(ID.cues, Buffer.alloc(0))];
  const [head, segment] = partsOf(fileWith({ inSegment: [place(ID.seekHead, content)] }));
  const file = [part(ID.head, head?.content ?? []), part(ID.segment, [segment?.content ?? NONE, ...behind])];
  const { path, refusal } = await indexed(t, Buffer.concat(file));
  assert.match(path, /source\.bin$/);
  assert.match(refusal ?? "", /second list/);
});

/** Where the time of a cluster's own stands in one, behind two heads. */
const TIME_AT = 21;
const VIDEOS = Array.from({ length: 50 }, (_, index) => index + 1);

test("more key frames than any recording has give no index", async (t) => {
  const tracks = VIDEOS.map((track) => part(0xae, [part(0xd7, number(track)), part(0x83, number(1))]));
  const cluster = clusterOf(
    0,
    VIDEOS.map((track) => ({ track })),
  );
  const count = INDEX_LIMITS.keyFrames / VIDEOS.length;
  const clusters = Buffer.concat(Array<Buffer>(count + 1).fill(cluster));
  for (let second = 0; second <= count; second += 1)
    clusters.writeBigUInt64BE(BigInt(1_000 * second), second * cluster.length + TIME_AT);
  const file = (content: Buffer): Buffer =>
    Buffer.concat([
      part(ID.head, Buffer.alloc(0)),
      part(ID.segment, [part(ID.info, Buffer.alloc(0)), part(ID.tracks, tracks), content]),
    ]);
  assert.match((await indexed(t, file(clusters))).refusal ?? "", /key frames/);
  const { path } = await indexed(t, file(clusters.subarray(cluster.length)));
  const [, segment] = partsOf(await readFile(path));
  const cues = partsOf(segment?.content ?? NONE).find(({ id }) => id === ID.cues);
  assert.equal(partsOf(cues?.content ?? NONE).length, INDEX_LIMITS.keyFrames);
});
