import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { SampleFile, SampleFileWriter } from "../../../media-node/ffmpeg/sample-file.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("samples are read back from anywhere, with silence beyond the ends", async (t) => {
  const path = join(await temporaryFolder(t), "samples");
  const writer = new SampleFileWriter(path);
  writer.append(Int16Array.of(-32_768, 16_384));
  writer.append(Int16Array.of(0, 32_767).subarray(1));
  assert.equal(writer.sampleCount, 3);
  writer.close();
  const file = await SampleFile.open(path);
  t.after(() => file.close());
  assert.equal(file.sampleCount, 3);
  assert.deepEqual([...(await file.read(-1, 5))], [0, -1, 0.5, 32_767 / 32_768, 0]);
  assert.deepEqual([...(await file.read(1, 1))], [0.5]);
  assert.deepEqual([...(await file.read(10, 2))], [0, 0]);
  assert.deepEqual([...(await file.read(-5, 2))], [0, 0]);
});

test("a stretch in seconds begins and ends on its samples", async (t) => {
  const path = join(await temporaryFolder(t), "samples");
  const writer = new SampleFileWriter(path);
  writer.append(Int16Array.from({ length: 1_600 }, (_, index) => index));
  writer.close();
  const file = await SampleFile.open(path);
  t.after(() => file.close());
  const samples = await file.readSpan({ startS: 0.025, endS: 0.05 });
  assert.equal(samples.length, 400);
  assert.deepEqual([samples[0], samples.at(-1)], [400 / 32_768, 799 / 32_768]);
});

test("a new file takes the place of an old one", async (t) => {
  const path = join(await temporaryFolder(t), "samples");
  for (const length of [8, 2]) {
    const writer = new SampleFileWriter(path);
    writer.append(new Int16Array(length));
    writer.close();
  }
  const file = await SampleFile.open(path);
  t.after(() => file.close());
  assert.equal(file.sampleCount, 2);
});
