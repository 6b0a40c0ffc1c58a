// The graph of a reel's audio, with music, on every build of ffmpeg that a node may choose.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { runFfmpeg } from "../../../media-node/ffmpeg/ffmpeg.ts";
import { measureArguments } from "../../../media-node/reel/reel-audio-graph.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

const SAMPLE_RATE_HZ = 48_000;
/** Of full scale; the match alone stays below. */
const MUSIC_LEVEL = 0.02;

/** The highest of a few periods of the tone. */
function peakNear(samples: readonly number[], at: number): number {
  return Math.max(...samples.slice(at, at + 1_000).map(Math.abs));
}

for (const build of BUILDS) {
  test(`music of one channel plays under a match and under silence with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const folder = await temporaryFolder(t);
    const [match, tone] = [join(folder, "match.wav"), join(folder, "tone.wav")];
    await makeMedia(...generated(`anoisesrc=d=2:a=0.01:r=${SAMPLE_RATE_HZ}`), "-ac", "2", match);
    await makeMedia(...generated(`sine=f=997:d=1:r=${SAMPLE_RATE_HZ}`), tone);
    const sampleCount = 2 * SAMPLE_RATE_HZ;
    const segments = [{ leadSamples: 0, startS: 0, sampleCount }];
    const plan = { segments, crossfadeSamples: 0, sampleCount, fadeInS: 0, fadeOutS: 0 };
    const music = { path: tone, gainDb: -6, duckDb: 12 };
    for (const segmentFiles of [[match], null]) {
      const chunks: Buffer[] = [];
      await runFfmpeg(build.ffmpeg, {
        args: measureArguments({ plan, segmentFiles, music, matchGainDb: 0, matchFault: null }),
        timeoutMs: 60_000,
        signal: new AbortController().signal,
        onOutput: (chunk) => chunks.push(chunk),
      });
      const bytes = Buffer.concat(chunks);
      const samples = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(4 * index));
      assert.equal(samples.length, 2 * sampleCount);
      const peak = Math.max(...[0.25, 0.5].map((at) => peakNear(samples, 2 * Math.floor(at * sampleCount))));
      assert.ok(peak > MUSIC_LEVEL, `the music peaks at ${peak}`);
    }
  });
}
