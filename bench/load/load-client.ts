// A process that loads an HTTP server: many keep-alive connections, each sending its next request when the answer to
// the last is complete. It writes and reads bare sockets, because the usual clients cannot keep up with the servers
// that are measured. Answers need a content-length, as all of ours have.
import { connect } from "node:net";
import { text } from "node:stream/consumers";

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  /** Whole requests as they go over the wire; connection n sends them in turn, beginning with the nth. */
  readonly requests: readonly string[];
}

export interface LoadResult {
  readonly answers: number;
  /** Answers with another status than 2xx. */
  readonly failures: number;
  readonly requestsPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

interface Tally {
  readonly latenciesMs: number[];
  failures: number;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Length of the first whole answer in the buffer, or -1. */
function answerLength(buffer: Buffer): number {
  const headEnd = buffer.indexOf(HEAD_END);
  if (headEnd === -1) return -1;
  const head = buffer.toString("latin1", 0, headEnd);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const total = headEnd + HEAD_END.length + Number(length ?? 0);
  return buffer.length >= total ? total : -1;
}

function runConnection(load: Load, first: number, until: number, tally: Tally): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(load.port, "127.0.0.1");
    socket.setNoDelay(true);
    let index = first;
    let sentAt = 0;
    let pending: Buffer = Buffer.alloc(0);
    const send = (): void => {
      sentAt = performance.now();
      socket.write(load.requests[index % load.requests.length] ?? "");
      index += 1;
    };
    socket.once("connect", send);
    socket.once("error", reject);
    socket.once("close", () => resolve());
    socket.on("data", (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const length = answerLength(pending);
      if (length === -1) return;
      const now = performance.now();
      tally.latenciesMs.push(now - sentAt);
      // "HTTP/1.1 2…"
      if (pending[9] !== 0x32) tally.failures += 1;
      pending = pending.subarray(length);
      if (now < until) send();
      else socket.end();
    });
  });
}

async function runLoad(load: Load): Promise<LoadResult> {
  const tally: Tally = { latenciesMs: [], failures: 0 };
  const startedAt = performance.now();
  const until = startedAt + load.durationMs;
  await Promise.all(
    Array.from({ length: load.connections }, (_, index) => runConnection(load, index, until, tally)),
  );
  const tookMs = performance.now() - startedAt;
  const sorted = Float64Array.from(tally.latenciesMs).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return {
    answers: sorted.length,
    failures: tally.failures,
    requestsPerSecond: sorted.length / (tookMs / 1_000),
    medianMs: at(0.5),
    p99Ms: at(0.99),
  };
}

const load = JSON.parse(await text(process.stdin)) as Load;
process.stdout.write(JSON.stringify(await runLoad(load)));
