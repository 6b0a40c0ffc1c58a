// A request's body as a stream that holds the client back while its reader is slow. hyper-express's own stream cannot:
// each of its reads sets a paused pipe flowing again, so that a fast client and a slow disk fill the memory (a 300 MiB
// body left up to 264 MiB in buffers). This takes the chunks where its buffering parser would, and pauses the socket
// itself. A body that comes slowly is kept from being cut by the server below, without a reply: its reader's own bounds
// count. It relies on members of the pinned hyper-express 6.18 that are not public; the tests of this file fail where
// another version changes them.
import { Readable } from "node:stream";
import type { Request, Response } from "hyper-express";
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import { ClientDisconnected } from "./client-disconnect.ts";
import { BodyBlocks } from "./wire/body-blocks.ts";
import { keepConnection } from "./wire/keep-connection.ts";

/** hyper-express's mode in which it hands each chunk to a collector. */
const BUFFERING_MODE = 1;

interface BodyParser {
  _body_parser_mode: number;
  _body_parser_passthrough: (chunk: Uint8Array, isLast: boolean) => void;
  _body_parser_flush_buffered(): void;
  pause(): void;
  resume(): void;
}

/**
 * The body of a request that has one; call it once. It ends early with an error when the client goes away.
 * @param hasBody whether a body follows the headers: without one no chunk ever comes
 */
export function bodyStream(request: Request, response: Response, hasBody: boolean): Readable {
  if (!hasBody) return Readable.from([]);
  const parser = request as unknown as BodyParser;
  const blocks = new BodyBlocks();
  let isWanted = false;
  let isWhole = false;
  const hand = (): void => {
    const piece = isWanted ? blocks.take() : undefined;
    if (piece !== undefined) {
      isWanted = false;
      body.push(piece);
    }
    if (isWhole && blocks.waitingBytes === 0) body.push(null);
    else if (blocks.waitingBytes < HTTP_LIMITS.bodyBufferBytes) parser.resume();
  };
  // Of pieces: of bytes, a reader would get copies of them.
  const body = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read: () => {
      isWanted = true;
      hand();
    },
  });
  // A reader hears of it where it reads; one that has stopped reading does not, and must not end the process.
  body.on("error", () => undefined);
  response.once("abort", () => body.destroy(new ClientDisconnected()));
  parser._body_parser_mode = BUFFERING_MODE;
  parser._body_parser_passthrough = (chunk, isLast) => {
    if (body.destroyed) return;
    // The chunk's memory is the server's again when this returns.
    if (chunk.byteLength > 0) blocks.add(chunk);
    isWhole = isLast;
    if (blocks.waitingBytes >= HTTP_LIMITS.bodyBufferBytes) parser.pause();
    hand();
  };
  parser._body_parser_flush_buffered();
  body.once(
    "close",
    keepConnection(response, () => request.paused),
  );
  return body;
}
