// Writes replies to the wire. A client that went away is no error: nothing more is written to it.
import type { Response } from "hyper-express";
import { encodeJson } from "../tasks/read/raw-json.ts";
import type { Reply } from "./route.ts";
import { sendEvents } from "./send-events.ts";
import { sendFile } from "./send-file.ts";

type Headers = Readonly<Record<string, string>>;

/** The last one keeps nginx from holding events back. */
const EVENT_HEADERS = { "content-type": "text/event-stream", "x-accel-buffering": "no" };

/** Frees what a reply holds that nobody waits for any more. */
export function closeReply(reply: Reply): void {
  if (reply.kind === "file") reply.content?.destroy();
  if (reply.kind === "events") reply.close();
}

/** Content types are never guessed by a browser, and no reply is cached unless it says so. */
function sendHead(response: Response, status: number, requestId: string, headers: Headers): void {
  response.status(status);
  response.header("x-request-id", requestId);
  response.header("x-content-type-options", "nosniff");
  if (headers["cache-control"] === undefined) response.header("cache-control", "no-store");
  for (const name in headers) response.header(name, headers[name] ?? "");
}

function setCookies(response: Response, cookies: readonly string[] = []): void {
  if (cookies.length > 0) response.header("set-cookie", [...cookies]);
}

export interface JsonResponse {
  readonly status: number;
  readonly requestId: string;
  readonly body: unknown;
  readonly headers?: Headers;
  readonly closesConnection?: boolean;
}

/** Sends a JSON body. */
export function sendJson(
  response: Response,
  { status, requestId, body, headers = {}, closesConnection = false }: JsonResponse,
): void {
  if (response.completed) return;
  sendHead(response, status, requestId, headers);
  response.header("content-type", "application/json");
  if (closesConnection) response.removeHeader("keep-alive");
  response.send(encodeJson(body), closesConnection);
}

/** Sends a handler's reply; resolves when it is handed over or the client is gone. A stream of events lives on. */
export async function sendReply(response: Response, requestId: string, reply: Reply): Promise<void> {
  if (response.completed) return closeReply(reply);
  switch (reply.kind) {
    case "json": {
      const { status, message, data, pagination } = reply;
      setCookies(response, reply.cookies);
      sendJson(response, { status, requestId, body: { status, message, data, pagination } });
      break;
    }
    case "text":
      setCookies(response, reply.cookies);
      sendHead(response, reply.status, requestId, { ...reply.headers, "content-type": reply.contentType });
      response.send(reply.text);
      break;
    case "bytes":
      sendHead(response, reply.status, requestId, reply.headers);
      response.send(reply.content);
      break;
    case "events":
      sendHead(response, reply.status, requestId, EVENT_HEADERS);
      sendEvents(response, reply);
      break;
    case "file":
      sendHead(response, reply.status, requestId, reply.headers);
      await sendFile(response, reply.content, reply.sizeBytes);
  }
}
