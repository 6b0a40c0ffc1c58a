// A copy of a part against its whole source, by what production code reads of both. Whatever a copy lacks ends a call, so
// that equal results are also read from what was copied alone.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { appendFile, mkdir, open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, type TestContext, test } from "node:test";
import { audioArgs, decodeCommand } from "../../../../media-node/ffmpeg/decode-audio.ts";
import { spacedFramesArgs } from "../../../../media-node/ffmpeg/evenly-spaced-frames.ts";
import { clockOf, runFfmpeg, untrustedInput } from "../../../../media-node/ffmpeg/ffmpeg.ts";
import { isOutsideRangedCopy } from "../../../../media-node/ffmpeg/inputs/ranged-input.ts";
import { FROM_KEY_FRAME } from "../../../../media-node/ffmpeg/steady-frames.ts";
import type { VideoSpecifier } from "../../../../media-node/ffmpeg/stream-specifier.ts";
import { overviewArgs } from "../../../../media-node/framing/shots/analyze-video.worker.ts";
import type { Span } from "../../../../media-node/signal/span.ts";
import { probeSource, type SourceInfo } from "../../../../media-node/source/probe-source.ts";
import type { Bytes } from "../../../../media-node/source/ranges/byte-ranges.ts";
import { copiedMovie } from "../../../../media-node/source/ranges/copied-movie.ts";
import { findMovie } from "../../../../media-node/source/ranges/find-movie.ts";
import { neededSamples } from "../../../../media-node/source/ranges/needed-samples.ts";
import { readMovie } from "../../../../media-node/source/ranges/read-movie.ts";
import { readSubtitles } from "../../../../media-node/source/read-subtitles.ts";
import { BUILDS, BUNDLED, type MediaBuild } from "../../../support/media-node/media-tools.ts";
import {
  copyPart,
  FILM_S,
  makeFilm,
  plainFilm,
  unevenFilm,
} from "../../../support/media-node/sources/ranged-films.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { signal } = new AbortController();
const MIDDLE: Span = { startS: 120.3, endS: 132.8 };

let folder: string;
let plain: string;

before(async (t) => {
  folder = await temporaryFolder(t as TestContext);
  plain = await plainFilm(folder);
});

async function hashOf(binary: string, args: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  await runFfmpeg(binary, {
    args,
    timeoutMs: 60_000,
    signal,
    onOutput: (chunk) => {
      sizeBytes += chunk.length;
      hash.update(chunk);
    },
  });
  return `${sizeBytes} ${hash.digest("hex")}`;
}

/** Every frame of a stretch, as renders and framing read it: from the key frame before, without an end at the input. */
function frameArgs(sourcePath: string, { startS, endS }: Span, specifier: VideoSpecifier): string[] {
  return [
    ...untrustedInput(sourcePath, { seekS: startS, extra: FROM_KEY_FRAME }),
    ...["-map", `0:${specifier}`, "-vf", `fps=25,trim=end=${endS - startS}`],
    ...["-f", "rawvideo", "-pix_fmt", "gray", "pipe:1"],
  ];
}

/** All that a node reads of a stretch. */
async function readAll(build: MediaBuild, sourcePath: string, span: Span): Promise<Record<string, unknown>> {
  const info: SourceInfo = await probeSource(build, sourcePath, signal);
  const { video, audio, subtitle } = info;
  const videoSpecifier = video?.specifier ?? "v:0";
  const call = { ffmpeg: build.ffmpeg, sourcePath, videoSpecifier, ...span };
  const cues = subtitle === null ? null : await readSubtitles(build.ffmpeg, sourcePath, subtitle, signal);
  return {
    info,
    frames: await hashOf(build.ffmpeg, frameArgs(sourcePath, span, videoSpecifier)),
    keyFrames: await hashOf(build.ffmpeg, overviewArgs(call, "nokey")),
    sparseFrames: await hashOf(build.ffmpeg, overviewArgs(call, "noref")),
    audio:
      audio === null
        ? null
        : await hashOf(build.ffmpeg, audioArgs(decodeCommand({ ...call, audioSpecifier: audio.specifier }))),
    cues: cues?.filter(({ startS, endS }) => startS < span.endS && endS > span.startS),
  };
}

