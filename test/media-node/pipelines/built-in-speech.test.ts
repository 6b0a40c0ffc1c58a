// The speech model that comes with the project, from file to words: on the project's sample, whose synthesizer told
// when each phrase begins and ends, and on real voices where a machine has them. What a clip shows of it is right or
// absent, whoever speaks and however it was recorded; of voices like those that it learnt, hardly anything is lost.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { readSubtitles } from "../../../media-node/source/read-subtitles.ts";
import { type Transcript, unsureShare } from "../../../media-node/speech/transcripts/transcript.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { mediaTools } from "../../support/media-node/media-pools.ts";
import { recognizeFile } from "../../support/media-node/recognize-file.ts";
import { SAMPLE, sampleVoice, synthesizedVoices } from "../../support/speech/learnt-voices.ts";
import { realVoices } from "../../support/speech/real-voices.ts";
import { countShown, type ShownWords } from "../../support/speech/shown-words.ts";
import { CONDITIONS, record, type Voice } from "../../support/speech/voice-recordings.ts";
import { wordErrorRate, wordsOf } from "../../support/speech/word-errors.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

/** Enough of a recording to judge its voice. */
const MAX_S = 30;
const MIN_SHOWN_RIGHT = 0.85;
const MIN_KEPT = 0.9;

async function transcribe(t: TestContext, sourcePath: string): Promise<Transcript> {
  const signal = AbortSignal.timeout(120_000);
  return (await recognizeFile(tools, sourcePath, { folder: await temporaryFolder(t), signal })).transcript;
}

/** What is shown of a voice under a filter graph. */
async function showVoice(t: TestContext, voice: Voice, graph: string): Promise<ShownWords> {
  const folder = await temporaryFolder(t);
  const path = join(folder, "voice.wav");
  await record(voice, graph, path);
  const options = { folder, signal: AbortSignal.timeout(120_000), maxS: MAX_S };
  const { transcript } = await recognizeFile(tools, path, options);
  return countShown(transcript.windows, voice.said);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

test("the sample is understood, and its words begin and end when they are said", async (t) => {
  const signal = AbortSignal.timeout(20_000);
  const { subtitle } = await probeSource(tools, SAMPLE, signal);
  const cues = (await readSubtitles(tools.ffmpeg, SAMPLE, subtitle ?? { specifier: "s:0" }, signal)) ?? [];
  const transcript = await transcribe(t, SAMPLE);
  const words = transcript.windows.flatMap((window) => window.words);
  const heard = words.flatMap(({ text }) => wordsOf(text));
  const errors = wordErrorRate(
    cues.flatMap(({ text }) => wordsOf(text)),
    heard,
  );
  assert.ok(errors < 0.15, `word error rate ${errors}`);
  assert.equal(unsureShare(transcript), 0);
  // A phrase's first word begins with it and its last one ends with it, wherever both were understood.
  const nearest = (text: string | undefined, at: "startS" | "endS", timeS: number): number[] => {
    const offsets = words.filter((word) => word.text === text).map((word) => Math.abs(word[at] - timeS));
    const min = Math.min(...offsets);
    return min < 0.5 ? [min] : [];
  };
  const starts = cues.flatMap((cue) => nearest(wordsOf(cue.text)[0], "startS", cue.startS));
  const ends = cues.flatMap((cue) => nearest(wordsOf(cue.text).at(-1), "endS", cue.endS));
  assert.ok(starts.length > cues.length / 2 && ends.length > cues.length / 2);
  t.diagnostic(
    `word errors ${errors}; starts off by ${median(starts)} s, ends by ${median(ends)} s (medians)`,
  );
  assert.ok(median(starts) < 0.06, `starts are off by ${median(starts)} s`);
  assert.ok(median(ends) < 0.06, `ends are off by ${median(ends)} s`);
});

/** Nothing wrong is shown: hardly a word of what is shown is wrong, or there is none. */
function assertRightOrAbsent({ shown, shownRight }: ShownWords): void {
  assert.ok(shownRight >= MIN_SHOWN_RIGHT * shown, `${shownRight} of ${shown} shown words are right`);
}

for (const name of ["as recorded", "telephone", "noise", "music", "slower", "faster"]) {
  test(`of what is understood of the sample, hardly anything is left out: ${name}`, async (t) => {
    const voice = await sampleVoice(AbortSignal.timeout(20_000));
    const counted = await showVoice(t, voice, CONDITIONS[name] ?? "");
    t.diagnostic(JSON.stringify(counted));
    assert.ok(counted.shownRight >= MIN_KEPT * counted.right && counted.right > 40);
  });
}

/** What makes a stranger's voice of the sample's, without any recording of a person. */
const DISGUISES = {
  "a giant's vocal tract": "[voice]asetrate=10400,aresample=16000,atempo=1.54[out]",
  "a mouse's vocal tract": "[voice]asetrate=25600,aresample=16000,atempo=0.8,atempo=0.78[out]",
  "a cathedral": "[voice]aecho=0.8:0.9:60|130|210|330|470:0.8|0.7|0.6|0.5|0.4[out]",
  backwards: "[voice]areverse[out]",
  "two at once": "[voice]asplit[a][b];[b]areverse[c];[a][c]amerge=inputs=2,pan=mono|c0=c0+c1[out]",
};
for (const [name, graph] of Object.entries(DISGUISES)) {
  test(`nothing wrong is shown of a voice that nobody taught the model: ${name}`, async (t) => {
    const voice = await sampleVoice(AbortSignal.timeout(20_000));
    const said = name === "backwards" ? null : voice.said;
    const counted = await showVoice(t, { ...voice, said }, graph);
    t.diagnostic(JSON.stringify(counted));
    assert.ok(counted.heard > 20, "the voice is heard");
    assertRightOrAbsent(counted);
  });
}

const real = realVoices();
/** `npm run bench -- voices` has all of them. */
for (const name of ["as recorded", "telephone", "noise", "slower", "higher"]) {
  const skip = real.voices.length === 0 ? real.missing.join("; ") : false;
  test(`nothing wrong is shown of real voices: ${name}`, { skip }, async (t) => {
    for (const voice of real.voices) {
      const counted = await showVoice(t, voice, CONDITIONS[name] ?? "");
      t.diagnostic(`${voice.name}: ${JSON.stringify(counted)}`);
      assertRightOrAbsent(counted);
    }
  });
}

test("of what is understood of installed synthesizers, hardly anything is left out", async (t) => {
  const { voices, missing } = await synthesizedVoices(await temporaryFolder(t));
  if (voices.length === 0) return t.skip(missing.join("; "));
  let [right, shownRight] = [0, 0];
  for (const voice of voices) {
    for (const name of ["as recorded", "telephone"]) {
      const counted = await showVoice(t, voice, CONDITIONS[name] ?? "");
      t.diagnostic(`${voice.name}, ${name}: ${JSON.stringify(counted)}`);
      assertRightOrAbsent(counted);
      right += counted.right;
      shownRight += counted.shownRight;
    }
  }
  assert.ok(shownRight >= MIN_KEPT * right, `${shownRight} of ${right} right words are shown`);
});
