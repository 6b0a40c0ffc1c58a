// The client's side of a large transfer: as little work as possible, so that the server is what is measured.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const CHUNK = Buffer.alloc(256 * 1_024, "clipmill");

function* repeatedChunks(sizeBytes: number): Generator<Buffer> {
  for (let left = sizeBytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
}

function checkStatus(response: IncomingMessage): void {
  if (response.statusCode !== 200) throw new Error(`The server answered ${response.statusCode}.`);
}

/** Sends `sizeBytes` of made-up content; resolves when the server has answered. */
export async function putBytes(url: string, sizeBytes: number, signal: AbortSignal): Promise<void> {
  const headers = { "content-type": "video/mp4", "content-length": sizeBytes };
  const sending = request(url, { method: "PUT", headers, signal });
  const answered = once(sending, "response");
  await Promise.all([pipeline(Readable.from(repeatedChunks(sizeBytes)), sending), answered]);
  const [response]: IncomingMessage[] = await answered;
  if (response === undefined) throw new Error("The server did not answer.");
  response.resume();
  checkStatus(response);
}

/** Receives the whole answer and throws it away; fails unless it has `sizeBytes`. */
export async function getBytes(url: string, sizeBytes: number, signal: AbortSignal): Promise<void> {
  const asking = request(url, { signal }).end();
  const [response]: IncomingMessage[] = await once(asking, "response");
  if (response === undefined) throw new Error("The server did not answer.");
  checkStatus(response);
  let receivedBytes = 0;
  response.on("data", (chunk: Buffer) => {
    receivedBytes += chunk.length;
  });
  await once(response, "end");
  if (receivedBytes !== sizeBytes) throw new Error(`${receivedBytes} bytes came instead of ${sizeBytes}.`);
}
