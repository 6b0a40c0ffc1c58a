// What a token of Whisper's decoder takes on a device with a cache and without, and what it moves between the device and
// the machine's memory. The network has random weights, with the layers and the width of Whisper's base.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { OpenDevices } from "../../media-node/onnx/devices/open-devices.ts";
import type { DeviceProvider } from "../../media-node/onnx/execution-providers.ts";
import { readWhisperConfiguration } from "../../media-node/speech/whisper/whisper-configuration.ts";
import { WHISPER_FRAMES } from "../../media-node/speech/whisper/whisper-features.ts";
import { WhisperModel } from "../../media-node/speech/whisper/whisper-model.ts";
import { writeTinyWhisper } from "../../test/support/speech/tiny-whisper.ts";
import { alignColumns, formatNumber } from "../measuring/report.ts";

const BASE = { layers: 6, width: 512, heads: 8 };
const FILES = { encoder: "onnx/encoder_model.onnx", decoder: "onnx/decoder_model_merged.onnx" };
const COLUMNS = ["Whisper's decoder", "runs on", "tokens before", "ms a token", "MB a token"];
const LENGTHS = [16, 128];
const STEPS = 8;
/** A device's process tells of what it has copied by then. */
const TOLD_AFTER_MS = 3_000;
const MAX_POSITIONS = 448;

export interface TimedDevice {
  readonly name: string;
  readonly provider: DeviceProvider;
  /** Of one device, which tells of itself at least every second. */
  readonly devices: OpenDevices;
}

async function copiedMb({ devices }: TimedDevice): Promise<number> {
  await pause(TOLD_AFTER_MS);
  return (devices.status()[0]?.beat?.copiedBytes ?? 0) / 2 ** 20;
}

/** Prints a line for each way and length. */
export async function compareDecoderMemories(device: TimedDevice): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "clipmill-bench-"));
  const rows: string[][] = [];
  try {
    await writeTinyWhisper(folder, { size: BASE, maxPositions: MAX_POSITIONS });
    const configuration = await readWhisperConfiguration(folder);
    const options = { providers: [device.provider], threads: 1 };
    const model = await WhisperModel.open(folder, FILES, configuration, options);
    const silence = await model.encode([new Float32Array(configuration.melBins * WHISPER_FRAMES)]);
    for (const memory of ["cache", "recompute"] as const) {
      for (const tokens of LENGTHS) {
        model.memory = memory;
        const prefix = new Array<number>(tokens).fill(configuration.startToken);
        const { batch } = await model.start(silence, [prefix]);
        await model.step(batch, [configuration.startToken]);
        const beforeMb = await copiedMb(device);
        const startMs = performance.now();
        for (let step = 0; step < STEPS; step += 1) await model.step(batch, [configuration.startToken]);
        const ms = (performance.now() - startMs) / STEPS;
        const mb = ((await copiedMb(device)) - beforeMb) / STEPS;
        await model.release(Object.values(batch.past));
        rows.push([memory, device.name, String(tokens), formatNumber(ms), formatNumber(mb)]);
      }
    }
    await model.release([silence]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`${alignColumns([COLUMNS, ...rows]).join("\n")}\n`);
}
