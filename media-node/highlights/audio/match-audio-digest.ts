// Turns the 16 kHz mono samples of a match into its audio curves as they stream in, and into the AudioAnalysis that
// comes with them. It keeps some fifteen bytes per hop of 20 ms, and makes the curves at the end, when it is known what
// is usual in this sound. Everything measures against the audio itself, so that its gain does not matter.

import { AudioDigest } from "../../senses/audio/audio-digest.ts";
import { AUDIO_HOP_S } from "../../signal/audio-analysis.ts";
import { SampleFrames } from "../../signal/sample-frames.ts";
import type { Span } from "../../signal/span.ts";
import { MATCH_HOP_S } from "../match-curves.ts";
import { ImpactDigest, impactCurve } from "./audio-impacts.ts";
import { rhythmCurve } from "./audio-rhythm.ts";
import { voiceCurves } from "./commentator-voice.ts";
import { CrowdBedDigest } from "./crowd-bed.ts";
import { crowdCurves } from "./crowd-level.ts";
import { steadyTicks, swellSpans } from "./crowd-swells.ts";
import { heardTicks, onHeard } from "./heard-ticks.ts";
import { type MatchAudio, matchTickCount } from "./match-audio.ts";
import { bandLevelDb, binOf, HopSpectra, SPECTRUM_HOP } from "./match-spectrum.ts";
import { WhistleDigest, whistleCurve } from "./referee-whistle.ts";

/** Vowels have most of their power here, a crowd less of its own than above. */
const SPEECH_BAND = [binOf(200), binOf(1_000)] as const;

/** Collects one stretch of audio; `push` the bytes as they come, then `finish` once. */
export class MatchAudioDigest {
  readonly #audio: AudioDigest;
  readonly #hops: SampleFrames;
  readonly #spectra = new HopSpectra();
  readonly #bed: CrowdBedDigest;
  readonly #whistle: WhistleDigest;
  readonly #impacts: ImpactDigest;
  readonly #speechBandDb: Float32Array;
  #hopCount = 0;

  /** `maxDurationS` bounds what is kept; samples beyond it are ignored. */
  constructor(maxDurationS: number) {
    this.#audio = new AudioDigest(maxDurationS, { hearsVoices: false });
    this.#hops = new SampleFrames(SPECTRUM_HOP, (hop) => this.#hop(hop));
    this.#bed = new CrowdBedDigest(maxDurationS);
    this.#whistle = new WhistleDigest(maxDurationS);
    this.#impacts = new ImpactDigest(maxDurationS);
    this.#speechBandDb = new Float32Array(Math.ceil(maxDurationS / AUDIO_HOP_S));
  }

  /** Mono samples at 16 kHz, a chunk of any length. */
  push(samples: Int16Array): void {
    this.#audio.push(samples);
    this.#hops.push(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  }

  #hop(hop: Int16Array): void {
    if (this.#hopCount >= this.#speechBandDb.length) return;
    const power = this.#spectra.next(hop);
    this.#bed.push(power);
    this.#whistle.push(power);
    this.#impacts.push(power);
    this.#speechBandDb[this.#hopCount] = bandLevelDb(power, SPEECH_BAND);
    this.#hopCount += 1;
  }

  /**
   * The curves over `range`, which begins whole ticks after the first sample.
   * @param startS where the first sample lies on the source's clock
   */
  finish(startS: number, range: Span): MatchAudio {
    const audio = this.#audio.finish(startS);
    const bed = this.#bed.finish();
    const rhythm = rhythmCurve(bed.blocksDb, bed.tickCount);
    const heard = heardTicks(audio.loudnessDb, bed.tickCount);
    const curves = {
      ...crowdCurves(bed, rhythm, heard),
      ...voiceCurves(audio, this.#speechBandDb.subarray(0, this.#hopCount), bed.tickCount),
      whistle: onHeard(whistleCurve(this.#whistle.finish(), bed.tickCount), heard),
      impact: impactCurve(this.#impacts.finish(), audio, { rhythm, heard }),
    };
    const first = Math.round((range.startS - startS) / MATCH_HOP_S);
    const inRange = (curve: Float32Array): Float32Array<ArrayBuffer> =>
      Float32Array.from({ length: matchTickCount(range) }, (_, tick) => curve[first + tick] ?? Number.NaN);
    const crowd = inRange(curves.crowd);
    const steady = steadyTicks(bed.gapDb).subarray(Math.max(0, first)).subarray(0, crowd.length);
    const known = [...crowd.keys()].filter((tick) => !Number.isNaN(crowd[tick]));
    const filled = known.filter((tick) => steady[tick] === 1);
    return {
      audio,
      swells: swellSpans(crowd, steady, range.startS),
      noiseShare: filled.length / Math.max(1, known.length),
      curves: {
        crowd,
        crowdRise: inRange(curves.crowdRise),
        voicePitch: inRange(curves.voicePitch),
        voiceRate: inRange(curves.voiceRate),
        whistle: inRange(curves.whistle),
        impact: inRange(curves.impact),
      },
    };
  }
}
