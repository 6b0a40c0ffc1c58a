import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Cue } from "../../../media-node/signal/cues.ts";
import { probeSource, type SubtitleStream } from "../../../media-node/source/probe-source.ts";
import { parseWebVttInSteps, readSubtitles } from "../../../media-node/source/read-subtitles.ts";
import { withoutAss } from "../../../media-node/source/subtitle-text.ts";
import { runAtOnce } from "../../../shared/process/time-slices.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { ffmpegScript } from "../../support/media-node/ffmpeg-script.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

function parseWebVtt(text: string): Cue[] {
  return runAtOnce(parseWebVttInSteps(text));
}

const SRT = [
  "1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i> & <b>welcome</b>\nto the show.\n",
  "2\n00:00:03,000 --> 00:00:04,000\n{\\an8}Was it you?\n",
].join("\n");
const BRACES = "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}the set {a, b}\\his {\\i1}small\n";
const EXPECTED = [
  { startS: 1, endS: 2.5, text: "Hello & welcome to the show." },
  { startS: 3, endS: 4, text: "Was it you?" },
];

const FORMATS: Readonly<Record<string, SubtitleStream["format"]>> = { webvtt: "webvtt", ass: "ass" };

async function makeFilm(t: TestContext, name: string, codec: string, srt = SRT): Promise<string> {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "words.srt"), srt);
  const path = join(folder, name);
  const inputs = [...generated("color=s=64x64:r=5:d=5"), "-i", join(folder, "words.srt")];
  await makeMedia(...inputs, "-c:v", "libx264", "-preset", "ultrafast", "-c:s", codec, path);
  return path;
}

for (const build of BUILDS) {
  for (const [name, codec] of [
    ["film.mp4", "mov_text"],
    ["film.mkv", "srt"],
    ["film.mkv", "ass"],
    ["film.mkv", "webvtt"],
  ] as const) {
    test(`${codec} in ${name} is read with ${build.name}`, { skip: build.skip }, async (t) => {
      const path = await makeFilm(t, name, codec);
      const { subtitle } = await probeSource(build, path, AbortSignal.timeout(20_000));
      const format = FORMATS[codec];
      assert.deepEqual(subtitle, { specifier: "s:0", ...(format === undefined ? {} : { format }) });
      const cues = await readSubtitles(build.ffmpeg, path, subtitle, AbortSignal.timeout(20_000));
      assert.deepEqual(cues, EXPECTED);
    });
  }
}

for (const build of BUILDS) {
  for (const [name, codec] of [
    ["film.mp4", "mov_text"],
    ["film.mkv", "srt"],
  ] as const) {
    test(`what stands in braces of ${codec} is said, with ${build.name}`, { skip: build.skip }, async (t) => {
      const path = await makeFilm(t, name, codec, BRACES);
      const signal = AbortSignal.timeout(20_000);
      const { subtitle } = await probeSource(build, path, signal);
      const cues = await readSubtitles(build.ffmpeg, path, subtitle ?? { specifier: "s:0" }, signal);
      assert.deepEqual(cues, [{ startS: 1, endS: 2, text: "the set {a, b} is small" }]);
    });
  }
}

const MARKED = [
  "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>So&nbsp;we don&#39;t know\n",
  "00:02.000 --> 00:03.000\n<v Bob>if x &lt; 3 and y &gt; 2 we stop\n",
  "00:03.000 --> 00:04.000\n<v Ada>the set {a, b} is small\n",
].join("\n");

