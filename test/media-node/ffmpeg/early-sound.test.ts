// Sound that begins before the picture, as where a camera is switched on during a call, is heard from its beginning on,
// though formats are sought in by their video.
import assert from "node:assert/strict";
import { test } from "node:test";
import { audioArgs, decodeCommand } from "../../../media-node/ffmpeg/decode-audio.ts";
import { clockOf, runFfmpeg } from "../../../media-node/ffmpeg/ffmpeg.ts";
import { probeSource, requireVideo, type SourceInfo } from "../../../media-node/source/probe-source.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readSamples } from "../../support/media/read-media.ts";
import { createSharedFilms } from "../../support/media/shared-films.ts";
import { BUILDS, type MediaBuild } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";

const renderer = createRenderer();
const films = createSharedFilms();

/** Later than what is read of a file to find out what it is. */
const PICTURE_S = 6;
const FILM_S = 10;
/** A tenth of a second of each is loud. */
const SOUND = `aevalsrc='0.5*sin(3000*t)*lt(mod(t,1),0.1)':s=48000:d=${FILM_S}`;
const RATE_HZ = 16_000;
const SIGNAL = AbortSignal.timeout(240_000);

const X264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-c:a", "aac"];
const CODING: Readonly<Record<string, readonly string[]>> = {
  "late.mp4": X264,
  "late.mkv": X264,
  "late.webm": ["-c:v", "libvpx", "-b:v", "100k", "-deadline", "realtime", "-c:a", "libopus"],
  "late.flv": ["-c:v", "flv", "-g", "50", "-c:a", "libmp3lame", "-ar", "44100"],
};

async function makeFilm(path: string): Promise<void> {
  const picture = generated(`testsrc=s=160x90:r=25:d=${FILM_S - PICTURE_S}`);
  const coding = CODING[path.split("/").at(-1) ?? ""] ?? [];
  const late = ["-itsoffset", String(PICTURE_S), ...picture, ...generated(SOUND), "-vsync", "vfr"];
  await makeMedia(...late, ...coding, "-max_muxing_queue_size", "1000", path);
}

/** The seconds of the source in which something is heard, of what is read from `startS` on. */
function heardSeconds(samples: ArrayLike<number>, rateHz: number, startS: number): number[] {
  const loud = Array.from(samples, (sample, at) => ({ sample, timeS: startS + at / rateHz }));
  // Encoders hand sound on some hundredths of a second late.
  const heard = loud.filter(({ sample, timeS }) => Math.abs(sample) > 0.1 && timeS % 1 < 0.2);
  return [...new Set(heard.map(({ timeS }) => Math.floor(timeS)))];
}

async function decode(
  build: MediaBuild,
  sourcePath: string,
  { audio }: SourceInfo,
  startS: number,
): Promise<number[]> {
  const call = { sourcePath, audioSpecifier: "a:0" as const, channels: 1, ...clockOf(audio ?? {}) };
  const args = audioArgs(decodeCommand({ ...call, startS, endS: FILM_S }));
  const chunks: Buffer[] = [];
  const onOutput = (chunk: Buffer): void => void chunks.push(chunk);
  await runFfmpeg(build.ffmpeg, { args, timeoutMs: 60_000, signal: SIGNAL, onOutput });
  const bytes = Buffer.concat(chunks);
  const samples = Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at) / 32_768);
  return heardSeconds(samples, RATE_HZ, startS);
}

for (const build of BUILDS) {
  const { skip, name } = build;

  for (const file of Object.keys(CODING)) {
    test(`all of the sound of ${file} is heard with ${name}`, { skip }, async (t) => {
      const film = await films(file, makeFilm);
      const source = await probeSource(build, film, SIGNAL);
      const { startS: pictureS = 0 } = requireVideo(source);
      assert.ok(Math.abs(pictureS - PICTURE_S) < 0.1, `the picture begins at ${pictureS} s`);
      const seconds = Array.from({ length: FILM_S }, (_, second) => second);
      for (const [startS, firstS] of [
        [0, 0],
        [2.5, 3],
        [6.15, 7],
        [8.5, 9],
      ] as const) {
        assert.deepEqual(
          await decode(build, film, source, startS),
          seconds.slice(firstS),
          `from ${startS} s on`,
        );
      }
      const { videoPath } = await renderer.render(t, film, { build, startS: 1.5, durationS: 3 });
      assert.deepEqual(heardSeconds(await readSamples(videoPath), 48_000, 1.5), [2, 3, 4]);
    });
  }
}
