// An HTTP proxy before a real server that fails as services and networks do: it answers with an error instead, or breaks a
// body off, or stands still, for as many requests as a test says. Signatures hold, because names of hosts are passed on as
// they came.
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Socket } from "node:net";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { findLastingPort } from "../../../deploy/processes/free-port.ts";
import { cleanUp } from "../clean-up.ts";

export interface SeenRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What happens to a request instead of its being passed on whole. */
export type Fault =
  | {
      readonly kind: "answer";
      readonly status: number;
      /** Of an S3 service's error. */
      readonly code?: string;
      /** In place of such an error. */
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection ends after so many bytes of the request's body. */
  | { readonly kind: "cut request"; readonly afterBytes: number }
  /** The connection ends before any answer, though the request was carried out. */
  | { readonly kind: "lost answer" }
  /** The connection ends after so many bytes of the answer's body. */
  | { readonly kind: "cut"; readonly afterBytes: number }
  /** So many bytes of the answer's body come, and then nothing. */
  | { readonly kind: "stall"; readonly afterBytes: number }
  /** The request is not carried out, and the connection stays. */
  | { readonly kind: "no answer" }
  /** It is carried out so much later. */
  | { readonly kind: "late"; readonly byMs: number }
  /** Both bodies come no faster than this. */
  | { readonly kind: "trickle"; readonly bytesPerS: number };

export interface FaultyProxy {
  readonly url: string;
  readonly requests: SeenRequest[];
  /** Asked for each request; undefined passes it on. */
  fail(decide: (seen: SeenRequest) => Fault | undefined): void;
  /** Refuses all connections, and ends those that there are. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

export interface ProxyOptions {
  readonly target: string;
  /** PEM; makes it speak HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

function errorBody(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}

function answerInstead(
  incoming: IncomingMessage,
  reply: ServerResponse,
  { status, code = "", body = errorBody(code), headers }: Extract<Fault, { kind: "answer" }>,
): void {
  incoming.resume();
  incoming.on("end", () => {
    reply.writeHead(status, { "content-type": "application/xml", ...headers });
    reply.end(incoming.method === "HEAD" ? undefined : body);
  });
}

/** Ends the connection once so much of the request has come. */
function cutRequest(incoming: IncomingMessage, afterBytes: number): void {
  let cameBytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    cameBytes += chunk.length;
    if (cameBytes > afterBytes) incoming.socket.destroy();
  });
}

/** Steps per second in which a body trickles. */
const TRICKLE_STEPS = 10;

async function* trickle(body: IncomingMessage, bytesPerS: number): AsyncGenerator<Buffer> {
  const stepBytes = Math.ceil(bytesPerS / TRICKLE_STEPS);
  for await (const chunk of body as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length; from += stepBytes) {
      await pause(1_000 / TRICKLE_STEPS);
      yield chunk.subarray(from, from + stepBytes);
    }
  }
}

/** Passes one body on at the speed of a fault that has one. */
function passAt(fault: Fault | undefined, body: IncomingMessage, to: Writable): void {
  if (fault?.kind !== "trickle") body.pipe(to);
  // Whose connection ended is told by the other's events.
  else pipeline(Readable.from(trickle(body, fault.bytesPerS)), to).catch(() => undefined);
}

/** Passes the body on until the fault strikes. */
function passBody(answer: IncomingMessage, reply: ServerResponse, fault: Fault | undefined): void {
  const limited = fault?.kind === "cut" || fault?.kind === "stall" ? fault : undefined;
  let passedBytes = 0;
  answer.on("data", (chunk: Buffer) => {
    if (limited === undefined) {
      reply.write(chunk);
      return;
    }
    const left = Math.max(0, limited.afterBytes - passedBytes);
    passedBytes += chunk.length;
    if (left > 0) reply.write(chunk.subarray(0, left));
    if (passedBytes < limited.afterBytes) return;
    answer.destroy();
    // What was written has to be on its way first.
    if (limited.kind === "cut") setImmediate(() => reply.destroy());
  });
  answer.on("end", () => {
    if (limited === undefined || passedBytes < limited.afterBytes) reply.end();
  });
  answer.on("error", () => undefined);
}

export async function faultyProxy(t: TestContext, { target, tls }: ProxyOptions): Promise<FaultyProxy> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let decide: (seen: SeenRequest) => Fault | undefined = () => undefined;
  const { hostname, port: targetPort } = new URL(target);
  const handle = (incoming: IncomingMessage, reply: ServerResponse): void => {
    const { method = "", url = "", headers } = incoming;
    const seen = { method, url, headers };
    requests.push(seen);
    const fault = decide(seen);
    if (fault?.kind === "answer") {
      answerInstead(incoming, reply, fault);
      return;
    }
    if (fault?.kind === "no answer") {
      incoming.resume();
      return;
    }
    if (fault?.kind === "late") setTimeout(() => pass(incoming, reply, fault), fault.byMs);
    else pass(incoming, reply, fault);
  };
  const pass = (incoming: IncomingMessage, reply: ServerResponse, fault: Fault | undefined): void => {
    const { method, url, headers } = incoming;
    if (fault?.kind === "cut request") cutRequest(incoming, fault.afterBytes);
    const passed = request({ host: hostname, port: targetPort, method, path: url, headers }, (answer) => {
      if (fault?.kind === "lost answer") {
        answer.resume();
        answer.on("end", () => reply.destroy());
        return;
      }
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      reply.flushHeaders();
      if (fault?.kind === "trickle") passAt(fault, answer, reply);
      else passBody(answer, reply, fault);
    });
    passed.on("error", () => reply.destroy());
    incoming.on("error", () => passed.destroy());
    reply.on("close", () => passed.destroy());
    passAt(fault, incoming, passed);
  };
  const server = tls === undefined ? createHttpServer(handle) : createHttpsServer(tls, handle);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  // It may be listened on again after it was left: no passing connection takes it meanwhile.
  const port = await findLastingPort("127.0.0.1");
  await listen(port);
  cleanUp(t, () => (server.listening ? close() : undefined));
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    requests,
    fail: (each) => {
      decide = each;
    },
    goAway: close,
    comeBack: () => listen(port),
  };
}
