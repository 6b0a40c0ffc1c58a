import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readBrightness, readLoudness, readSamples, sharpestBend } from "../../support/media/read-media.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();

const X264 = ["-c:v", "libx264", "-preset", "ultrafast"];
const VIDEO = generated("testsrc2=s=160x90:r=25:d=6");

/** Noise with the beat of syllables and the pauses of phrases. */
const SYLLABLES = "(random(0)-0.5)*(0.3+0.7*abs(sin(2*PI*2.1*t)))*gt(mod(t,2.7),0.5)";
const AS_SPEECH = "s=48000:d=6,lowpass=f=3000,highpass=f=150";
/** A plosive now and then that is far above the voice. */
const PLOSIVES = "0.97*sin(2*PI*400*t)*lt(mod(t,0.4),0.0025)";

const AUDIO_CASES = [
  {
    title: "speech at -30 LUFS",
    sound: `aevalsrc='0.35*${SYLLABLES}':${AS_SPEECH}`,
    lufs: -30,
    channels: "2",
  },
  {
    title: "speech at -6 LUFS",
    sound: `aevalsrc='${SYLLABLES}':${AS_SPEECH},volume=14dB`,
    lufs: -7,
    channels: "2",
  },
  { title: "speech in mono", sound: `aevalsrc='${SYLLABLES}':${AS_SPEECH}`, lufs: -20, channels: "1" },
  {
    title: "speech with hard peaks",
    sound: `aevalsrc='0.25*${SYLLABLES}+${PLOSIVES}':${AS_SPEECH}`,
    lufs: -26,
    channels: "2",
  },
] as const;
for (const build of BUILDS) {
  for (const { title, sound, lufs, channels } of AUDIO_CASES) {
    test(`${title} comes out at -14 LUFS without clipping with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const path = join(await temporaryFolder(t), "speech.mkv");
      const output = [...X264, "-c:a", "pcm_s16le", "-ac", channels, path];
      await makeMedia(...VIDEO, ...generated(sound), ...output);
      const { videoPath, measuredLufs } = await renderer.render(t, path, {
        build,
        durationS: 6,
        widthPx: 144,
      });
      const { integratedLufs, truePeakDb } = await readLoudness(videoPath);
      const text = `${measuredLufs} LUFS became ${integratedLufs} LUFS, peak ${truePeakDb} dBFS`;
      t.diagnostic(text);
      assert.ok(Math.abs((measuredLufs ?? 0) - lufs) < 2, `the fixture is wrong: ${text}`);
      assert.ok(Math.abs(integratedLufs + 14) <= 1, text);
      assert.ok(truePeakDb <= -0.5, text);
    });
  }
}

for (const build of BUILDS) {
  test(`sound goes on where a recording's clock is a few milliseconds off with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = join(await temporaryFolder(t), "recording.mkv");
    const late = ["-af", "asetpts=PTS+gte(T\\,2)*0.005/TB"];
    await makeMedia(...VIDEO, ...generated("sine=f=500:r=48000:d=6"), ...X264, ...late, "-c:a", "flac", path);
    const { videoPath } = await renderer.render(t, path, { build, durationS: 5 });
    const samples = await readSamples(videoPath);
    assert.ok(Math.abs(samples.length / 48_000 - 5) < 0.1, `${samples.length}`);
    for (let from = 4_800; from < 4.8 * 48_000; from += 4_800) {
      const peak = Math.max(...samples.subarray(from, from + 480).map(Math.abs));
      assert.ok(peak > 0.05, `${peak} at ${from / 48_000} s`);
    }
  });
}

