// The MCP server: what it lets its clients ask for at once, and how much of a result a model is shown.
import { KIB, MIB, MINUTE, SECOND } from "./units.ts";

export const MCP_LIMITS = {
  /** Of one message. */
  messageBytes: MIB,
  /** Calls of tools and reads of resources of one session at once. */
  callsAtOnce: 8,
  /** Of one call of the API with its tries: clients give a tool a minute unless they are told of progress. */
  apiRetry: { tries: 5, minDelayMs: SECOND, maxDelayMs: 10 * SECOND, totalMs: 30 * SECOND },
  /** How long a tool waits for a task, in seconds. */
  waitSeconds: { min: 1, max: 600, default: 45 },
  /** Between two notifications of progress, save where the percentage has changed. */
  progressMs: 5 * SECOND,
  /** After so long without a change progress is told once more: the SDK's clients wait a minute for a sign of life. */
  progressRepeatMs: 15 * SECOND,
  /** Items of a list. */
  listItems: { min: 1, max: 50, default: 20 },
  /** Characters of a transcript in one answer, and of the parts of a task's summary. */
  transcriptCharacters: { min: 100, max: 50_000, default: 10_000 },
  previewCharacters: 1_500,
  clipTranscriptCharacters: 400,
  /** Of a clip's words, a line each. */
  clipWordCharacters: 30_000,
  /** Of a resource. */
  resourceCharacters: MIB,
  /** Uploads of a session that are gone on with when they are asked for again. */
  rememberedUploads: 100,
} as const;

/** Of the server over HTTP. */
export const MCP_HTTP_LIMITS = {
  sessions: 100,
  sessionsPerKey: 10,
  /** A session of which nothing was heard for so long is closed. */
  idleMs: 30 * MINUTE,
  sweepMs: MINUTE,
  connections: 512,
  /** Keys that are looked at at once before a session begins. */
  looksAtOnce: 16,
  headerBytes: 16 * KIB,
  headersTimeoutMs: 10 * SECOND,
  requestTimeoutMs: 30 * SECOND,
  /** How often it is seen which requests are over these times. */
  timeoutsCheckedMs: 5 * SECOND,
  /** Of an idle connection, longer than proxies keep theirs (Caddy two minutes): a request could meet its end and be lost. */
  keepAliveMs: 150 * SECOND,
  stopMs: 5 * SECOND,
} as const;
