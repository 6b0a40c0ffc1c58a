// Answers before a request's body is wholly in. hyper-express keeps a reply back until the last byte of the body has
// come, so that a client which is refused for what it sends slowly, or far too much of, would wait for nothing; it
// lets go of the reply when told that the body was received.
import type { Request } from "hyper-express";

/** Lets a reply that was handed over go out now. What still comes of the body is taken in and dropped. */
export function endBody(request: Request): void {
  if (request.received) return;
  request.received = true;
  request.emit("received");
}
