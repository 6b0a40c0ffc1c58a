import assert from "node:assert/strict";
import { copyFile, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { probeSource, type SourceInfo } from "../../../media-node/source/probe-source.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { localServer } from "../../support/local-server.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { createSharedFilms } from "../../support/media/shared-films.ts";
import { BUILDS, BUNDLED, type MediaBuild } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);
const films = createSharedFilms();

const VIDEO = [...generated("testsrc2=s=160x90:r=25:d=20"), ...generated("sine=d=20")];
const ENCODED = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25"];
const UNSUPPORTED = { code: "SOURCE_UNSUPPORTED", retryable: false };

function probe(path: string, build: MediaBuild = BUNDLED): Promise<SourceInfo> {
  return probeSource(build, path, AbortSignal.timeout(30_000));
}

async function makeFile(t: TestContext, name: string, ...args: readonly string[]): Promise<string> {
  const path = join(await temporaryFolder(t), name);
  await makeMedia(...args, path);
  return path;
}

/** The plain film, whose bytes the test may change. */
async function copyOfFilm(t: TestContext, name: string, ...output: readonly string[]): Promise<string> {
  const film = await films(name, (path) => makeMedia(...VIDEO, ...ENCODED, ...output, path));
  const path = join(await temporaryFolder(t), name);
  await copyFile(film, path);
  return path;
}

async function writeSource(t: TestContext, name: string, content: string | Buffer): Promise<string> {
  const path = join(await temporaryFolder(t), name);
  await writeFile(path, content);
  return path;
}

for (const build of BUILDS) {
  const options = { skip: build.skip };
  test(`a plain film is what it is with ${build.name}`, options, async (t) => {
    const source = await probe(await copyOfFilm(t, "film.mp4"), build);
    assert.ok(Math.abs(source.durationS - 20) < 0.1);
    assert.deepEqual(source.video, {
      specifier: "v:0" as const,
      width: 160,
      height: 90,
      frameRate: 25,
      mayBeInterlaced: true,
      color: { matrix: "bt601", transfer: "sdr" },
    });
    assert.deepEqual(source.audio, { specifier: "a:0", channels: 1 });
    assert.equal(source.subtitle, null);
  });

  test(`a text called .mp4 is refused with ${build.name}, and not called half a film`, options, async (t) => {
    await assert.rejects(probe(await writeSource(t, "text.mp4", "This is no film.\n".repeat(500)), build), {
      ...UNSUPPORTED,
      message: "The source is not a media file that can be read.",
    });
  });

  test(`an image is refused as one with ${build.name}`, options, async (t) => {
    const boxed = (brand: string, ...others: readonly string[]): Buffer => {
      const brands = Buffer.from(`ftyp${brand}\0\0\0\0${others.join("")}`);
      const sizeBytes = Buffer.alloc(4);
      sizeBytes.writeUInt32BE(4 + brands.length);
      return Buffer.concat([sizeBytes, brands]);
    };
    for (const [format, start] of [
      ["GIF", Buffer.from("GIF89a")],
      ["HEIC", boxed("heic", "mif1", "heic")],
      ["AVIF", boxed("mif1", "avif", "miaf")],
      ["HEIF", boxed("mif1")],
    ] as const) {
      const path = await writeSource(t, "picture", Buffer.concat([start, Buffer.alloc(500)]));
      await assert.rejects(probe(path, build), {
        ...UNSUPPORTED,
        message: `The source is of the format ${format}, which counts as an image: only video and audio files can be read.`,
      });
    }
  });

  test(`empty files and noise are refused with ${build.name}`, options, async (t) => {
    const noise = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * index * 31) % 251));
    for (const content of [Buffer.alloc(0), noise]) {
      await assert.rejects(probe(await writeSource(t, "noise.mp4", content), build), UNSUPPORTED);
    }
  });

  for (const name of ["film.mp4", "film.mkv", "front.mp4"]) {
    test(`a truncated ${name} is refused with ${build.name}`, options, async (t) => {
      const faststart = name === "front.mp4" ? ["-movflags", "+faststart"] : [];
      const path = await copyOfFilm(t, name, ...faststart);
      await truncate(path, Math.floor((await stat(path)).size * 0.5));
      const lacksIndex = name === "film.mp4" ? { message: /^The source is not whole: the index/ } : {};
      await assert.rejects(probe(path, build), { ...UNSUPPORTED, ...lacksIndex });
    });
  }

  test(`a truncated transport stream is as long as what is left with ${build.name}`, options, async (t) => {
    const path = await copyOfFilm(t, "film.ts");
    await truncate(path, Math.floor((await stat(path)).size * 0.5));
    const { durationS } = await probe(path, build);
    assert.ok(durationS > 7 && durationS < 13, `${durationS}`);
  });

  test(
    `an AVI whose frames are coded out of order has them handed on late with ${build.name}`,
    options,
    async (t) => {
      const delays = async (...coding: readonly string[]) => {
        const path = await makeFile(t, "film.avi", ...VIDEO, "-c:v", "mpeg4", ...coding, "-c:a", "pcm_s16le");
        const { video, audio } = await probe(path, build);
        return [video?.reorderDelayS, audio?.reorderDelayS, video?.seekMarginS];
      };
      assert.deepEqual(await delays("-bf", "2"), [0.04, 0.04, 0.04]);
      assert.deepEqual(await delays("-bf", "0"), [undefined, undefined, undefined]);
    },
  );

  test(`a cover image is no video with ${build.name}`, options, async (t) => {
    const cover = await makeFile(t, "cover.png", ...generated("color=c=red:s=64x64"), "-frames:v", "1");
    const inputs = [...generated("sine=d=8"), "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy"];
    const path = await makeFile(t, "song.m4a", ...inputs, "-disposition:v:0", "attached_pic", "-f", "mp4");
    const source = await probe(path, build);
    assert.equal(source.video, null);
    assert.notEqual(source.audio, null);
  });

  test(`sound alone has no video with ${build.name}`, options, async (t) => {
    assert.equal((await probe(await makeFile(t, "sound.ogg", ...generated("sine=d=3")), build)).video, null);
  });

  for (const [what, name, sound, output] of [
    ["AAC that begins with silence", "quiet.aac", "gt(t,5)", []],
    ["AAC that ends with silence", "loud.aac", "lt(t,20)", []],
    ["MP3 of varying rates", "varying.mp3", "gt(t,5)", ["-q:a", "2", "-write_xing", "0"]],
  ] as const) {
    test(`${what}, without a header, is as long as it is with ${build.name}`, options, async (t) => {
      const noise = generated(`aevalsrc='0.5*(random(0)-0.5)*${sound}':d=40:s=44100`);
      const { durationS } = await probe(await makeFile(t, name, ...noise, ...output), build);
      assert.ok(Math.abs(durationS - 40) < 0.2, `${durationS}`);
    });
  }

  test(`MP3 files one behind the other are as long as all of them with ${build.name}`, options, async (t) => {
    const cover = await makeFile(t, "cover.png", ...generated("color=c=red:s=64x64"), "-frames:v", "1");
    const inputs = [
      ...generated("aevalsrc='0.5*random(0)*gt(t,2)':d=10"),
      "-i",
      cover,
      "-map",
      "0",
      "-map",
      "1",
    ];
    const part = await readFile(await makeFile(t, "part.mp3", ...inputs, "-c:v", "copy", "-q:a", "2"));
    const path = await writeSource(t, "parts.mp3", Buffer.concat([part, part, part]));
    const { durationS } = await probe(path, build);
    assert.ok(Math.abs(durationS - 30) < 0.3, `${durationS}`);
  });

  for (const format of ["webm", "matroska"]) {
    test(`a piped ${format} without a length is measured with ${build.name}`, options, async (t) => {
      const codecs =
        format === "webm"
          ? ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"]
          : ENCODED;
      const path = await makeFile(t, "piped.bin", ...VIDEO, ...codecs, "-t", "6", "-live", "1", "-f", format);
      const { durationS } = await probe(path, build);
      assert.ok(Math.abs(durationS - 6) < 0.2, `${durationS}`);
    });
  }

  for (const [title, content] of [
    [
      "an HLS playlist",
      "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nURL/segment.ts\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
    ],
    ["a concat script", "ffconcat version 1.0\nfile 'URL/film.mp4'\nfile '/etc/passwd'\n"],
    [
      "a DASH manifest",
      '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT5S"><Period><AdaptationSet><Representation id="1" bandwidth="1"><BaseURL>URL/film.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>',
    ],
    [
      "a session description",
      "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
    ],
  ] as const) {
    test(`${title} called .mp4 is refused and opens nothing with ${build.name}`, options, async (t) => {
      const server = await localServer(t, (_request, response) => response.end("x"));
      const path = await writeSource(t, "film.mp4", content.replaceAll("URL", server.url));
      await assert.rejects(probe(path, build), (error: Error) => {
        assert.equal("code" in error && error.code, "SOURCE_UNSUPPORTED");
        assert.doesNotMatch(`${error.message} ${String(error.cause)}`, /root:/);
        return true;
      });
      assert.equal(server.connections(), 0);
    });
  }
}

