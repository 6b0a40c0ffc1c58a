// Recordings without an index, and with one whose times ffmpeg cuts off, are sought as exactly as if all were decoded.
import assert from "node:assert/strict";
import { open, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readThroughMs } from "../../../../media-node/ffmpeg/ffprobe.ts";
import { withIndex } from "../../../../media-node/source/indexing/with-index.ts";
import { probeSource, requireVideo } from "../../../../media-node/source/probe-source.ts";
import { INDEX_LIMITS } from "../../../../shared/limits/sources.ts";
import { bytesRead } from "../../../support/media/bytes-read.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { createSharedFilms } from "../../../support/media/shared-films.ts";
import { BUILDS, BUNDLED } from "../../../support/media-node/media-tools.ts";
import { decodedFrames, loudFromS, soughtFrames } from "../../../support/media-node/sources/sought-media.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const films = createSharedFilms();
const SIGNAL = AbortSignal.timeout(900_000);
const FILM_S = 30;
const FRAME_RATE = 12.5;
/** A key frame each 3.6 s, at no whole seconds. */
const X264 = [
  "-c:v",
  "libx264",
  "-preset",
  "ultrafast",
  "-bf",
  "2",
  "-g",
  "45",
  "-sc_threshold",
  "0",
  "-qp",
  "18",
];
const CODING: Readonly<Record<string, readonly string[]>> = {
  "recorded.flv": [...X264, "-c:a", "aac"],
  "indexed.flv": ["-c", "copy", "-flvflags", "add_keyframe_index"],
  "old.flv": ["-c:v", "flv", "-g", "45", "-b:v", "4M", "-c:a", "libmp3lame", "-ar", "44100"],
};

async function makeFilm(path: string): Promise<void> {
  const coding = CODING[path.split("/").at(-1) ?? ""] ?? [];
  if (coding.includes("copy")) {
    await makeMedia("-i", await films("recorded.flv", makeFilm), ...coding, path);
    return;
  }
  const picture = generated(`testsrc2=s=320x180:r=${FRAME_RATE}:d=${FILM_S},noise=alls=40:allf=t`);
  // A tenth of each second is loud.
  const sound = generated(`aevalsrc='0.5*sin(3000*t)*lt(mod(t,1),0.1)':s=44100:d=${FILM_S}`);
  await makeMedia(...picture, ...sound, ...coding, path);
}

const indexed = async (t: TestContext, path: string): Promise<string> =>
  (await withIndex(path, await temporaryFolder(t), SIGNAL)).path;

for (const build of BUILDS) {
  const { skip, name } = build;

  for (const file of Object.keys(CODING)) {
    test(`${file} is sought without being read from its beginning, with ${name}`, { skip }, async (t) => {
      const film = await films(file, makeFilm);
      const path = await indexed(t, film);
      const source = await probeSource(build, path, SIGNAL);
      assert.deepEqual(source, await probeSource(build, film, SIGNAL));
      assert.equal(requireVideo(source).width, 320);
      const { size } = await stat(film);
      for (const startS of [0.5, 3.5, 10.6, 17.9, 26.3]) {
        let frames = "";
        const readBytes = await bytesRead(async () => {
          frames = await soughtFrames(build, path, startS);
        });
        assert.ok(readBytes < 0.5 * size, `${readBytes} of ${size} at ${startS} s`);
        assert.equal(frames, await decodedFrames(build, film, startS), `the picture at ${startS} s`);
        const loudS = await loudFromS(build, path, source, startS);
        assert.ok(Math.abs(loudS - Math.ceil(startS)) < 0.05, `loud at ${loudS} s, from ${startS} s on`);
      }
    });
  }
}

test("what says which server recorded a file stays where it is looked for", async (t) => {
  const film = await readFile(await films("recorded.flv", makeFilm));
  const folder = await temporaryFolder(t);
  const live = join(folder, "live.flv");
  // By these words at this place ffmpeg knows recordings of nginx.
  film.write("NGINX RTMP", film.readUInt32BE(5) + 40, "latin1");
  await writeFile(live, film);
  const { path } = await withIndex(live, folder, SIGNAL);
  assert.notEqual(path, live);
  assert.ok(requireVideo(await probeSource(BUNDLED, live, SIGNAL)).clockStartS !== undefined);
  assert.deepEqual(await probeSource(BUNDLED, path, SIGNAL), await probeSource(BUNDLED, live, SIGNAL));
});

test("what is no sound FLV file is read as it is", async (t) => {
  const film = await films("recorded.flv", makeFilm);
  const folder = await temporaryFolder(t);
  const damaged = join(folder, "damaged.flv");
  await writeFile(damaged, await readFile(film));
  const file = await open(damaged, "r+");
  await file.write(Buffer.alloc(100_000, 1), 0, 100_000, 300_000);
  await file.close();
  const link = join(folder, "other.bin");
  await symlink(process.execPath, link);
  await writeFile(join(folder, "empty"), "");
  for (const path of [damaged, link, join(folder, "empty")]) assert.equal(await indexed(t, path), path);
});

test("a recording that breaks off is sought up to there", async (t) => {
  const film = await readFile(await films("recorded.flv", makeFilm));
  const cut = join(await temporaryFolder(t), "cut.flv");
  await writeFile(cut, film.subarray(0, Math.floor(film.length / 2)));
  const path = await indexed(t, cut);
  assert.notEqual(path, cut);
  assert.equal(await soughtFrames(BUNDLED, path, 10.3), await decodedFrames(BUNDLED, cut, 10.3));
});

/** A tag of a key frame without content. */
function keyTag(timeMs: number): Buffer {
  const tag = Buffer.alloc(11 + 8 + 4);
  tag.writeUInt8(9);
  tag.writeUIntBE(8, 1, 3);
  tag.writeUIntBE(timeMs % 2 ** 24, 4, 3);
  tag.writeUInt8(Math.floor(timeMs / 2 ** 24), 7);
  tag.writeUInt8(0x12, 11);
  return tag;
}

/** What a file begins with whose first tag stands so far from its beginning. */
function flvHead(bytes: number): Buffer {
  const head = Buffer.alloc(13);
  head.write("FLV\u0001\u0001", "latin1");
  head.writeUInt32BE(bytes, 5);
  return head;
}

test("a file whose content begins far behind its head is read as it is, however far that is", async (t) => {
  const path = join(await temporaryFolder(t), "far.flv");
  const file = await open(path, "w");
  const farBytes = 3_000_000_000;
  await file.write(flvHead(farBytes), 0, 13, 0);
  const tags = Buffer.concat([0, 1_000, 2_000].map(keyTag));
  await file.write(tags, 0, tags.length, farBytes + 4);
  await file.close();
  assert.equal(await indexed(t, path), path);
});

test("more key frames than any recording has give no index", async (t) => {
  const path = join(await temporaryFolder(t), "many.flv");
  const tags = Array.from({ length: INDEX_LIMITS.keyFrames + 2 }, (_, second) => keyTag(1_000 * second));
  await writeFile(path, Buffer.concat([flvHead(9), ...tags]));
  assert.equal(await indexed(t, path), path);
  await writeFile(path, Buffer.concat([flvHead(9), ...tags.slice(0, 100)]));
  assert.notEqual(await indexed(t, path), path);
});

test("a probe has the time that the recording needs, not its new beginning", async (t) => {
  const path = await indexed(t, await films("recorded.flv", makeFilm));
  assert.equal(await readThroughMs(path), await readThroughMs(await films("recorded.flv", makeFilm)));
});
