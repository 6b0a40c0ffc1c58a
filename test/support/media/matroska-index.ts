// What an index of ours tells of a Matroska file, read back as ffmpeg is given it.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { type IndexedSource, writeIndex } from "../../../media-node/source/indexing/write-index.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { ID, partsOf } from "./matroska-files.ts";

/** A loaded machine takes minutes for the largest. */
export const WALK_SIGNAL = AbortSignal.timeout(900_000);

/** What becomes of a file of these bytes. */
export async function indexed(t: TestContext, file: Buffer): Promise<IndexedSource> {
  const folder = await temporaryFolder(t);
  const path = join(folder, "source.bin");
  await writeFile(path, file);
  return await writeIndex(path, folder, WALK_SIGNAL);
}

export interface Cue {
  readonly track: number;
  readonly ticks: number;
  /** The time that is told of the cluster that it leads to. */
  readonly clusterTicks: number;
}

export interface Told {
  readonly cues: readonly Cue[];
  readonly durationTicks: number;
}

const valueIn = (content: Buffer, id: number): number => {
  const found = partsOf(content).find((each) => each.id === id)?.content;
  return Number(found?.readBigUInt64BE());
};

/** What ffmpeg is told: the new beginning, with the source behind its own. */
export async function told({ path, refusal }: IndexedSource): Promise<Told> {
  assert.equal(refusal, undefined);
  const replacedBytes = Number(/from-(\d+)$/.exec(path)?.[1]);
  const rest = await readFile(join(dirname(path), "rest"));
  const whole = Buffer.concat([await readFile(path), rest.subarray(replacedBytes)]);
  const segment = partsOf(whole).find(({ id }) => id === ID.segment)?.content ?? Buffer.alloc(0);
  const content = (id: number): Buffer =>
    partsOf(segment).find((each) => each.id === id)?.content ?? Buffer.alloc(0);
  const cues = partsOf(content(ID.cues)).map((point): Cue => {
    const place = partsOf(point.content).find(({ id }) => id === 0xb7)?.content ?? Buffer.alloc(0);
    const position = valueIn(place, 0xf1);
    const [cluster] = partsOf(segment.subarray(position));
    assert.equal(cluster?.id, ID.cluster);
    const ticks = valueIn(point.content, 0xb3);
    return { track: valueIn(place, 0xf7), ticks, clusterTicks: valueIn(cluster.content, ID.timestamp) };
  });
  const duration = partsOf(content(ID.info)).find(({ id }) => id === 0x4489)?.content;
  return { cues, durationTicks: duration?.readDoubleBE() ?? Number.NaN };
}
