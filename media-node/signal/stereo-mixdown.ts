// Two channels to one without losing the voice. A plain mean halves a voice that is on one channel while the other is
// dead (-6 dB) and removes one that is on both in anti-phase (a cable soldered the wrong way round). So each frame
// decides on its weights by what was heard until then: a channel 30 dB below the other is left out, and channels in
// anti-phase are subtracted. Two people on a channel each are both kept: a channel that speaks is believed at once and
// forgotten only after minutes. Rejected: the first principal component, which fades out the one who speaks less.
import { AUDIO_SAMPLE_RATE_HZ } from "./audio-analysis.ts";
import { ANTIPHASE_CORRELATION, channelCorrelation, onlyChannel } from "./stereo-fault.ts";

/** A frame's samples of each channel, 32 ms. */
export const MIXDOWN_FRAME_SAMPLES = 512;
const FRAME_S = MIXDOWN_FRAME_SAMPLES / AUDIO_SAMPLE_RATE_HZ;
/** What a channel's power falls to a tenth in is 2.3 times these seconds. */
const HOLD_S = 30;
const CORRELATION_S = 5;
const ANTIPHASE = { enter: ANTIPHASE_CORRELATION, leave: -0.2 } as const;

const HOLD_DECAY = Math.exp(-FRAME_S / HOLD_S);
const CORRELATION_DECAY = Math.exp(-FRAME_S / CORRELATION_S);

type Weights = readonly [left: number, right: number];

/** Mixes interleaved stereo frame by frame; it keeps a handful of numbers, whatever the length. */
export class StereoMixdown {
  #heldLeft = 0;
  #heldRight = 0;
  #left = 0;
  #right = 0;
  #product = 0;
  #isAntiphase = false;
  #weights: Weights | undefined;

  /** The next frame: `stereo` holds 2 × 512 samples, `mono` takes 512. */
  mix(stereo: Int16Array, mono: Int16Array): void {
    this.#weigh(stereo);
    const [toLeft, toRight] = this.#choose();
    const [lastLeft, lastRight] = this.#weights ?? [toLeft, toRight];
    // Weights glide over a frame, because a step would click; but a dead channel that speaks is heard at once.
    const fromLeft = lastLeft === 0 ? toLeft : lastLeft;
    const fromRight = lastRight === 0 ? toRight : lastRight;
    for (let index = 0; index < MIXDOWN_FRAME_SAMPLES; index += 1) {
      const share = index / MIXDOWN_FRAME_SAMPLES;
      const left = (stereo[2 * index] as number) * (fromLeft + share * (toLeft - fromLeft));
      const right = (stereo[2 * index + 1] as number) * (fromRight + share * (toRight - fromRight));
      mono[index] = Math.max(-32_768, Math.min(32_767, Math.round(left + right)));
    }
    this.#weights = [toLeft, toRight];
  }

  #weigh(stereo: Int16Array): void {
    let left = 0;
    let right = 0;
    let product = 0;
    for (let index = 0; index < 2 * MIXDOWN_FRAME_SAMPLES; index += 2) {
      const l = stereo[index] as number;
      const r = stereo[index + 1] as number;
      left += l * l;
      right += r * r;
      product += l * r;
    }
    this.#heldLeft = Math.max(left, this.#heldLeft * HOLD_DECAY);
    this.#heldRight = Math.max(right, this.#heldRight * HOLD_DECAY);
    this.#left = this.#left * CORRELATION_DECAY + left;
    this.#right = this.#right * CORRELATION_DECAY + right;
    this.#product = this.#product * CORRELATION_DECAY + product;
  }

  #choose(): Weights {
    const only = onlyChannel({ left: this.#heldLeft, right: this.#heldRight });
    if (only !== undefined) return only === "leftOnly" ? [1, 0] : [0, 1];
    const correlation = channelCorrelation({
      left: this.#left,
      right: this.#right,
      product: this.#product,
    });
    this.#isAntiphase = correlation < (this.#isAntiphase ? ANTIPHASE.leave : ANTIPHASE.enter);
    return this.#isAntiphase ? [0.5, -0.5] : [0.5, 0.5];
  }
}
