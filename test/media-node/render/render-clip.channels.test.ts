// Sound of more channels than ffmpeg has names for: a recorder's microphones, all mixes of a broadcast in one stream. And
// sound whose channels have names, in an order that is not ffmpeg's.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { placedChannels, refusedOrder } from "../../../media-node/ffmpeg/mix-channels.ts";
import { analyzeAudio } from "../../../media-node/senses/audio/analyze-audio.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readSamples } from "../../support/media/read-media.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const RATE_HZ = 48_000;
const DURATION_S = 3;

/** A film that is silent but for a tone from 1 to 2 s in one channel, the last unless told. */
async function makeFilm(
  t: TestContext,
  file: string,
  channels: number,
  sounding = channels - 1,
): Promise<string> {
  const folder = await temporaryFolder(t);
  const [raw, path] = [join(folder, "sound.s16"), join(folder, file)];
  const samples = new Int16Array(DURATION_S * RATE_HZ * channels);
  for (let at = RATE_HZ; at < 2 * RATE_HZ; at += 1) {
    samples[at * channels + sounding] = 12_000 * Math.sin((2 * Math.PI * 440 * at) / RATE_HZ);
  }
  await writeFile(raw, Buffer.from(samples.buffer));
  const sound = ["-f", "s16le", "-ac", String(channels), "-ar", String(RATE_HZ), "-i", raw];
  const video = generated(`testsrc2=s=160x90:r=25:d=${DURATION_S}`);
  const coding = ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "pcm_s16le"];
  await makeMedia(...video, ...sound, "-map", "0", "-map", "1", ...coding, path);
  return path;
}

function loudest(samples: Float32Array, fromS: number, toS: number): number {
  return samples
    .subarray(fromS * RATE_HZ, toS * RATE_HZ)
    .reduce((max, value) => Math.max(max, Math.abs(value)), 0);
}

/** QuickTime's tag of six channels in the order of films: left, centre, right, the two behind, and the lowest. */
const FILM_ORDER = (123 << 16) | 6;

async function orderAsFilm(path: string): Promise<void> {
  const bytes = await readFile(path);
  // The tag stands behind the box's type and version.
  bytes.writeUInt32BE(FILM_ORDER, bytes.indexOf("chan", 0, "latin1") + 8);
  await writeFile(path, bytes);
}

test("channels are brought to their places by their names, and to the usual ones without", () => {
  const film =
    refusedOrder("[SWR] Input channel layout '6 channels (FL+FC+FR+SL+SR+LFE)' is not supported") ?? "";
  assert.deepEqual(placedChannels(film), ["channelmap=map=0|2|1|5|3|4:channel_layout=5.1(side)"]);
  assert.deepEqual(placedChannels("FR+FL"), ["channelmap=map=1|0:channel_layout=stereo"]);
  assert.deepEqual(placedChannels("FL+FR+UNK+UNK"), ["channelmap=map=0|1|2|3:channel_layout=4.0"]);
  assert.equal(refusedOrder("Input channel layout 'unknown' is not supported"), undefined);
});

for (const build of BUILDS) {
  for (const [file, channels, sounding] of [
    ["seven-one.mov", 8, 7],
    ["film-order.mov", 6, 1],
  ] as const) {
    test(`${file} is heard in clip and analysis with ${build.name}`, { skip: build.skip }, async (t) => {
      const path = await makeFilm(t, file, channels, sounding);
      if (file === "film-order.mov") await orderAsFilm(path);
      const { videoPath } = await renderer.render(t, path, { build, durationS: DURATION_S });
      const samples = await readSamples(videoPath);
      assert.ok(loudest(samples, 1.1, 1.9) > 0.1);
      assert.ok(loudest(samples, 0, 0.9) < 0.01);
      const heard = await analyzeAudio({
        ffmpeg: build.ffmpeg,
        sourcePath: path,
        audioSpecifier: "a:0",
        channels,
        range: { startS: 0, endS: DURATION_S },
        signal: AbortSignal.timeout(60_000),
      });
      assert.ok(Math.max(...heard.loudnessDb) > -40, `${Math.max(...heard.loudnessDb)}`);
    });
  }

  for (const [file, channels] of [
    ["ten.mkv", 10],
    ["sixteen.mov", 16],
    ["twenty-four.mkv", 24],
  ] as const) {
    test(`the last of ${channels} channels is heard in clip and analysis with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const path = await makeFilm(t, file, channels);
      const { videoPath, source } = await renderer.render(t, path, { build, durationS: DURATION_S });
      assert.equal(source.audio?.channels, channels);
      const samples = await readSamples(videoPath);
      assert.ok(loudest(samples, 1.1, 1.9) > 0.1);
      assert.ok(loudest(samples, 0, 0.9) < 0.01);
      const heard = await analyzeAudio({
        ffmpeg: build.ffmpeg,
        sourcePath: path,
        audioSpecifier: source.audio?.specifier ?? "a:0",
        channels,
        range: { startS: 0, endS: DURATION_S },
        signal: AbortSignal.timeout(60_000),
      });
      const at = (timeS: number): number =>
        heard.loudnessDb[Math.round((timeS - heard.startS) / heard.hopS)] ?? -120;
      assert.ok(at(1.5) > at(0.5) + 20, `${at(0.5)}, ${at(1.5)}`);
    });
  }
}
