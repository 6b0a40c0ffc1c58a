// Watches a match picture by picture as they stream in, and keeps only numbers: steps between pictures, a fingerprint of
// each, and what stands still. `result` makes the curves of them.
import { blackPicture, type GreyPicture } from "../../signal/grey-picture.ts";
import type { Span } from "../../signal/span.ts";
import { MATCH_HOP_S } from "../match-curves.ts";
import { matchTickCount } from "../sound/match-sound.ts";
import { showsField } from "./grass.ts";
import { cutRateCurve } from "./match-cut-rate.ts";
import { isStillPicture, livelyShare, motionCurve } from "./match-motion.ts";
import { MATCH_PICTURE, type MatchPicture } from "./match-picture.ts";
import { findReplays, replayCurve } from "./match-replays.ts";
import { MatchSteps, matchShotChanges } from "./match-steps.ts";
import { PictureFingerprints } from "./picture-fingerprints.ts";
import { StillGraphics } from "./still-graphics.ts";

export class MatchPictureDigest {
  readonly #steps = new MatchSteps();
  readonly #fingerprints = new PictureFingerprints();
  readonly #graphics = new StillGraphics(MATCH_PICTURE.width, MATCH_PICTURE.height);
  readonly #tickPicture: GreyPicture = blackPicture(MATCH_PICTURE.width, MATCH_PICTURE.height);
  readonly #tickSums = new Uint32Array(MATCH_PICTURE.width * MATCH_PICTURE.height);
  #tick = -1;
  #tickCount = 0;
  #fieldCount = 0;

  /** How many pictures were seen. */
  get frameCount(): number {
    return this.#fingerprints.timesS.length;
  }

  /**
   * One picture of `MATCH_PICTURE`'s size; it is not kept. One that is no later than the last is skipped.
   * @param timeS seconds after the range's start
   * @param colours see readStampedFrames and COLOUR_PICTURE; empty where they are not known
   */
  push(pixels: Uint8Array, timeS: number, colours: Uint8Array = new Uint8Array()): void {
    if (timeS <= (this.#fingerprints.timesS.at(-1) ?? -1)) return;
    const { width, height } = MATCH_PICTURE;
    if (colours.length > 0 && showsField(pixels, colours, width)) this.#fieldCount += 1;
    const middle = this.#steps.push({ width, height, pixels }, timeS);
    this.#fingerprints.push(middle, timeS);
    const tick = Math.floor(timeS / MATCH_HOP_S);
    if (tick !== this.#tick) this.#closeTick(tick);
    for (let pixel = 0; pixel < pixels.length; pixel += 1) {
      this.#tickSums[pixel] = (this.#tickSums[pixel] as number) + (pixels[pixel] as number);
    }
    this.#tickCount += 1;
  }

  /** Call it once, after the last picture. @param range of which the pictures are, on the source's clock */
  result(range: Span): MatchPicture {
    this.#closeTick(-1);
    this.#graphics.finish();
    const tickCount = matchTickCount(range);
    const { steps } = this.#steps;
    const cuts = matchShotChanges(steps);
    const cutsS = new Set(cuts);
    const replays = findReplays(this.#fingerprints, cuts);
    const onSource = (timeS: number): number => range.startS + timeS;
    const isBlind = this.frameCount === 0;
    const curve = (values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> =>
      isBlind ? values.fill(Number.NaN) : values;
    return {
      curves: {
        motion: motionCurve(steps, cutsS, tickCount),
        cuts: curve(cutRateCurve(cuts, tickCount)),
        replay: curve(replayCurve(replays, tickCount)),
        scoreboard: curve(this.#scoreboardCurve(tickCount)),
      },
      shotChangesS: Float64Array.from(cuts, onSource),
      replays: replays.map(({ startS, endS, confidence }) => ({
        startS: onSource(startS),
        endS: onSource(endS),
        confidence,
      })),
      frameCount: this.frameCount,
      isStill: isStillPicture(steps, cutsS, tickCount),
      shares: {
        field: this.#fieldCount / Math.max(1, this.frameCount),
        lively: livelyShare(steps, cutsS, tickCount),
        graphic: this.#graphics.graphicShare,
      },
    };
  }

  /** Hands the mean of a tick's pictures on, and begins another. */
  #closeTick(nextTick: number): void {
    if (this.#tickCount > 0) {
      for (let pixel = 0; pixel < this.#tickSums.length; pixel += 1) {
        this.#tickPicture.pixels[pixel] = (this.#tickSums[pixel] as number) / this.#tickCount + 0.5;
      }
      this.#graphics.push(this.#tickPicture, this.#tick);
    }
    this.#tickSums.fill(0);
    this.#tickCount = 0;
    this.#tick = nextTick;
  }

  /** 1 at the ticks at which a graphic changed, else 0. */
  #scoreboardCurve(tickCount: number): Float32Array<ArrayBuffer> {
    const curve = new Float32Array(tickCount);
    for (const tick of this.#graphics.changedTicks) if (tick < tickCount) curve[tick] = 1;
    return curve;
  }
}
