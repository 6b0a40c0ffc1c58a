// Writes replies to the wire. A client that went away is no error: its file is closed and nothing more is written.
import { PassThrough, type TransformCallback } from "node:stream";
import type { Response } from "hyper-express";
import { HTTP_LIMITS } from "../../shared/limits.ts";
import type { Reply } from "./route.ts";

/** Unsafe content types are never guessed by a browser, and no reply is cached unless it says so. */
const COMMON_HEADERS = { "x-content-type-options": "nosniff", "cache-control": "no-store" } as const;

function sendHeaders(response: Response, status: number, headers: Readonly<Record<string, string>>): void {
  response.status(status);
  for (const [name, value] of Object.entries({ ...COMMON_HEADERS, ...headers })) response.header(name, value);
}

/** Sends a JSON text. */
export function sendJson(
  response: Response,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): void {
  if (response.completed) return;
  sendHeaders(response, status, { ...headers, "content-type": "application/json" });
  response.send(JSON.stringify(body));
}

/** Passes bytes on, and fails when none has moved for too long. */
class IdleWatch extends PassThrough {
  #timer: NodeJS.Timeout;

  constructor(timeoutMs: number) {
    super();
    this.#timer = setTimeout(() => this.destroy(new Error("The client takes nothing.")), timeoutMs);
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, callback: TransformCallback): void {
    this.#timer.refresh();
    super._transform(chunk, encoding, callback);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    super._destroy(error, callback);
  }
}

/** Streams a file; a client that takes no byte for too long is cut off. */
async function sendFile(response: Response, reply: Extract<Reply, { kind: "file" }>): Promise<void> {
  const { content } = reply;
  if (content === null || reply.sizeBytes === 0) {
    content?.destroy();
    response.header("content-length", String(reply.sizeBytes));
    response.send();
    return;
  }
  const watched = content.pipe(new IdleWatch(HTTP_LIMITS.idleStreamTimeoutMs));
  await new Promise<void>((resolve) => {
    const end = (): void => {
      content.destroy();
      watched.destroy();
      resolve();
    };
    content.once("error", () => response.close());
    watched.once("error", () => response.close());
    response.once("close", end);
    response.stream(watched, reply.sizeBytes).then(end, end);
  });
}

/** Sends a handler's reply; resolves when it is handed over or the client is gone. */
export async function sendReply(
  response: Response,
  headers: Readonly<Record<string, string>>,
  reply: Reply,
): Promise<void> {
  if (response.completed) {
    if (reply.kind === "file") reply.content?.destroy();
    return;
  }
  if (reply.kind === "json") {
    const { status, message, data } = reply;
    sendJson(response, status, headers, { status, message, data });
  } else if (reply.kind === "text") {
    sendHeaders(response, reply.status, { ...headers, "content-type": reply.contentType });
    response.send(reply.text);
  } else {
    sendHeaders(response, reply.status, { ...headers, ...reply.headers });
    await sendFile(response, reply);
  }
}
