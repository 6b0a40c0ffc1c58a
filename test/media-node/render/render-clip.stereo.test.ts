// Stereo that is wrong: a microphone on one channel alone, a cable soldered the wrong way round, a person on each side.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeMedia } from "../../support/media/media-fixture.ts";
import { readChannels, readLoudness, readSamples } from "../../support/media/read-media.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const DURATION_S = 6;
const VOICE = `0.2*sin(2*PI*300*t)*gt(mod(t\\,1.3)\\,0.3)`;
const OTHER_VOICE = `0.2*sin(2*PI*410*t)*lt(mod(t\\,1.3)\\,0.3)`;

async function film(t: TestContext, left: string, right: string): Promise<string> {
  const path = join(await temporaryFolder(t), "film.mov");
  await makeMedia(
    ...["-f", "lavfi", "-i", `testsrc2=s=160x90:r=25:d=${DURATION_S}`],
    ...["-f", "lavfi", "-i", `aevalsrc=${left}|${right}:s=48000:d=${DURATION_S}`],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "pcm_s16le", path],
  );
  return path;
}

function level(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
}

for (const build of BUILDS) {
  for (const [title, left, right] of [
    ["a voice on the left channel alone", VOICE, "0"],
    ["a voice on the right channel alone, beside hiss", "0.002*(random(0)-0.5)", VOICE],
    ["a voice on the left channel, which the other hears 18 dB lower", VOICE, `0.126*(${VOICE})`],
    ["a voice on both channels in anti-phase", VOICE, `-1*${VOICE}`],
  ] as const) {
    test(`${title} is heard from both sides and in mono with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const path = await film(t, left, right);
      const { videoPath } = await renderer.render(t, path, { build, durationS: DURATION_S, widthPx: 144 });
      const [first, second] = await readChannels(videoPath);
      assert.ok(level(first) > 0.05, `${level(first)}`);
      assert.ok(Math.abs(level(second) / level(first) - 1) < 0.02, `${level(first)}, ${level(second)}`);
      assert.ok(level(await readSamples(videoPath)) > 0.95 * level(first));
      const { integratedLufs } = await readLoudness(videoPath);
      assert.ok(Math.abs(integratedLufs + 14) <= 1, `${integratedLufs} LUFS`);
    });
  }

  test(`two people on a channel each are heard from both sides with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = await film(t, VOICE, OTHER_VOICE);
    const { videoPath } = await renderer.render(t, path, { build, durationS: DURATION_S, widthPx: 144 });
    const [first, second] = await readChannels(videoPath);
    for (const spoken of [
      [0.4, 1.1],
      [1.35, 1.55],
    ] as const) {
      const alone = spoken.map((timeS) => Math.round(timeS * 48_000)) as [number, number];
      const [left, right] = [first, second].map((samples) => level(samples.subarray(...alone)));
      assert.ok((left ?? 0) > 0.05 && Math.abs((right ?? 0) / (left ?? 1) - 1) < 0.02, `${left}, ${right}`);
    }
    const { integratedLufs } = await readLoudness(videoPath);
    assert.ok(Math.abs(integratedLufs + 14) <= 1, `${integratedLufs} LUFS`);
  });

  test(`two people of whom each is heard better on a side stay there with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = await film(t, `${VOICE}+0.3*${OTHER_VOICE}`, `0.3*${VOICE}+${OTHER_VOICE}`);
    const { videoPath } = await renderer.render(t, path, { build, durationS: DURATION_S, widthPx: 144 });
    const [first, second] = await readChannels(videoPath);
    const alone = [0.4, 1.1].map((timeS) => Math.round(timeS * 48_000)) as [number, number];
    assert.ok(level(first.subarray(...alone)) > 2 * level(second.subarray(...alone)));
  });
}
