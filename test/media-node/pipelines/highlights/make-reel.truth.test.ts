// A reel of five minutes from a film that carries the number of every frame in its video and clicks at known frames in
// its audio: which frames are in the reel, when each click is heard against the frame that it belongs to, and what is
// heard at the joints, are read off the finished file by decoding it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import {
  CODED,
  type CodedFilm,
  findClicks,
  makeCodedFilm,
  readFrameTimes,
  treble,
} from "../../../support/media/coded-film.ts";
import { readCodes } from "../../../support/media/coded-frames.ts";
import { readLoudness, readSamples } from "../../../support/media/read-media.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { momentsAt, reelPath, runReel, storeMatch } from "../../../support/media-node/reels.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const FILM_S = 440;
const REEL_S = 300;
const SAMPLE_RATE_HZ = 48_000;
const MAX_OFFSET_S = 0.02;
/** Clear of clicks on either side of a joint, so that what is heard there comes from the joint. */
const CLEAR_FRAMES = 12;
const CLEAR_S = 0.3;
/** Of full scale. The tone under the joints would give ten times that where it is cut hard. */
const LOUDEST_POP = 0.01;
const TARGET_LUFS = -14;
/** Moments begin wherever they begin, not only on frames. */
const FRACTIONS = [0, 0.4, 0.75, 0.1, 0.6] as const;

/** Moments of five minutes together, whose edges are away from clicks. */
function chooseMoments({ clickFrames }: CodedFilm): (readonly [startS: number, endS: number])[] {
  const random = seededRandom(11);
  const edges = clickFrames.flatMap((frame, index) => {
    const next = clickFrames[index + 1] ?? frame;
    return next - frame >= 2 * CLEAR_FRAMES ? [Math.round((frame + next) / 2)] : [];
  });
  const moments: (readonly [number, number])[] = [];
  let totalS = 0;
  let fromFrame = 0;
  while (totalS < REEL_S) {
    const first = edges.find((edge) => edge >= fromFrame);
    const lengthFrames = CODED.frameRate * (8 + 16 * random());
    const end = edges.find((edge) => first !== undefined && edge >= first + lengthFrames);
    assert.ok(first !== undefined && end !== undefined, "the film is too short");
    const startS = (first + (FRACTIONS[moments.length % FRACTIONS.length] ?? 0)) / CODED.frameRate;
    moments.push([startS, startS + (end - first) / CODED.frameRate]);
    totalS += (end - first) / CODED.frameRate;
    fromFrame = end + CODED.frameRate * (1 + 6 * random());
  }
  return moments;
}

test("a reel of five minutes is cut to the frame, in sync within 20 ms, without pops at its joints, and as loud as it should be", async (t) => {
  const film = join(await temporaryFolder(t), "film.mp4");
  const coded = await makeCodedFilm(film, FILM_S);
  const storage = await storeMatch(t, film);
  const times = chooseMoments(coded);
  const request = { shortSidePx: CODED.height };
  const signal = AbortSignal.timeout(400_000);
  const output = await runReel(t, { tools, storage, moments: momentsAt(...times), request, signal });
  const path = await reelPath(storage, output.rawVideoKey);
  t.diagnostic(`${times.length} moments, ${output.duration} s`);
  assert.ok(output.duration >= REEL_S);

  const numbers = await readCodes(path);
  const joints: number[] = [];
  let index = 0;
  for (const [moment, [startS, endS]] of times.entries()) {
    const count = Math.round((endS - startS) * CODED.frameRate);
    const shown = numbers.slice(index, index + count);
    const first = shown[0] ?? -1;
    const expected = Array.from({ length: count }, (_, frame) => first + frame);
    assert.deepEqual(shown, expected, `moment ${moment + 1} is not made of consecutive frames`);
    assert.equal(first, Math.round(startS * CODED.frameRate), `moment ${moment + 1} begins elsewhere`);
    const plannedS = output.moments[moment]?.start ?? -1;
    assert.ok(Math.abs(plannedS * CODED.frameRate - first) < 0.05, `${plannedS} s is not frame ${first}`);
    index += count;
    joints.push(index);
  }
  assert.equal(numbers.length, index);

  const frameTimesS = await readFrameTimes(path);
  assert.equal(frameTimesS.length, numbers.length);
  const samples = await readSamples(path, SAMPLE_RATE_HZ);
  const heardS = findClicks(samples, SAMPLE_RATE_HZ);
  const clickFrames = new Set(coded.clickFrames);
  const dueS = frameTimesS.filter((_, frame) => clickFrames.has(numbers[frame] ?? -1));
  assert.equal(heardS.length, dueS.length, "every click is heard, and nothing else");
  const offsetsS = heardS.map((timeS, click) => timeS - (dueS[click] ?? 0));
  const worstS = Math.max(...offsetsS.map(Math.abs));
  const meanS = offsetsS.reduce((sum, offsetS) => sum + offsetS, 0) / offsetsS.length;
  const figures = `${offsetsS.length} clicks, off by ${(1_000 * worstS).toFixed(2)} ms at most`;
  t.diagnostic(`${figures}, ${(1_000 * meanS).toFixed(2)} ms in the mean (positive is late)`);
  assert.ok(worstS <= MAX_OFFSET_S, `${worstS} s`);

  const sharp = treble(samples);
  const pops = joints.slice(0, -1).map((frame) => {
    const atS = frame / CODED.frameRate;
    const around = sharp.subarray((atS - CLEAR_S) * SAMPLE_RATE_HZ, (atS + CLEAR_S) * SAMPLE_RATE_HZ);
    return around.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  });
  t.diagnostic(`loudest at a joint: ${Math.max(...pops).toFixed(5)} of full scale`);
  assert.ok(Math.max(...pops) < LOUDEST_POP, `${Math.max(...pops)}`);

  const { integratedLufs, truePeakDb } = await readLoudness(path);
  t.diagnostic(`${integratedLufs} LUFS, true peak ${truePeakDb} dB`);
  assert.ok(Math.abs(integratedLufs - TARGET_LUFS) <= 1, `${integratedLufs} LUFS`);
  assert.ok(truePeakDb <= -1, `${truePeakDb} dB`);
});
