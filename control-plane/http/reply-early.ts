// Replies before a request's body is wholly in, as every refusal of a large body is. A connection that is closed while
// its client still sends is reset, and most clients then tell of a broken pipe and never read the reply. So the reply
// goes out at once and the rest of the body is taken in and dropped, as nginx does when it lingers. The server underneath
// does so by itself, and closes a connection that brings less than 16 KB a second; but it ends the connection with the
// reply where the request asks for that, so such replies wait for the body, and so do those to a body of unknown length,
// which could go on for ever.
import type { Request, Response } from "hyper-express";
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import { asksForEnd } from "./wire/replies.ts";

type Send = (closesConnection: boolean) => void;

/** What is known of the rest of a request. */
export interface RestOfRequest {
  /** Its client is refused for sending slowly: it is not waited for any longer. */
  readonly isSlow: boolean;
  /**
   * Where it ends is not clear: its connection ends with the reply; without one, where the read that brought the request's
   * end brought more behind it.
   */
  readonly isUnclear: boolean;
}

/** Lets a reply that was handed over go out. hyper-express keeps it back until it is told that the body was received. */
function releaseReply(request: Request): void {
  if (request.received) return;
  request.received = true;
  request.emit("received");
}

/** How long a reply waits for the body; null where it goes at once and its connection stays. */
function waitMs(request: Request, { isSlow, isUnclear }: RestOfRequest): number | null {
  const length = request.headers["content-length"];
  if (isSlow || isUnclear || Number(length ?? 0) > HTTP_LIMITS.droppedBodyBytes) return 0;
  const endsWithReply = length === undefined || asksForEnd(request);
  return endsWithReply ? HTTP_LIMITS.droppedBodyMs : null;
}

function replyNow(request: Request, response: Response, rest: RestOfRequest, send: Send): void {
  // The client has left, or the server has ended: hyper-express would touch a connection that is gone.
  if (response.completed) return;
  const ms = request.received ? null : waitMs(request, rest);
  send(ms !== null || rest.isUnclear);
  if (ms === null || ms === 0) {
    releaseReply(request);
    return;
  }
  const timer = setTimeout(() => releaseReply(request), ms);
  const stop = (): void => clearTimeout(timer);
  request.once("received", stop);
  response.once("abort", stop);
}

/**
 * Sends a reply that needs nothing of what is left of the request's body. Not while a piece of the body is being handed
 * over: over TLS what is written in the middle of a read loses the rest of that read, and the connection breaks. Nor while
 * more may be read behind an unclear request: the server would answer that too, and forget that the connection is to end.
 * @param send hands the reply over; whether the connection ends with it
 */
export function replyEarly(request: Request, response: Response, rest: RestOfRequest, send: Send): void {
  if (request.received && !rest.isUnclear) send(false);
  else setImmediate(() => replyNow(request, response, rest, send));
}