/** Copies a part of the film, and reads it and the film with each build. */
async function assertReadsAlike(t: TestContext, film: string, span: Span): Promise<void> {
  const { path, copied } = await copyPart(await temporaryFolder(t), film, span);
  assert.equal(copied.isCopied, true, JSON.stringify(copied));
  const { size } = await stat(film);
  assert.ok(copied.readBytes < 0.6 * size, `${copied.readBytes} of ${size} bytes were read`);
  for (const build of BUILDS.filter(({ skip }) => skip === false)) {
    const [whole, part] = await Promise.all([readAll(build, film, span), readAll(build, path, span)]);
    assert.match(String(whole.frames), /^[1-9]\d{4,} /, "the stretch must have frames");
    assert.deepEqual(part, whole, build.name);
  }
}

test("frames, sound and properties are those of the whole film, wherever the stretch lies", async (t) => {
  const spans = [MIDDLE, { startS: 0, endS: 9.5 }, { startS: FILM_S - 8, endS: FILM_S }];
  for (const span of spans) await assertReadsAlike(t, plain, span);
});

test("a film whose tables come first is read alike", async (t) => {
  const film = join(folder, "first.mp4");
  await makeFilm(folder, ["-i", plain, "-c", "copy", "-movflags", "faststart", film]);
  await assertReadsAlike(t, film, MIDDLE);
});

test("uneven frames on an odd clock with key frames far apart are read alike", async (t) => {
  await assertReadsAlike(t, await unevenFilm(folder, plain), MIDDLE);
});

test("sound of a stretch before the picture begins is read alike", async (t) => {
  const film = join(folder, "late-picture.mp4");
  const picture = ["-itsoffset", "150", "-f", "lavfi", "-i", "testsrc2=s=128x72:r=25:d=150"];
  const coding = ["-vsync", "vfr", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "copy"];
  await makeFilm(folder, [...picture, "-i", plain, "-map", "0:v", "-map", "1:a", ...coding, film]);
  const span = { startS: 100.3, endS: 110 };
  const { path, copied } = await copyPart(await temporaryFolder(t), film, span);
  assert.equal(copied.isCopied, true, JSON.stringify(copied));
  for (const { ffmpeg, ffprobe } of BUILDS.filter(({ skip }) => skip === false)) {
    const soundOf = async (sourcePath: string): Promise<string> => {
      const { audio } = await probeSource({ ffmpeg, ffprobe }, sourcePath, signal);
      const call = { sourcePath, audioSpecifier: "a:0" as const, ...clockOf(audio ?? {}), ...span };
      return hashOf(ffmpeg, audioArgs(decodeCommand(call)));
    };
    const whole = await soundOf(film);
    const silence = Buffer.alloc(Number(whole.split(" ")[0]));
    assert.notEqual(whole.split(" ")[1], createHash("sha256").update(silence).digest("hex"));
    assert.equal(await soundOf(path), whole);
  }
});

test("looks at even steps that wait for a key frame far behind the stretch are read alike", async (t) => {
  const film = join(folder, "far-keys.mp4");
  const keyFrames = ["-g", "500", "-keyint_min", "500", "-sc_threshold", "0"];
  await makeFilm(folder, ["-i", plain, "-c:v", "libx264", "-preset", "ultrafast", ...keyFrames, film]);
  const span = { startS: 100.3, endS: 118 };
  const { path } = await copyPart(await temporaryFolder(t), film, span);
  const look = {
    ...span,
    videoSpecifier: "v:0" as const,
    isTurned: false,
    stepS: 5,
    size: { width: 32, height: 18 },
  };
  for (const { ffmpeg } of BUILDS.filter(({ skip }) => skip === false)) {
    const framesOf = (sourcePath: string): Promise<string> => {
      const args = spacedFramesArgs({ ...look, ffmpeg, sourcePath, skip: "nokey" });
      return hashOf(ffmpeg, args.with(-1, "pipe:1"));
    };
    const whole = await framesOf(film);
    assert.match(whole, /^6912 /, "four frames");
    assert.equal(await framesOf(path), whole);
  }
});

test("a film with several audio tracks and subtitles is read alike", async (t) => {
  const cue = (at: number): string => `00:0${Math.floor(at / 60)}:${String(at % 60).padStart(2, "0")},500`;
  const cues = Array.from({ length: 42 }, (_, index) => {
    const at = 7 * index;
    return `${index + 1}\n${cue(at)} --> ${cue(at + 4)}\nThis is said at ${at} s.\n`;
  });
  await appendFile(join(folder, "cues.srt"), cues.join("\n"));
  const film = join(folder, "tracks.mp4");
  await makeFilm(folder, [
    ...["-i", plain, "-itsoffset", "0.4", "-i", plain, "-i", "cues.srt"],
    ...["-map", "0:v", "-map", "0:a", "-map", "1:a", "-map", "2:s", "-c", "copy", "-c:s", "mov_text", film],
  ]);
  const { subtitle } = await probeSource(BUNDLED, film, signal);
  assert.ok(subtitle !== null);
  const texts = (await readSubtitles(BUNDLED.ffmpeg, film, subtitle, signal))?.map(({ text }) => text);
  assert.ok(texts?.includes("This is said at 126 s."));
  await assertReadsAlike(t, film, MIDDLE);
});

