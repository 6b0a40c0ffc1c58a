// Child processes of a media node, and the processes of an appliance.
import { GIB, HOUR, KIB, MIB, MINUTE, SECOND } from "./units.ts";

export const PROCESS_LIMITS = {
  /** Of log lines that cannot be written now, as on a full disk; what comes then is lost. */
  unwrittenLogBytes: MIB,
  probeTimeoutMs: 30 * SECOND,
  /** A file without an index is read up to the time that is looked for: so much of it in a second at least. */
  probeBytesPerS: 50 * MIB,
  /** Longest run of one ffmpeg; a render also gets a bound from the length of its clip. */
  ffmpegTimeoutMs: HOUR,
  /** ffmpeg that writes no further media for this long is stuck. */
  ffmpegStallMs: 2 * MINUTE,
  /** What is kept of a child's error output, for logs. */
  stderrBytes: 16 * KIB,
  probeOutputBytes: 4 * MIB,
  outputBytes: 4 * GIB,
  /** Between the polite and the final signal. */
  killGraceMs: 2 * SECOND,
  /** One Ctrl-C may arrive twice: from the terminal, and passed on by a parent such as npm. */
  sameSignalMs: 500,
  /** So long work goes on before others have their turn of the event loop. */
  turnMs: 10,
} as const;

/** The fence around every child process: what it may take of this machine, whatever it was given to read. */
export const CHILD_LIMITS = {
  /**
   * Writable memory: of each child, and more for every core, because ffmpeg starts threads by cores. An 8K source that
   * is rendered at 2160p takes 0.7 GiB with 2 threads, 4.9 GiB with 24, and 11 GiB with 96 (2026-11).
   */
  memoryBytes: 6 * GIB,
  memoryPerCoreBytes: 256 * MIB,
  maxMemoryBytes: 32 * GIB,
  /** Of one file that a child writes; above PROCESS_LIMITS.outputBytes, at which ffmpeg ends a file by itself. */
  fileBytes: 5 * GIB,
  openFiles: 1_024,
  /** Between the signal for used-up processor time, which a program may heed, and the final one. */
  cpuGraceS: 5,
  /** How long a child that was told to end waits for its node to be told the same. */
  stopNoticeMs: 2 * SECOND,
  /** Of what is tried of the fence at once, at start. */
  probeTimeoutMs: 10 * SECOND,
  /** Children that are ended at our own exit; those beyond end by their parent's death. */
  remembered: 4_096,
} as const;

/** Opening a video encoder to see whether it is there: a driver may hang, and a machine may have many devices. */
export const ENCODER_LIMITS = { probeTimeoutMs: 10 * SECOND, renderNodes: 8 } as const;

/** Encoding video on NVIDIA cards (NVENC). */
export const CARD_ENCODER_LIMITS = {
  /**
   * At once. Drivers since 2020 open three on any card; GeForce cards together get no more from some (3, 5 since 2023, 8
   * since 2024), cards of data centres as many as their memory holds.
   */
  sessionsPerCard: { min: 1, max: 64, default: 3 },
  /** After a single failure: libx264 makes clips meanwhile, and each failed try costs a clip its time. */
  failuresInRow: 1,
  restMs: 2 * MINUTE,
} as const;

/** Decoding video on NVIDIA cards. */
export const DECODER_LIMITS = {
  /** A cold card loads its driver first. */
  probeTimeoutMs: 30 * SECOND,
  /** Cards that are looked for. */
  cards: 16,
  /** At once; each holds its CUDA context and frames in the card's memory, beside models. Chosen, not measured. */
  decodesPerCard: 4,
  /** Shorter ranges are over before a card is open, of key frames and of all frames. Chosen, not measured. */
  minCardDecodeS: 60,
  minWholeDecodeS: 10,
  /** A card that fails at so many decodes one after another is left alone for so long: its driver may hang. */
  failuresInRow: 3,
  restMs: 10 * MINUTE,
} as const;

/** Asking the machine what its models can run on. */
export const DEVICE_SEARCH_LIMITS = {
  /** nvidia-smi takes seconds where no process holds the cards, and hangs where a driver does. */
  askTimeoutMs: 30 * SECOND,
  answerBytes: 256 * KIB,
  /** A card's first call loads half a gigabyte of libraries; a slow disk and a cold card need most of this. */
  trialTimeoutMs: 2 * MINUTE,
  /** Of what a program says of its failure. */
  reasonCharacters: 300,
} as const;

/** One machine's processes: the embedded PostgreSQL, the planes, and who restarts them. */
export const APPLIANCE_LIMITS = {
  /** Without a sign of life; how often a postmaster is told of that recovers from a crash for longer. */
  postgresStartTimeoutMs: 2 * MINUTE,
  initdbTimeoutMs: 2 * MINUTE,
  /** From the fast to the immediate stop, from that to the final signal, and until what is left has ended. */
  postgresStopTimeoutMs: 10 * SECOND,
  postgresQuitTimeoutMs: 3 * SECOND,
  postgresConnections: 100,
  /** How often the owner of a data folder renews its lock, and after how long without it is lost to who runs elsewhere. */
  lockBeatMs: 2 * SECOND,
  lockLostMs: 20 * SECOND,
  /** Free ports tried when another process takes the one just found. */
  portAttempts: 5,
  /** From a child's start to its "ready"; holds the migrations of a large database. */
  readyTimeoutMs: 5 * MINUTE,
  /** Longer than HTTP_LIMITS.shutdownGraceMs, so that a plane's own orderly end comes first. */
  childStopTimeoutMs: 20 * SECOND,
  /** Every stop ends within this, whatever hangs: longer than two planes and PostgreSQL may take one after another. */
  stopTimeoutMs: 60 * SECOND,
  firstRestartPauseMs: 500,
  maxRestartPauseMs: 30 * SECOND,
  /** A child that was up this long is restarted with the first pause again. */
  steadyAfterMs: 60 * SECOND,
} as const;
