// What the machine has for a node, found by asking and trying before anything of the node is started.
import type { Logger } from "../shared/logger.ts";
import { machineMemoryBytes } from "../shared/process/machine-memory.ts";
import { freeSpace } from "../shared/storage/free-space.ts";
import type { MediaNodeConfig } from "./config.ts";
import { chooseVideoDecoder, type DecoderChoice } from "./ffmpeg/cards/video-decoders.ts";
import { type ChosenPrograms, chooseMediaPrograms } from "./ffmpeg/choose-ffmpeg.ts";
import { chooseVideoEncoder, type EncoderChoice } from "./ffmpeg/video-encoders.ts";
import { findDevices } from "./onnx/devices/find-devices.ts";
import type { ExecutionProvider } from "./onnx/execution-providers.ts";
import { checkYtDlp } from "./source/yt-dlp.ts";
import { type RunPlaces, runPlaces } from "./threads/runs-at-once.ts";
import { machineCores } from "./threads/usable-cores.ts";
import { type NodeCompute, usableProviders } from "./worker/node-devices.ts";

/** The machine's hardware as the node's programs and libraries can use it. */
export interface FoundHardware {
  readonly encoding: EncoderChoice;
  readonly decoding: DecoderChoice;
  /** What models may run on, tried in this order. */
  readonly executionProviders: readonly ExecutionProvider[];
  readonly compute: NodeCompute;
}

/** @throws SettingError where the operator named a program that does not run */
export async function findPrograms({ programs, ytdlp }: MediaNodeConfig): Promise<ChosenPrograms> {
  const [chosen] = await Promise.all([
    chooseMediaPrograms(programs),
    ytdlp === null ? undefined : checkYtDlp(ytdlp),
  ]);
  return chosen;
}

/** @throws SettingError where the operator named an encoder, a decoder or a provider that cannot be had */
export async function findHardware(
  { videoEncoder, videoDecoder, models: { providerChoice } }: MediaNodeConfig,
  { ffmpeg }: ChosenPrograms,
  logger: Logger,
): Promise<FoundHardware> {
  const [encoding, decoding, search] = await Promise.all([
    chooseVideoEncoder(ffmpeg, videoEncoder),
    chooseVideoDecoder(ffmpeg, videoDecoder),
    findDevices(providerChoice),
  ]);
  return {
    encoding,
    decoding,
    executionProviders: usableProviders(providerChoice, search, logger),
    compute: { devices: search.devices, modelProviders: new Map() },
  };
}

/** How many runs at once: as many as the settings say, or as the machine can keep going. */
export async function decidePlaces(
  { concurrency }: MediaNodeConfig,
  { devices }: NodeCompute,
  scratchRoot: string,
): Promise<RunPlaces> {
  const { freeBytes: scratchBytes } = await freeSpace(scratchRoot);
  const cores = machineCores();
  const memoryBytes = machineMemoryBytes();
  return runPlaces({ cores, devices: devices.length, memoryBytes, scratchBytes }, concurrency);
}