for (const build of BUILDS) {
  test(`a clip that ends with its source fades out to its last sample with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = join(await temporaryFolder(t), "tone.mkv");
    const tone = generated("aevalsrc='0.3*sin(2*PI*220*t)':s=48000:d=6");
    await makeMedia(...VIDEO, ...tone, ...X264, "-c:a", "flac", path);
    const { videoPath } = await renderer.render(t, path, { build, durationS: 6 });
    const samples = await readSamples(videoPath);
    const last = samples.subarray(5.9 * 48_000);
    assert.ok(last.subarray(0, 2_400).some((sample) => sample > 0.2));
    assert.ok(sharpestBend(last) < 0.005, `${sharpestBend(last)}`);
  });
}

test("silence stays silent", async (t) => {
  const path = join(await temporaryFolder(t), "silence.mkv");
  await makeMedia(
    ...VIDEO,
    ...generated("anullsrc=r=48000:cl=stereo"),
    ...X264,
    "-c:a",
    "flac",
    "-shortest",
    path,
  );
  const { videoPath } = await renderer.render(t, path);
  assert.ok((await readSamples(videoPath)).every((sample) => Math.abs(sample) < 1e-3));
});

test("a hum far below speech is not brought up", async (t) => {
  const path = join(await temporaryFolder(t), "hum.mkv");
  await makeMedia(
    ...VIDEO,
    ...generated("sine=f=100:d=6"),
    "-filter:a",
    "volume=-50dB",
    ...X264,
    "-c:a",
    "flac",
    path,
  );
  const { videoPath } = await renderer.render(t, path);
  assert.ok((await readSamples(videoPath)).every((sample) => Math.abs(sample) < 0.01));
});

/** Every second second, for a tenth of one, a flash… */
const FLASHES = "color=c=black:s=160x90:r=25:d=8,drawbox=c=white:t=fill:enable='between(mod(t,2),0.99,1.09)'";
/** …and a beep. */
const BEEPS = "aevalsrc='0.5*sin(2*PI*1000*t)*between(mod(t,2),1,1.1)':s=48000:d=8";
const OTHER_AUDIO = "sine=f=300:d=8:r=48000";

/** When flashes and beeps begin in a clip. */
async function readBeats(path: string): Promise<{ flashesS: number[]; beepsS: number[] }> {
  const frames = await readBrightness(path);
  const flashesS = frames
    .filter(({ value }, index) => value > 60 && (frames[index - 1]?.value ?? 0) <= 60)
    .map(({ timeS }) => timeS);
  const beepsS: number[] = [];
  const samples = await readSamples(path);
  let quietSinceS = -1;
  for (const [index, sample] of samples.entries()) {
    const timeS = index / 48_000;
    if (Math.abs(sample) <= 0.1) continue;
    if (timeS - quietSinceS > 0.5) beepsS.push(timeS);
    quietSinceS = timeS;
  }
  return { flashesS, beepsS };
}

interface SyncCase {
  readonly title: string;
  readonly startS?: number;
  /** Flashes expected, on the clip's clock. */
  readonly beatsS: readonly number[];
  readonly file: string;
  readonly output: readonly string[];
  readonly inputs?: readonly string[];
}

const AV = [...generated(FLASHES), ...generated(BEEPS)];
const SYNC_CASES: readonly SyncCase[] = [
  { title: "from the start", beatsS: [1, 3], file: "film.mp4", output: X264 },
  {
    title: "from the middle",
    startS: 2.37,
    beatsS: [0.63, 2.63],
    file: "film.mp4",
    output: [...X264, "-g", "60"],
  },
  {
    title: "with sound that starts late",
    beatsS: [1, 3],
    file: "late.mp4",
    inputs: [...generated(FLASHES), "-itsoffset", "0.6", ...generated(BEEPS.replaceAll("t,2", "t+0.6,2"))],
    output: X264,
  },
  {
    title: "with video that starts late",
    beatsS: [1, 3],
    file: "late.mkv",
    inputs: ["-itsoffset", "0.52", ...generated(FLASHES.replaceAll("t,2", "t+0.52,2")), ...generated(BEEPS)],
    output: X264,
  },
  {
    title: "of a variable frame rate",
    startS: 2,
    beatsS: [1, 3],
    file: "variable.mkv",
    output: [...X264, "-vf", "select='lt(mod(n,50),30)+not(mod(n,7))'", "-vsync", "vfr"],
  },
  {
    title: "of a transport stream that starts at ten hours",
    startS: 2,
    beatsS: [1, 3],
    file: "offset.ts",
    output: [...X264, "-g", "25", "-output_ts_offset", "36000", "-muxdelay", "0"],
  },
  {
    title: "with several tracks, of which the default is heard",
    beatsS: [1, 3],
    file: "tracks.mkv",
    inputs: [...generated(FLASHES), ...generated(OTHER_AUDIO), ...generated(BEEPS)],
    output: [
      ...X264,
      "-map",
      "0",
      "-map",
      "1",
      "-map",
      "2",
      "-disposition:a:0",
      "0",
      "-disposition:a:1",
      "default",
    ],
  },
  {
    title: "of an old AVI",
    startS: 1.5,
    beatsS: [1.5, 3.5],
    file: "old.avi",
    output: ["-c:v", "mpeg4", "-c:a", "mp3"],
  },
  // On ffmpeg's clock, which is two frames late in such a file.
  ...[0, 1.5, 2].map((startS) => ({
    title: `of an AVI with frames coded out of order, from ${startS} s on`,
    startS,
    beatsS: [startS === 0 ? 1.08 : 3.08 - startS, startS === 0 ? 3.08 : 5.08 - startS],
    file: "reordered.avi",
    output: [...X264, "-bf", "2", "-c:a", "pcm_s16le"],
  })),
  {
    title: "of such an AVI whose frames are long, and no whole number of microseconds",
    // Its 22nd frame.
    startS: 1.4681,
    beatsS: [1.6654, 3.6654],
    file: "reordered.avi",
    inputs: [...generated(FLASHES.replace("r=25", "r=15000/1001")), ...generated(BEEPS)],
    output: [...X264, "-bf", "2", "-c:a", "pcm_s16le"],
  },
];
for (const build of BUILDS) {
  for (const { title, startS = 0, beatsS, file, output, inputs = AV } of SYNC_CASES) {
    test(`video and sound meet ${title} with ${build.name}`, { skip: build.skip }, async (t) => {
      const path = join(await temporaryFolder(t), file);
      await makeMedia(...inputs, ...output, path);
      const { videoPath } = await renderer.render(t, path, {
        build,
        style: "STATIC_CROP",
        widthPx: 144,
        startS,
        durationS: 4,
      });
      const { flashesS, beepsS } = await readBeats(videoPath);
      const text = `flashes at ${flashesS.join(", ")}, beeps at ${beepsS.join(", ")}`;
      t.diagnostic(text);
      assert.equal(flashesS.length, beatsS.length, text);
      assert.equal(beepsS.length, beatsS.length, text);
      for (const [index, beatS] of beatsS.entries()) {
        assert.ok(Math.abs((flashesS[index] ?? -9) - beatS) <= 0.041, text);
        assert.ok(Math.abs((beepsS[index] ?? -9) - beatS) <= 0.02, text);
      }
    });
  }
}
