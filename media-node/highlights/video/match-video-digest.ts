// Watches a match frame by frame as they stream in, and keeps only numbers: steps between frames, a fingerprint of
// each, and what stands still. `result` makes the curves of them.
import { blackImage, type GreyImage } from "../../signal/grey-image.ts";
import type { Span } from "../../signal/span.ts";
import { matchTickCount } from "../audio/match-audio.ts";
import { MATCH_HOP_S } from "../match-curves.ts";
import { FrameFingerprints } from "./frame-fingerprints.ts";
import { showsField } from "./grass.ts";
import { cutRateCurve } from "./match-cut-rate.ts";
import { isStillVideo, livelyShare, motionCurve } from "./match-motion.ts";
import { findReplays, replayCurve } from "./match-replays.ts";
import { MatchSteps, matchShotChanges } from "./match-steps.ts";
import { MATCH_FRAME, type MatchVideo } from "./match-video.ts";
import { StillGraphics } from "./still-graphics.ts";

/** One for each range of a source; `result` once, after the last frame. */
export class MatchVideoDigest {
  readonly #steps = new MatchSteps();
  readonly #fingerprints = new FrameFingerprints();
  readonly #graphics = new StillGraphics(MATCH_FRAME.width, MATCH_FRAME.height);
  readonly #tickFrame: GreyImage = blackImage(MATCH_FRAME.width, MATCH_FRAME.height);
  readonly #tickSums = new Uint32Array(MATCH_FRAME.width * MATCH_FRAME.height);
  #tick = -1;
  #tickCount = 0;
  #fieldCount = 0;

  /** How many frames were seen. */
  get frameCount(): number {
    return this.#fingerprints.timesS.length;
  }

  /**
   * One frame of `MATCH_FRAME`'s size; it is not kept. One that is no later than the last is skipped.
   * @param timeS seconds after the range's start
   * @param colours see readStampedFrames and COLOUR_FRAME; empty where they are not known
   */
  push(pixels: Uint8Array, timeS: number, colours: Uint8Array = new Uint8Array()): void {
    if (timeS <= (this.#fingerprints.timesS.at(-1) ?? -1)) return;
    const { width, height } = MATCH_FRAME;
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

  /** Call it once, after the last frame. @param range of which the frames are, on the source's clock */
  result(range: Span): MatchVideo {
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
      isStill: isStillVideo(steps, cutsS, tickCount),
      shares: {
        field: this.#fieldCount / Math.max(1, this.frameCount),
        lively: livelyShare(steps, cutsS, tickCount),
        graphic: this.#graphics.graphicShare,
      },
    };
  }

  /** Hands the mean of a tick's frames on, and begins another. */
  #closeTick(nextTick: number): void {
    if (this.#tickCount > 0) {
      for (let pixel = 0; pixel < this.#tickSums.length; pixel += 1) {
        this.#tickFrame.pixels[pixel] = (this.#tickSums[pixel] as number) / this.#tickCount + 0.5;
      }
      this.#graphics.push(this.#tickFrame, this.#tick);
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