for (const build of BUILDS) {
  test(`of WebVTT the characters and speakers are read with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const folder = await temporaryFolder(t);
    const [written, path] = [join(folder, "words.vtt"), join(folder, "film.mkv")];
    await writeFile(written, MARKED);
    const picture = generated("color=s=64x64:r=5:d=5");
    await makeMedia("-itsoffset", "0.5", "-i", written, ...picture, "-c:v", "libx264", "-c:s", "copy", path);
    const signal = AbortSignal.timeout(20_000);
    const { subtitle } = await probeSource(build, path, signal);
    assert.deepEqual(await readSubtitles(build.ffmpeg, path, subtitle ?? { specifier: "s:0" }, signal), [
      { startS: 1.5, endS: 2.5, text: "So we don't know", turnsAtWord: [0] },
      { startS: 2.5, endS: 3.5, text: "if x < 3 and y > 2 we stop", turnsAtWord: [0] },
      { startS: 3.5, endS: 4.5, text: "the set {a, b} is small", turnsAtWord: [0] },
    ]);
  });
}

test("a stream that is not there gives no cues", async (t) => {
  const path = await makeFilm(t, "film.mkv", "srt");
  const [build] = BUILDS;
  assert.deepEqual(
    await readSubtitles(build?.ffmpeg ?? "", path, { specifier: "s:7" }, AbortSignal.timeout(20_000)),
    [],
  );
});

test("more than the subtitles of the longest film are not read", async (t) => {
  const cue = '"00:01.000 --> 00:02.000\nsaid\n"';
  const read = async (bytes: number) => {
    const script = await ffmpegScript(t, { webvtt: `printf "WEBVTT\\n\\n"; yes ${cue} | head -c ${bytes}` });
    return readSubtitles(script, "film.mkv", { specifier: "s:0" }, AbortSignal.timeout(60_000));
  };
  assert.equal((await read(30_000))?.at(0)?.text, "said");
  assert.equal(await read(9_000_000), null);
});

test("blocks that are no cue, and cues without text, are passed over", () => {
  const text =
    "WEBVTT\n\nNOTE a note\n\nSTYLE\n::cue{}\n\nid\n00:01.000 --> 00:02.000 align:start\nyes\n\n00:03.000 --> 00:04.000\n<c></c>\n";
  assert.deepEqual(parseWebVtt(text), [{ startS: 1, endS: 2, text: "yes" }]);
});

test("what stands behind an empty line is part of its cue, and what is drawn is not said", () => {
  const text = [
    "WEBVTT\n\n00:01.000 --> 00:02.000\nAre you coming?\n\nNot today.",
    "00:02.000 --> 00:03.000\nm 0 0 l 100 0 100 20.5 -3 20",
    "00:03.000 --> 00:04.000\nm 0 0 b 1 2 3 4 5 6 Ada Lovelace\nm 5 is no drawing\n",
  ].join("\n\n");
  assert.deepEqual(parseWebVtt(withoutAss(text, false)), [
    { startS: 1, endS: 2, text: "Are you coming? Not today." },
    { startS: 3, endS: 4, text: "Ada Lovelace m 5 is no drawing" },
  ]);
});

test("a cue with any number of lines behind it is passed over, and the next one is read", () => {
  const lines = (count: number): string => `00:01.000 --> 00:02.000\nhello\n\n${"a\n".repeat(count)}`;
  const parts = `00:01.000 --> 00:02.000\nhello\n\n${"a\n\n".repeat(8_000)}`;
  const next = "\n00:03.000 --> 00:04.000\nyes\n";
  for (const long of [lines(200_000), parts])
    assert.deepEqual(parseWebVtt(`WEBVTT\n\n${long}${next}`), [{ startS: 3, endS: 4, text: "yes" }]);
  assert.equal(parseWebVtt(`WEBVTT\n\n${lines(2)}${next}`)[0]?.text, "hello a a");
});

test("hours are optional and line ends may be Windows'", () => {
  const cues = parseWebVtt("WEBVTT\r\n\r\n01:00:01.500 --> 01:00:02.000\r\nlate\r\n");
  assert.deepEqual(cues, [{ startS: 3_601.5, endS: 3_602, text: "late" }]);
});

test("lines made to be read over and over take no time", () => {
  const cue = (text: string): string => `00:01.000 --> 00:02.000\n${text}\n\n`;
  for (const beginning of ["<", "{", "<v ", "<v  ", "&lt;", "<v.<", "<v a", "m 0 0 l "]) {
    const line = beginning.repeat(Math.floor(9_000 / beginning.length));
    const startedAt = process.cpuUsage();
    const cues = parseWebVtt(withoutAss(cue(line).repeat(100), true));
    const { user } = process.cpuUsage(startedAt);
    // Nobody says words of thousands of letters, nor what is drawn.
    assert.equal(cues.length, beginning.includes(" ") && !beginning.startsWith("m") ? 100 : 0, beginning);
    assert.ok(user < 1_500_000, `${beginning}: ${user / 1_000} ms`);
  }
});

test("cues that nobody could read are passed over", () => {
  const cue = (text: string): string => `00:01.000 --> 00:02.000\n${text}\n\n`;
  const word = `a${"-".repeat(98)}x`;
  const [long, longWord, longest] = [
    cue("a ".repeat(5_000)),
    cue(`so it${word} goes`),
    cue(`so ${word} goes`),
  ];
  const cues = parseWebVtt(`WEBVTT\n\n${long}${longWord}${longest}00:03.000 --> 00:04.000\nyes\n`);
  assert.deepEqual(cues, [
    { startS: 1, endS: 2, text: `so ${word} goes` },
    { startS: 3, endS: 4, text: "yes" },
  ]);
});

test("a track is read in steps of a cue, between which other work has its turn", () => {
  const count = 200;
  const cue = `00:01.000 --> 00:02.000\n${"ก\n".repeat(20)}\n`;
  const steps = parseWebVttInSteps(`WEBVTT\n\n${cue.repeat(count)}`);
  let taken = 1;
  while (steps.next().done !== true) taken += 1;
  // Its block, its lines' tags, quotes, names, marks and words, whether it can be read, and what it shows once more.
  assert.ok(taken > 9 * count, `${taken} steps`);
});
