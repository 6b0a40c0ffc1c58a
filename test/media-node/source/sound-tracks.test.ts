import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { withHeardTrack } from "../../../media-node/pipelines/heard-track.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { tracksNotice } from "../../../media-node/source/sound-tracks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { BUNDLED } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** What is said of a film with two streams of sound, coded and marked so. */
async function noticeOf(t: TestContext, file: string, ...coding: readonly string[]): Promise<string | null> {
  const path = join(await temporaryFolder(t), file);
  const sound = [...generated("sine=f=300:r=48000:d=2"), ...generated("sine=f=500:r=48000:d=2")];
  const maps = ["-map", "0", "-map", "1", "-map", "2", "-c:v", "mpeg2video"];
  await makeMedia(...generated("testsrc=s=320x240:r=25:d=2"), ...sound, ...maps, ...coding, path);
  return tracksNotice((await probeSource(BUNDLED, path, AbortSignal.timeout(60_000))).audio);
}

test("it is said where a recording has several tracks of one channel", async (t) => {
  const said = "The source has 2 sound tracks of one channel each, and only one of them was used.";
  assert.equal(await noticeOf(t, "camera.mxf", "-c:a", "pcm_s16le"), said);
  assert.equal(await noticeOf(t, "edited.mov", "-c:a", "pcm_s16le"), said);
});

test("nothing is said of other languages, of stereo, and of other formats", async (t) => {
  const languages = ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger"];
  assert.equal(await noticeOf(t, "languages.mov", "-c:a", "pcm_s16le", ...languages), null);
  assert.equal(await noticeOf(t, "stereo.mov", "-c:a", "pcm_s16le", "-ac", "2"), null);
  assert.equal(await noticeOf(t, "film.mkv", "-c:a", "pcm_s16le"), null);
  assert.equal(tracksNotice(null), null);
});

/** The track of a recording that is heard in its last two seconds. */
async function heardTrack(t: TestContext, ...tracks: readonly string[]): Promise<string | undefined> {
  const sourcePath = join(await temporaryFolder(t), "recording.mov");
  const maps = tracks.flatMap((_, index) => ["-map", String(index)]);
  await makeMedia(...tracks.flatMap((track) => generated(track)), ...maps, "-c:a", "pcm_s16le", sourcePath);
  const signal = AbortSignal.timeout(60_000);
  const source = await probeSource(BUNDLED, sourcePath, signal);
  const range = { startS: source.durationS - 2, endS: source.durationS };
  const heard = await withHeardTrack({ ffmpeg: BUNDLED.ffmpeg, sourcePath, source, range, signal });
  return heard.audio?.specifier;
}

test("where nothing is on the first of several sound tracks, another is heard", async (t) => {
  const nothing = "anullsrc=r=48000:cl=stereo,atrim=duration=3";
  const late = "aevalsrc=0.2*sin(2000*t)*gt(t\\,2):s=48000:d=3";
  assert.equal(await heardTrack(t, nothing, nothing, late), "a:2");
  assert.equal(await heardTrack(t, late, "sine=f=300:r=48000:d=3"), "a:0");
  assert.equal(await heardTrack(t, nothing, nothing), "a:0");
});
