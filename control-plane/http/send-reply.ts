// Writes replies to the wire. A client that went away is no error: nothing more is written to it.
import type { Response } from "hyper-express";
import type { Reply } from "./route.ts";
import { sendFile } from "./send-file.ts";

type Headers = Readonly<Record<string, string>>;

/** Content types are never guessed by a browser, and no reply is cached unless it says so. */
function sendHead(response: Response, status: number, requestId: string, headers: Headers): void {
  response.status(status);
  response.header("x-request-id", requestId);
  response.header("x-content-type-options", "nosniff");
  if (headers["cache-control"] === undefined) response.header("cache-control", "no-store");
  for (const name in headers) response.header(name, headers[name] ?? "");
}

/** Sends a JSON body. */
export function sendJson(
  response: Response,
  status: number,
  requestId: string,
  body: unknown,
  headers: Headers = {},
  closesConnection = false,
): void {
  if (response.completed) return;
  sendHead(response, status, requestId, headers);
  response.header("content-type", "application/json");
  response.send(JSON.stringify(body), closesConnection);
}

/** Sends a handler's reply; resolves when it is handed over or the client is gone. */
export async function sendReply(response: Response, requestId: string, reply: Reply): Promise<void> {
  if (reply.kind === "json") {
    const { status, message, data, pagination } = reply;
    sendJson(response, status, requestId, { status, message, data, pagination });
  } else if (reply.kind === "text") {
    if (response.completed) return;
    sendHead(response, reply.status, requestId, { ...reply.headers, "content-type": reply.contentType });
    response.send(reply.text);
  } else if (response.completed) {
    reply.content?.destroy();
  } else {
    sendHead(response, reply.status, requestId, reply.headers);
    await sendFile(response, reply.content, reply.sizeBytes);
  }
}