test("a hundred streams are too many", async (t) => {
  const inputs = [...generated("color=s=16x16:r=1:d=1"), ...generated("sine=d=1:r=8000")];
  const maps = Array.from({ length: 99 }, () => ["-map", "1"]).flat();
  const path = await makeFile(
    t,
    "many.mkv",
    ...inputs,
    "-map",
    "0",
    ...maps,
    "-c:v",
    "mpeg4",
    "-c:a",
    "pcm_s16le",
  );
  await assert.rejects(probe(path), UNSUPPORTED);
});

test("the default track is chosen, and text subtitles are found", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "words.srt"), "1\n00:00:01,000 --> 00:00:02,000\nHello\n");
  const path = join(folder, "tracks.mkv");
  await makeMedia(
    ...[...VIDEO, ...generated("sine=d=20"), "-i", join(folder, "words.srt"), ...ENCODED],
    ...["-map", "0", "-map", "1", "-map", "2", "-map", "3", "-c:s", "srt"],
    ...["-disposition:a:0", "0", "-disposition:a:1", "default", path],
  );
  const source = await probe(path);
  assert.equal(source.audio?.specifier, "a:1");
  assert.deepEqual(source.subtitle, { specifier: "s:0" });
});

test("non-square pixels and turned videos have their displayed size", async (t) => {
  const wide = await makeFile(t, "wide.mp4", ...VIDEO, ...ENCODED, "-vf", "setsar=2", "-t", "1");
  assert.deepEqual([(await probe(wide)).video?.width, (await probe(wide)).video?.height], [320, 90]);
  const turned = join(await temporaryFolder(t), "turned.mp4");
  await makeMedia("-i", wide, "-c", "copy", "-metadata:s:v", "rotate=90", turned);
  assert.deepEqual([(await probe(turned)).video?.width, (await probe(turned)).video?.height], [90, 320]);
});

/** Probes with a program that claims this, whatever the file is. */
test("an abort ends the probe with its reason", async (t) => {
  const path = await makeFile(t, "film.mp4", ...VIDEO, ...ENCODED, "-t", "1");
  const reason = new Error("The node is stopping.");
  const controller = new AbortController();
  const probing = probeSource(BUNDLED, path, controller.signal);
  controller.abort(reason);
  await assert.rejects(probing, reason);
});
