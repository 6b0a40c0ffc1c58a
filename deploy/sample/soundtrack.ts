// The audio of the film: the voices, and a quiet pad of sine tones under them that keeps silences from being dead. The
// pad lies more than 30 dB under the speech, so that pauses remain pauses for a listener and for a speech detector.
import { SPEECH_RATE_HZ, type Talk } from "./speech.ts";
import type { MonoAudio } from "./wave-file.ts";

/** Chord roots and colours as MIDI note numbers; each chord lasts `CHORD_S` and fades into the next. */
const CHORDS: readonly (readonly number[])[] = [
  [45, 57, 60, 64, 71],
  [41, 57, 60, 64, 69],
  [48, 55, 60, 64, 67],
  [43, 55, 59, 62, 69],
];
const CHORD_S = 6;
/** Peak of one note; four or five of them sum to about -52 dBFS. */
const NOTE_LEVEL = 0.0011;
const FADE_S = 2;
/** espeak-ng's voices have too little above 3 kHz; a first difference added back brightens them. */
const BRIGHTNESS = 0.35;

const frequencyHz = (note: number): number => 440 * 2 ** ((note - 69) / 12);

function addPad(mix: Float32Array): void {
  const chordLength = CHORD_S * SPEECH_RATE_HZ;
  for (let start = 0, index = 0; start < mix.length; start += chordLength, index += 1) {
    const notes = (CHORDS[index % CHORDS.length] ?? []).map(
      (note) => (2 * Math.PI * frequencyHz(note)) / SPEECH_RATE_HZ,
    );
    const length = Math.min(2 * chordLength, mix.length - start);
    for (let at = 0; at < length; at += 1) {
      const swell = Math.sin((Math.PI * at) / (2 * chordLength)) ** 2;
      let tone = 0;
      for (const step of notes) tone += Math.sin(step * at) + 0.3 * Math.sin(2 * step * at);
      mix[start + at] = (mix[start + at] ?? 0) + NOTE_LEVEL * swell * tone;
    }
  }
}

function addPhrase(mix: Float32Array, samples: Float32Array, startS: number): void {
  const start = Math.round(startS * SPEECH_RATE_HZ);
  let previous = 0;
  samples.forEach((sample, index) => {
    mix[start + index] = (mix[start + index] ?? 0) + sample + BRIGHTNESS * (sample - previous);
    previous = sample;
  });
}

function fadeEdges(mix: Float32Array): void {
  const length = FADE_S * SPEECH_RATE_HZ;
  for (let index = 0; index < length; index += 1) {
    const last = mix.length - 1 - index;
    if (index < SPEECH_RATE_HZ / 4) mix[index] = (mix[index] ?? 0) * (index / (SPEECH_RATE_HZ / 4));
    mix[last] = (mix[last] ?? 0) * Math.min(1, index / (SPEECH_RATE_HZ / 2));
  }
}

/** Voices and pad on the talk's clock. */
export function mixSoundtrack(talk: Talk): MonoAudio {
  const samples = new Float32Array(Math.ceil(talk.durationS * SPEECH_RATE_HZ));
  for (const phrase of talk.phrases) addPhrase(samples, phrase.samples, phrase.startS);
  addPad(samples);
  fadeEdges(samples);
  return { sampleRateHz: SPEECH_RATE_HZ, samples };
}
