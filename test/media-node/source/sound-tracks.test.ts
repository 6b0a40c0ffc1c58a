import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { withAudibleTrack } from "../../../media-node/pipelines/audible-track.ts";
import { mediaOf } from "../../../media-node/pipelines/clips/planned-clips.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { soundNotice, tracksNotice, withTrackAt } from "../../../media-node/source/sound-tracks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { BUNDLED } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** What is said of a film with two streams of sound, coded and marked so. */
async function noticeOf(t: TestContext, file: string, ...coding: readonly string[]): Promise<string | null> {
  const path = join(await temporaryFolder(t), file);
  const sound = [...generated("sine=f=300:r=48000:d=2"), ...generated("sine=f=500:r=48000:d=2")];
  const maps = ["-map", "0", "-map", "1", "-map", "2", "-c:v", "mpeg2video"];
  await makeMedia(...generated("testsrc=s=320x240:r=25:d=2"), ...sound, ...maps, ...coding, path);
  const { audio } = await probeSource(BUNDLED, path, AbortSignal.timeout(60_000));
  return soundNotice(audio);
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

test("it is said where another track was taken, since nothing is on the one that players choose", () => {
  const silent = { silentTrack: 0, soundTrack: 2 };
  const why = "since nothing was heard on track 1.";
  assert.equal(tracksNotice(silent), `Of the source's sound track 3 was used, ${why}`);
  const said = "The source has 4 sound tracks of one channel each, and only one of them was used: track 3, ";
  assert.equal(tracksNotice({ ...silent, monoTracks: 4 }), said + why);
  assert.equal(tracksNotice({ soundTrack: 0 }), null);
});

/** A recording of three seconds with these sound tracks, as it is probed, and as it is heard in its last two seconds. */
async function heard(t: TestContext, ...tracks: readonly string[]) {
  const sourcePath = join(await temporaryFolder(t), "recording.mov");
  const inputs = ["testsrc=s=64x64:r=25:d=3", ...tracks];
  const maps = inputs.flatMap((_, index) => ["-map", String(index)]);
  const coding = ["-c:v", "mpeg4", "-c:a", "pcm_s16le"];
  await makeMedia(...inputs.flatMap((input) => generated(input)), ...maps, ...coding, sourcePath);
  const signal = AbortSignal.timeout(60_000);
  const source = await probeSource(BUNDLED, sourcePath, signal);
  const range = { startS: source.durationS - 2, endS: source.durationS };
  return {
    source,
    heard: await withAudibleTrack({ ffmpeg: BUNDLED.ffmpeg, sourcePath, source, range, signal }),
  };
}

const NOTHING = "anullsrc=r=48000:cl=stereo,atrim=duration=3";
const LATE = "aevalsrc=0.2*sin(2000*t)*gt(t\\,2):s=48000:d=3";

test("where nothing is on the first of several sound tracks, another is heard", async (t) => {
  const specifier = async (...tracks: readonly string[]) =>
    (await heard(t, ...tracks)).heard.audio?.specifier;
  assert.equal(await specifier(NOTHING, NOTHING, LATE), "a:2");
  assert.equal(await specifier(LATE, "sine=f=300:r=48000:d=3"), "a:0");
  assert.equal(await specifier(NOTHING, NOTHING), "a:0");
});

test("a plan tells which track was heard, and a source is heard so again", async (t) => {
  const other = await heard(t, NOTHING, LATE);
  const place = mediaOf(other.heard)?.soundTrack;
  assert.deepEqual([place, other.heard.audio?.silentTrack], [1, 0]);
  assert.ok(other.source.audio !== null);
  assert.equal(withTrackAt(other.source.audio, place).specifier, "a:1");
  assert.equal(withTrackAt(other.source.audio, 0).specifier, "a:0");
  const alone = await heard(t, LATE);
  assert.equal(mediaOf(alone.heard)?.soundTrack, undefined);
});
