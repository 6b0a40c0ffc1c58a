// Replies that end otherwise than the server underneath has them end. These functions are called before anything is sent.
import type { Request, Response } from "hyper-express";

type EndWithoutBody = (lengthBytes?: number, closesConnection?: boolean) => unknown;

/**
 * Those to HEAD, 204 and 304. The server takes the length that it is told of a body that is not sent for one that is
 * still to come, and "no length" for 2^63 bytes: it would end the connection at its next request, which through a proxy
 * may be anybody's. So the length is written as a header like others, and the reply is ended without a word of it, unless
 * the connection ends with it: that only the server can do.
 */
export function endWithoutBody({ raw }: Response): void {
  const end: EndWithoutBody = raw.endWithoutBody.bind(raw);
  const endKnown: EndWithoutBody = (lengthBytes, closesConnection) => {
    if (closesConnection === true && lengthBytes !== undefined) return end(lengthBytes, true);
    if (lengthBytes !== undefined) raw.writeHeader("content-length", String(lengthBytes));
    if (closesConnection === true) raw.writeHeader("connection", "close");
    return end();
  };
  Object.assign(raw, { endWithoutBody: endKnown });
}

/** Whether a request's connection ends with its reply, as the server below tells it: by the length of the word. */
export function asksForEnd({ headers }: Request): boolean {
  return headers.connection?.length === "close".length;
}

/**
 * With these their connection ends, at a shutdown: whoever kept it, such as a proxy, sends its next request over another
 * one. A file's connection stays until the shutdown is over.
 */
export function endConnectionWithReply({ raw }: Response): void {
  const end = raw.end.bind(raw);
  Object.assign(raw, { end: (body?: Parameters<typeof end>[0]) => end(body, true) });
}
