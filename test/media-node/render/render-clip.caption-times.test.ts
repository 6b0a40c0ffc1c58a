// Captions against the voice, on the frames themselves: each caption's first frame is looked for in the rendered clip,
// on sources with a steady and with a varying frame rate, and held against the beeps in the clip's audio.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readFrames, readMedia, readSamples } from "../../support/media/read-media.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();

const MAX_ERROR_S = 0.06;
const FILM_S = 7;
/** Where the clip begins in its source: between frames. */
const CLIP_START_S = 1.313;
/** On the clip's clock; pauses of more than a second between them, so that each is a caption of its own. */
const SPOKEN_AT_S = [0.337, 1.771, 3.205, 4.549];
const SPOKEN_FOR_S = 0.21;
/** White on black, and large, so that a frame's brightness says whether it is there. */
const STYLE: CaptionStyle = {
  ...PRESET_STYLES.bold,
  fontColor: "#FFFFFF",
  highlightColor: null,
  strokeWidthPx: 0,
  shadow: "none",
  fontSizePx: 200,
};

/** Frames 20 to 180 ms apart, in no order and on no grid. */
const VARYING_FRAMES =
  "settb=1/1000,setpts='PTS+10*sin(1.7*N)',select='not(mod(n,4))+not(mod(n,7))+gt(sin(n),0.6)'";

interface Source {
  readonly name: string;
  readonly rate: number;
  readonly picked?: string;
}

const SOURCES: readonly Source[] = [
  { name: "a frame rate of 25", rate: 25 },
  { name: "a frame rate of 12", rate: 12 },
  { name: "a frame rate of 29.97", rate: 29.97 },
  { name: "a varying frame rate", rate: 25, picked: VARYING_FRAMES },
];

/** A black film that beeps at each spoken word; its audio is PCM, since AAC of old encoders begins late. */
async function makeSource(t: TestContext, { rate, picked }: Source): Promise<string> {
  const path = join(await temporaryFolder(t), "source.mov");
  const beeps = SPOKEN_AT_S.map((atS) => {
    const [fromS, toS] = [CLIP_START_S + atS, CLIP_START_S + atS + SPOKEN_FOR_S];
    return `between(t,${fromS.toFixed(3)},${toS.toFixed(3)})`;
  });
  await makeMedia(
    ...generated(`color=c=black:s=320x180:r=${rate}:d=${FILM_S}`),
    ...generated(`aevalsrc='0.5*sin(2*PI*440*t)*(${beeps.join("+")})':s=48000:d=${FILM_S}`),
    ...(picked === undefined ? [] : ["-vf", picked, "-vsync", "vfr", "-enc_time_base", "1:1000"]),
    ...["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "pcm_s16le", "-shortest", path],
  );
  return path;
}

const WORDS: readonly SpokenWord[] = SPOKEN_AT_S.map((startS) => ({
  text: "MMMM",
  startS,
  endS: startS + SPOKEN_FOR_S,
}));

async function clipOf(t: TestContext, source: Source, style: CaptionStyle, words = WORDS): Promise<string> {
  const rendered = await renderer.render(t, await makeSource(t, source), {
    startS: CLIP_START_S,
    durationS: FILM_S - CLIP_START_S - 0.3,
    style: "STATIC_CROP",
    captions: { words, style },
  });
  return rendered.videoPath;
}

interface Sample {
  readonly timeS: number;
  readonly value: number;
}

/** Of each frame of a clip, the sum of its red over these places, as shares of width and height. */
async function redOf(clip: string, places: readonly (readonly [x: number, y: number])[]): Promise<Sample[]> {
  const [rate = 25, perSeconds = 1] = (await readMedia(clip)).video.r_frame_rate.split("/").map(Number);
  const frames = await readFrames(clip, 90, 160);
  return frames.map((frame, index) => ({
    timeS: (index * perSeconds) / rate,
    value: places.reduce((sum, [x, y]) => sum + frame.at(x, y)[0], 0),
  }));
}

/** Places in a part of the width, in the part of the height where captions stand. */
function placesIn(left: number, right: number): (readonly [x: number, y: number])[] {
  return Array.from({ length: 800 }, (_, step) => [
    left + ((right - left) * (step % 20)) / 20,
    0.5 + 0.15 * (Math.floor(step / 20) / 40),
  ]);
}

/** Times at which values rise above half of their largest. */
function risesOf(values: readonly Sample[]): number[] {
  const max = Math.max(...values.map(({ value }) => value));
  const isHigh = (index: number): boolean => (values[index]?.value ?? 0) > max / 2;
  return values.filter((_, index) => isHigh(index) && !isHigh(index - 1)).map(({ timeS }) => timeS);
}

/** When each beep of the clip begins, from its audio in steps of a millisecond. */
async function beepsOf(clip: string): Promise<number[]> {
  const samples = await readSamples(clip, 8_000);
  const loudest = Array.from({ length: Math.floor(samples.length / 8) }, (_, step) =>
    samples.subarray(8 * step - 40, 8 * step + 40).reduce((max, value) => Math.max(max, Math.abs(value)), 0),
  );
  return risesOf(loudest.map((value, step) => ({ timeS: step / 1_000 + 0.005, value })));
}

function assertNear(found: readonly number[], wanted: readonly number[], name: string): void {
  assert.equal(found.length, wanted.length, `${name}: ${found}`);
  const errors = found.map((timeS, index) => timeS - (wanted[index] ?? 0));
  const maxS = Math.max(...errors.map(Math.abs));
  assert.ok(maxS <= MAX_ERROR_S, `${name}: ${errors.map((error) => error.toFixed(3))}`);
}

for (const source of SOURCES) {
  test(`captions come with the voice from ${source.name}`, async (t) => {
    const clip = await clipOf(t, source, { ...STYLE, animation: "none" });
    const shown = risesOf(await redOf(clip, placesIn(0.1, 0.9)));
    assertNear(shown, SPOKEN_AT_S, "against the words");
    assertNear(shown, await beepsOf(clip), "against the sound");
  });
}

for (const animation of ["karaoke", "pop", "fade", "bounce"] as const) {
  test(`captions come with the voice when they are animated by ${animation}`, async (t) => {
    const clip = await clipOf(t, { name: "", rate: 25 }, { ...STYLE, animation });
    assertNear(risesOf(await redOf(clip, placesIn(0.1, 0.9))), SPOKEN_AT_S, animation);
  });
}

test("each word of a line is marked when it is said", async (t) => {
  const startsS = [0.5, 0.83, 1.31, 1.62];
  const words = startsS.map((startS, index) => ({ text: "MM", startS, endS: startsS[index + 1] ?? 2.1 }));
  for (const animation of ["none", "fade", "pop", "bounce"] as const) {
    const style: CaptionStyle = {
      ...STYLE,
      animation,
      fontColor: "#0000FF",
      highlightColor: "#FF0000",
      fontSizePx: 100,
    };
    const clip = await clipOf(t, { name: "", rate: 25 }, style, words);
    // The row is as wide as four equal words and their spaces.
    const marked: number[][] = [];
    for (const word of startsS.keys()) {
      const centre = 0.5 + (word - 1.5) * 0.2;
      marked.push(risesOf(await redOf(clip, placesIn(centre - 0.08, centre + 0.08))));
    }
    assertNear(marked.flat(), startsS, animation);
  }
});
