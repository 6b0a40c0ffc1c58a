// Which of a source's subtitles stand for what is said in it.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { probeSource, type SubtitleStream } from "../../../media-node/source/probe-source.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { BUILDS, BUNDLED, type MediaBuild } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

async function subtitleOf(path: string, build: MediaBuild): Promise<SubtitleStream | null> {
  return (await probeSource(build, path, AbortSignal.timeout(30_000))).subtitle;
}

/** A film with tracks of subtitles, 1 and on, each with these options for ffmpeg. */
async function makeFilm(t: TestContext, tracks: readonly (readonly [string, string])[]): Promise<string> {
  const folder = await temporaryFolder(t);
  const words = join(folder, "words.srt");
  await writeFile(words, "1\n00:00:01,000 --> 00:00:02,000\nHello\n");
  const inputs = tracks.flatMap(() => ["-i", words]);
  const maps = tracks.flatMap((_, index) => ["-map", String(index + 1)]);
  const marks = tracks.flatMap(([disposition, title], index) => [
    ...[`-disposition:s:${index}`, disposition, `-metadata:s:s:${index}`, `title=${title}`],
  ]);
  const path = join(folder, "film.mkv");
  const picture = [...generated("color=s=16x16:r=1:d=3"), ...inputs, "-map", "0", "-c:v", "mpeg4"];
  await makeMedia(...picture, ...maps, "-c:s", "srt", ...marks, path);
  return path;
}

for (const build of BUILDS) {
  test(`subtitles of foreign lines alone are passed over with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const marked = ["default+forced", "English"] as const;
    const named = ["0", "English (Forced)"] as const;
    const all = ["0", "English"] as const;
    assert.equal((await subtitleOf(await makeFilm(t, [marked, named, all]), build))?.specifier, "s:2");
    assert.equal(await subtitleOf(await makeFilm(t, [marked, named]), build), null);
  });
}

for (const disposition of ["comment", "descriptions", "metadata"]) {
  test(`subtitles that are marked as ${disposition} are not what is said`, async (t) => {
    const folder = await temporaryFolder(t);
    const track = { codec_type: "subtitle", codec_name: "webvtt" };
    const streams = [
      { ...track, index: 0, disposition: { default: 1, [disposition]: 1 } },
      { ...track, index: 1, disposition: { default: 0, [disposition]: 0 } },
    ];
    const claim = join(folder, "claim.json");
    await writeFile(claim, JSON.stringify({ streams, format: { duration: "4" } }));
    const ffprobe = join(folder, "ffprobe");
    await writeFile(ffprobe, `#!/bin/sh\ncat '${claim}'\n`, { mode: 0o755 });
    assert.equal((await subtitleOf(claim, { ...BUNDLED, ffprobe }))?.specifier, "s:1");
  });
}
