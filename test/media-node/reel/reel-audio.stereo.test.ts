// A match whose camera had its microphone on one channel alone is heard from both sides, with and without music.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { mixReelAudio } from "../../../media-node/reel/reel-audio.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readChannels, readLoudness } from "../../support/media/read-media.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(async () => {
  await closeThreads();
  await assertNoChildren();
});

const RATE_HZ = 48_000;
const MATCH_HZ = 300;

/** How much there is of a tone. */
function levelAt(samples: Float32Array, frequencyHz: number): number {
  let [cosine, sine] = [0, 0];
  for (const [index, sample] of samples.entries()) {
    const angle = (2 * Math.PI * frequencyHz * index) / RATE_HZ;
    cosine += sample * Math.cos(angle);
    sine += sample * Math.sin(angle);
  }
  return (2 * Math.hypot(cosine, sine)) / samples.length;
}

for (const build of BUILDS) {
  test(`a match on the left channel is heard from both sides, and under music, with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const [folder, dressedFolder] = [await temporaryFolder(t), await temporaryFolder(t)];
    const [sourcePath, tone] = [join(folder, "match.wav"), join(folder, "tone.wav")];
    const match = `0.2*sin(2*PI*${MATCH_HZ}*t)|0`;
    await makeMedia(...generated(`aevalsrc=${match}:s=${RATE_HZ}:d=6`), sourcePath);
    await makeMedia(...generated(`sine=f=997:d=6:r=${RATE_HZ}`), "-ac", "2", tone);
    const sampleCount = 5 * RATE_HZ;
    const segments = [{ leadSamples: 0, startS: 0, sampleCount }];
    const plan = { segments, crossfadeSamples: 0, sampleCount, fadeInS: 0, fadeOutS: 0 };
    const audio = { specifier: "a:0", channels: 2 } as const;
    const signal = AbortSignal.timeout(90_000);
    const reel = { ffmpeg: build.ffmpeg, sourcePath, audio, plan, signal };
    const raw = await mixReelAudio({ ...reel, folder, music: null, matchGainDb: 0, matchFault: null });
    assert.equal(raw.stereoFault, "leftOnly");
    const dressed = await mixReelAudio({
      ...reel,
      folder: dressedFolder,
      music: { path: tone, gainDb: -6, duckDb: 12 },
      matchGainDb: raw.gainDb,
      matchFault: raw.stereoFault,
    });
    for (const { path } of [raw, dressed]) {
      const [left, right] = (await readChannels(path)).map((samples) => levelAt(samples, MATCH_HZ));
      assert.ok((left ?? 0) > 0.05 && Math.abs((right ?? 0) / (left ?? 1) - 1) < 0.02, `${left}, ${right}`);
      const { integratedLufs } = await readLoudness(path);
      assert.ok(Math.abs(integratedLufs + 14) <= 1, `${integratedLufs} LUFS`);
    }
  });
}
