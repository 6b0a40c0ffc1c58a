// The media node's settings: the only place of this plane that reads the environment. Every failure names its
// variable.
import { join, resolve } from "node:path";
import { type DatabaseAddresses, readDatabaseAddresses } from "../shared/db/database-addresses.ts";
import { IMAGE_LIMITS } from "../shared/limits/images.ts";
import { DRAIN_LIMITS, RUN_LIMITS } from "../shared/limits/nodes.ts";
import { CARD_ENCODER_LIMITS } from "../shared/limits/processes.ts";
import type { RequestBounds } from "../shared/limits/request-bounds.ts";
import { STORAGE_LIMITS } from "../shared/limits/storage.ts";
import { DAY, HOUR, MIB } from "../shared/limits/units.ts";
import { type NetworkPolicy, readNetworkPolicy } from "../shared/network/network-safety.ts";
import { readRequestBounds } from "../shared/process/bound-settings.ts";
import {
  type Environment,
  readBounded,
  readChoice,
  readInteger,
  readPort,
  readText,
} from "../shared/process/environment.ts";
import { machineMemoryBytes } from "../shared/process/machine-memory.ts";
import { type OwnFolder, readDataDir, readOwnFolders } from "../shared/process/own-folders.ts";
import { readDiskFloor } from "../shared/storage/disk-floor.ts";
import { readStorageSettings, type StorageSettings } from "../shared/storage/storage-settings.ts";
import { readTraceSettings, type TraceSettings } from "../shared/tracing/trace-settings.ts";
import { VIDEO_DECODER_NAMES, type VideoDecoderName } from "./ffmpeg/cards/video-decoders.ts";
import type { ProgramSettings } from "./ffmpeg/choose-ffmpeg.ts";
import { VIDEO_ENCODER_NAMES, type VideoEncoderName } from "./ffmpeg/video-encoder-settings.ts";
import { type ModelSettings, readModelSettings } from "./models/model-settings.ts";
import { machineCores } from "./threads/usable-cores.ts";

export interface MediaNodeConfig extends DatabaseAddresses {
  readonly host: string;
  readonly port: number;
  readonly storage: StorageSettings;
  /** What this plane writes to. */
  readonly folders: readonly OwnFolder[];
  /** Where runs keep their files while they work. */
  readonly scratchDir: string;
  /** What must stay free on the disks of storage and scratch folder; null for a share of each. */
  readonly diskFloorBytes: number | null;
  /** How long runs may go on once the node was told to stop. */
  readonly drainMs: number;
  readonly networkPolicy: NetworkPolicy;
  readonly programs: ProgramSettings;
  readonly ytdlp: string | null;
  readonly models: ModelSettings;
  /** Runs at once; null lets them follow from what the machine has. */
  readonly concurrency: number | null;
  /** Clips that render at once, over all runs. */
  readonly renderThreads: number;
  readonly encoderThreads: number;
  readonly videoEncoder: VideoEncoderName | "auto";
  /** Clips that each NVIDIA card encodes at once. */
  readonly encoderSessions: number;
  readonly videoDecoder: VideoDecoderName;
  readonly bounds: RequestBounds;
  readonly transcriptsKept: { readonly uploadMs: number; readonly urlMs: number };
  /** What loaded image models may take together. */
  readonly imageMemoryBytes: number;
  /** Null where nothing is traced. */
  readonly traces: TraceSettings | null;
}

/** Half of what this process may have, at least a gibibyte. */
function defaultImageMemoryMb(): number {
  return Math.max(1_024, Math.floor(machineMemoryBytes() / 2 / MIB));
}

function readTranscriptsKept(env: Environment): MediaNodeConfig["transcriptsKept"] {
  const { transcriptsKeptDays: days, urlTranscriptsKeptHours: hours } = STORAGE_LIMITS;
  return {
    uploadMs: readBounded(env, "CLIPMILL_TRANSCRIPTS_KEPT_DAYS", days) * DAY,
    urlMs: readBounded(env, "CLIPMILL_URL_TRANSCRIPTS_KEPT_HOURS", hours) * HOUR,
  };
}

/** Reads and checks the settings. @throws SettingError */
export function readMediaNodeConfig(env: Environment): MediaNodeConfig {
  const addresses = readDatabaseAddresses(
    env,
    "must be set when a media node runs alone; npm start brings a database along.",
  );
  const dataDir = readDataDir(env).path;
  const cores = machineCores();
  // One encoder does not fill more than a few cores, since its filters run in one thread.
  const renderThreads = readInteger(
    env,
    "CLIPMILL_RENDER_THREADS",
    RUN_LIMITS.renderThreads,
    Math.max(1, Math.floor(cores / 2)),
  );
  const { drainS } = DRAIN_LIMITS;
  return {
    host: readText(env, "CLIPMILL_HOST") ?? "127.0.0.1",
    port: readPort(env, "CLIPMILL_PORT", 8_081),
    databaseUrl: addresses.databaseUrl,
    databaseSessionUrl: addresses.databaseSessionUrl,
    storage: readStorageSettings(env),
    folders: readOwnFolders(env, ["CLIPMILL_STORAGE", "CLIPMILL_SCRATCH_DIR"]),
    scratchDir: resolve(readText(env, "CLIPMILL_SCRATCH_DIR") ?? join(dataDir, "scratch")),
    diskFloorBytes: readDiskFloor(env),
    drainMs: readBounded(env, "CLIPMILL_DRAIN_SECONDS", drainS) * 1_000,
    networkPolicy: readNetworkPolicy(env),
    programs: {
      ffmpeg: readText(env, "CLIPMILL_FFMPEG") ?? null,
      ffprobe: readText(env, "CLIPMILL_FFPROBE") ?? null,
    },
    ytdlp: readText(env, "CLIPMILL_YTDLP") ?? null,
    models: readModelSettings(env),
    concurrency: readInteger(env, "CLIPMILL_CONCURRENCY", RUN_LIMITS.atOnce, null),
    renderThreads,
    // x264's own rule of one and a half threads a core: its threads wait for each other now and then.
    encoderThreads: Math.max(1, Math.ceil((1.5 * cores) / renderThreads)),
    videoEncoder: readChoice(env, "CLIPMILL_VIDEO_ENCODER", ["auto", ...VIDEO_ENCODER_NAMES], "auto"),
    encoderSessions: readBounded(env, "CLIPMILL_ENCODER_SESSIONS", CARD_ENCODER_LIMITS.sessionsPerCard),
    videoDecoder: readChoice(env, "CLIPMILL_VIDEO_DECODER", VIDEO_DECODER_NAMES, "auto"),
    transcriptsKept: readTranscriptsKept(env),
    bounds: readRequestBounds(env),
    imageMemoryBytes:
      readInteger(env, "CLIPMILL_IMAGE_MEMORY_MB", IMAGE_LIMITS.modelMemoryMb, defaultImageMemoryMb()) * MIB,
    traces: readTraceSettings(env),
  };
}
