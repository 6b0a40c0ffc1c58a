// Streams a file to a client. A client that goes away, or that takes no byte for too long, ends the read.
import { PassThrough, type Readable, type TransformCallback } from "node:stream";
import type { Response } from "hyper-express";
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import { keepConnection } from "./wire/keep-connection.ts";

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

/**
 * Sends the body of a reply whose head is written; resolves when it is handed over or the client is gone.
 * @param content null where only its size is told
 */
export async function sendFile(
  response: Response,
  content: Readable | null,
  sizeBytes: number,
): Promise<void> {
  if (content === null || sizeBytes === 0) {
    content?.destroy();
    response.header("content-length", String(sizeBytes));
    response.send();
    return;
  }
  const watched = content.pipe(new IdleWatch(HTTP_LIMITS.idleStreamTimeoutMs));
  const letGo = keepConnection(response);
  await new Promise<void>((resolve) => {
    const end = (): void => {
      letGo();
      content.destroy();
      watched.destroy();
      resolve();
    };
    // response.close() tells nobody, so that what waits for the end must be told here.
    const cut = (): void => {
      response.close();
      end();
    };
    content.once("error", cut);
    watched.once("error", cut);
    response.once("close", end);
    response.stream(watched, sizeBytes).then(end, end);
  });
}
