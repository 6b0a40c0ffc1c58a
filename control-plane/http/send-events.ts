// Streams server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) to a client. Comments
// in the pauses keep proxies from closing the connection and show when a client is gone. A client that takes nothing
// between two or three heartbeats is cut; until then the next event is not even asked for.
import { once } from "node:events";
import { PassThrough, type TransformCallback } from "node:stream";
import type { Response } from "hyper-express";
import { encodeJson } from "../tasks/read/raw-json.ts";
import type { EventsReply, ServerEvent } from "./route.ts";
import { keepConnection } from "./wire/keep-connection.ts";

/** What is handed to the connection at once: a large event that moves at all is then told from one that does not. */
const PIECE_BYTES = 64 * 1024;
const HEARTBEAT = ": \n\n";

/** What waits to be sent, and how much of it has gone. */
class EventBody extends PassThrough {
  #passedBytes = 0;

  get takenBytes(): number {
    return this.#passedBytes - this.readableLength;
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, callback: TransformCallback): void {
    this.#passedBytes += chunk.length;
    super._transform(chunk, encoding, callback);
  }
}

function formatEvent({ id, event, data }: ServerEvent): Buffer {
  const json = encodeJson(data);
  const content = typeof json === "string" ? Buffer.from(json) : json;
  return Buffer.concat([Buffer.from(`id: ${id}\nevent: ${event}\ndata: `), content, Buffer.from("\n\n")]);
}

/** Writes events as the client takes them. */
async function writeEvents(
  body: EventBody,
  events: AsyncIterable<ServerEvent>,
  signal: AbortSignal,
): Promise<void> {
  for await (const event of events) {
    const frame = formatEvent(event);
    for (let offset = 0; offset < frame.length; offset += PIECE_BYTES) {
      const hasRoom = body.write(frame.subarray(offset, offset + PIECE_BYTES));
      if (!hasRoom) await once(body, "drain", { signal });
    }
  }
  body.end();
}

/** Writes comments, and calls `onStall` when bytes wait of which none has moved since the last comment. */
function keepAlive(body: EventBody, heartbeatMs: number, onStall: () => void): NodeJS.Timeout {
  let takenBefore = 0;
  let wasWaiting = false;
  const beat = (): void => {
    const isWaiting = body.readableLength > 0;
    if (isWaiting && wasWaiting && body.takenBytes === takenBefore) {
      onStall();
      return;
    }
    wasWaiting = isWaiting;
    takenBefore = body.takenBytes;
    body.write(HEARTBEAT);
  };
  return setInterval(beat, heartbeatMs);
}

/** Sends the events of a reply whose head is set. Returns at once: the stream lives on until either side ends it. */
export function sendEvents(response: Response, reply: EventsReply): void {
  const ended = new AbortController();
  const body = new EventBody();
  const letGo = keepConnection(response);
  const end = (): void => {
    letGo();
    ended.abort();
    clearInterval(heartbeat);
    reply.close();
    body.destroy();
  };
  // response.close() tells nobody, so that what waits for the end must be told here.
  const cut = (): void => {
    response.close();
    end();
  };
  // A stream that resumes may have nothing to tell for long; the head goes out with the first bytes.
  body.write(HEARTBEAT);
  const heartbeat = keepAlive(body, reply.heartbeatMs, cut);
  response.once("close", end);
  response.stream(body).then(end, end);
  writeEvents(body, reply.events, ended.signal).catch(cut);
}
