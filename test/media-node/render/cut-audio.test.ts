// Stretches of audio across a change of its form, as reels are mixed of them.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { cutAudio } from "../../../media-node/render/cut-audio.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readSamples } from "../../support/media/read-media.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SAMPLE_RATE_HZ = 48_000;

after(async () => {
  await closeThreads();
  await assertNoChildren();
});

for (const build of BUILDS) {
  test(`a stretch across a change of the sound is cut to the sample with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const folder = await temporaryFolder(t);
    const parts: Buffer[] = [];
    for (const [beginsS, channels, volume] of [
      [0, 2, 0.1],
      [6, 6, 0.5],
    ]) {
      const path = join(folder, `${beginsS}.ts`);
      const tone = generated(`aevalsrc=${volume}*sin(2*PI*500*t):s=48000:d=6`);
      await makeMedia(...tone, "-c:a", "ac3", "-ac", `${channels}`, "-output_ts_offset", `${beginsS}`, path);
      parts.push(await readFile(path));
    }
    const sourcePath = join(folder, "match.ts");
    await writeFile(sourcePath, Buffer.concat(parts));
    const cut = { leadSamples: SAMPLE_RATE_HZ, startS: 4, sampleCount: 5 * SAMPLE_RATE_HZ };
    const audio = { specifier: "a:0", channels: 2 } as const;
    const outputFile = "cut.wav";
    const { ffmpeg } = build;
    const signal = AbortSignal.timeout(60_000);
    await cutAudio({ ffmpeg, sourcePath, audio, cut, folder, outputFile }, { signal });
    const samples = await readSamples(join(folder, outputFile));
    assert.equal(samples.length, cut.sampleCount);
    const peaks = [0.5, 1.5, 2.5, 3.5, 4.5].map((timeS) => {
      const from = timeS * SAMPLE_RATE_HZ;
      return Math.max(...samples.subarray(from, from + 960).map(Math.abs));
    });
    const [lead = 1, ...heard] = peaks;
    assert.ok(lead < 0.001, `${peaks}`);
    const [quiet = 0] = heard;
    assert.deepEqual(
      heard.map((peak) => Math.round(peak / quiet)),
      [1, 1, 5, 5],
    );
  });
}
