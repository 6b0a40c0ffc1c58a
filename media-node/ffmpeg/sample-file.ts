// Decoded audio on disk while a run works on it: 16-bit mono samples at 16 kHz and nothing else, 115 MB an hour, so
// that any window is one positioned read and memory does not grow with length. Rejected: decoding each window again,
// which costs a process and a seek per window and lands off the sample in some formats.
import { closeSync, openSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { AUDIO_SAMPLE_RATE_HZ, INT16_SCALE } from "../signal/audio-analysis.ts";
import type { Span } from "../signal/span.ts";

const BYTES_PER_SAMPLE = 2;

/** What the samples of a stretch take on the disk. */
export function sampleFileBytes({ startS, endS }: Span): number {
  return Math.ceil((endS - startS) * AUDIO_SAMPLE_RATE_HZ) * BYTES_PER_SAMPLE;
}

/** Writes a sample file; the writing blocks, which is what a thread that decodes wants. */
export class SampleFileWriter {
  readonly #descriptor: number;
  #sampleCount = 0;

  /** Takes the place of whatever is at `path`. */
  constructor(path: string) {
    this.#descriptor = openSync(path, "w");
  }

  get sampleCount(): number {
    return this.#sampleCount;
  }

  /** @throws what writing throws: ENOSPC where the disk is full */
  append(samples: Int16Array): void {
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#descriptor, bytes, written);
    }
    this.#sampleCount += samples.length;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** An open sample file. */
export class SampleFile {
  readonly sampleCount: number;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, sampleCount: number) {
    this.#handle = handle;
    this.sampleCount = sampleCount;
  }

  static async open(path: string): Promise<SampleFile> {
    const handle = await open(path, "r");
    try {
      const { size } = await handle.stat();
      return new SampleFile(handle, Math.floor(size / BYTES_PER_SAMPLE));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** `count` samples from `from` on, -1 to 1; silence stands for what lies before the first and after the last one. */
  async read(from: number, count: number): Promise<Float32Array<ArrayBuffer>> {
    const samples = new Float32Array(count);
    const first = Math.max(0, from);
    const last = Math.min(this.sampleCount, from + count);
    if (last <= first) return samples;
    const read = new Int16Array(last - first);
    const bytes = new Uint8Array(read.buffer);
    for (let filled = 0; filled < bytes.length; ) {
      const { bytesRead } = await this.#handle.read(
        bytes,
        filled,
        bytes.length - filled,
        first * BYTES_PER_SAMPLE + filled,
      );
      if (bytesRead === 0) throw new Error("The sample file became shorter while it was read.");
      filled += bytesRead;
    }
    for (let index = 0; index < read.length; index += 1) {
      samples[first - from + index] = (read[index] as number) / INT16_SCALE;
    }
    return samples;
  }

  /** The samples of a stretch, in seconds from the first sample. */
  readSpan({ startS, endS }: Span): Promise<Float32Array<ArrayBuffer>> {
    const from = Math.round(startS * AUDIO_SAMPLE_RATE_HZ);
    return this.read(from, Math.round(endS * AUDIO_SAMPLE_RATE_HZ) - from);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