test("uncompressed sound, of which ffmpeg makes packets itself, is read alike", async (t) => {
  for (const codec of ["pcm_s16le", "pcm_s24be"]) {
    const film = join(folder, `${codec}.mov`);
    await makeFilm(folder, ["-i", plain, "-c:v", "copy", "-c:a", codec, "-ar", "16000", film]);
    await assertReadsAlike(t, film, MIDDLE);
  }
});

test("a film of nothing but key frames is read alike", async (t) => {
  const film = join(folder, "intra.mov");
  await makeFilm(folder, ["-i", plain, "-c:v", "mjpeg", "-q:v", "20", "-c:a", "copy", film]);
  await assertReadsAlike(t, film, MIDDLE);
});

test("a film with offsets of 64 bits is read alike", async (t) => {
  // A copy's tables have such offsets, and a copy of everything is a film like any other.
  const film = join(folder, "long.mp4");
  const bytes = await readFile(plain);
  const read = async ({ start, end }: Bytes): Promise<Buffer> => bytes.subarray(start, end);
  const { moov, moovAt } = await findMovie(bytes.length, read);
  const movie = readMovie(moov);
  const tables = copiedMovie(moov, movie, neededSamples(movie, { startS: 0, endS: FILM_S }), bytes.length);
  bytes.write("free", moovAt.start + 4, "latin1");
  await writeFile(film, Buffer.concat([bytes, tables]));
  assert.ok(tables.includes("co64") && !tables.includes("stco"));
  await assertReadsAlike(t, film, MIDDLE);
});

test("reads outside of what was copied end the call, in sound as in pictures and probes", async (t) => {
  const { path } = await copyPart(await temporaryFolder(t), plain, MIDDLE);
  for (const { ffmpeg, skip } of BUILDS) {
    if (skip !== false) continue;
    const outside = { startS: 40, endS: 43 };
    await assert.rejects(hashOf(ffmpeg, frameArgs(path, outside, "v:0")), isOutsideRangedCopy);
    const audio = audioArgs(decodeCommand({ sourcePath: path, audioSpecifier: "a:0" as const, ...outside }));
    await assert.rejects(hashOf(ffmpeg, audio), isOutsideRangedCopy);
    await assert.rejects(
      hashOf(ffmpeg, frameArgs(path, { startS: 125, endS: 200 }, "v:0")),
      isOutsideRangedCopy,
    );
  }
});

test("what cannot be read in ranges says why, and leaves nothing", async (t) => {
  const refused = async (name: string, span: Span, reason: RegExp): Promise<void> => {
    const target = await temporaryFolder(t);
    const { path, copied } = await copyPart(target, join(folder, name), span);
    assert.equal(copied.isCopied, false, name);
    assert.match(copied.isCopied ? "" : copied.reason, reason);
    await assert.rejects(stat(path), { code: "ENOENT" });
  };
  await refused("plain.mp4", { startS: 0, endS: FILM_S }, /most of the source/);
  await makeFilm(folder, [
    "-t",
    "30",
    "-i",
    plain,
    "-c",
    "copy",
    "-movflags",
    "frag_keyframe+empty_moov",
    "f.mp4",
  ]);
  await refused("f.mp4", { startS: 0, endS: 5 }, /not known|mvex/);
  await makeFilm(folder, ["-t", "30", "-i", plain, "-c", "copy", "m.mkv"]);
  await refused("m.mkv", { startS: 0, endS: 5 }, /no MP4/);
  await makeFilm(folder, ["-i", plain, "-c", "copy", "-movflags", "faststart", "cut.mp4"]);
  const cut = await open(join(folder, "cut.mp4"), "r+");
  await cut.truncate((await cut.stat()).size - 100_000);
  await cut.close();
  await refused("cut.mp4", MIDDLE, /beyond the end/);
  await mkdir(join(folder, "text"));
  await appendFile(join(folder, "text", "t.txt"), "no film at all, whatever its name");
  await refused("text/t.txt", MIDDLE, /no MP4|absurdly|cut off/);
});
