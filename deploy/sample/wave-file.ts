// Sixteen-bit mono WAV, the one format that espeak-ng writes and ffmpeg is given: just enough of RIFF for both.
import { INT16_SCALE } from "../../media-node/signal/audio-analysis.ts";

export interface MonoAudio {
  readonly sampleRateHz: number;
  /** From -1 to 1. */
  readonly samples: Float32Array;
}

const HEADER_BYTES = 44;

/**
 * Reads a WAV file of 16 bits and one channel; espeak-ng leaves the data chunk's size open when it writes to
 * a pipe, so the rest is taken.
 * @throws Error for what is no WAV file
 */
export function decodeWave(bytes: Buffer): MonoAudio {
  const dataStart = bytes.indexOf("data") + 8;
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || dataStart < HEADER_BYTES) {
    throw new Error("espeak-ng did not answer with a WAV file.");
  }
  const samples = new Float32Array(Math.floor((bytes.length - dataStart) / 2));
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = bytes.readInt16LE(dataStart + 2 * index) / INT16_SCALE;
  }
  return { sampleRateHz: bytes.readUInt32LE(24), samples };
}

/** A WAV file; samples beyond -1 to 1 are cut. */
export function encodeWave(audio: MonoAudio): Buffer {
  const { samples, sampleRateHz } = audio;
  const bytes = Buffer.alloc(HEADER_BYTES + 2 * samples.length);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRateHz, 24);
  bytes.writeUInt32LE(2 * sampleRateHz, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((sample, index) => {
    const clipped = Math.max(-1, Math.min(1, sample));
    bytes.writeInt16LE(Math.round(clipped * (INT16_SCALE - 1)), HEADER_BYTES + 2 * index);
  });
  return bytes;
}
