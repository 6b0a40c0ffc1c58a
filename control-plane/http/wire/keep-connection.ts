// Transfers that move slowly. The server below ends a connection, without a word, that has stood still for 8 to 12 s or
// takes in less than some 160 KB in that time. Our own bounds are to count instead, as they are told, and longer: a
// connection that goes on after a pause has its whole time again.
import type { Response } from "hyper-express";
import { HTTP_LIMITS } from "../../../shared/limits/requests.ts";

/**
 * Keeps a connection until the result is called, or its reply is over.
 * @param isHeld whether we take nothing in on purpose: then it has to stay so
 */
export function keepConnection(response: Response, isHeld: () => boolean = () => false): () => void {
  const stop = (): void => clearInterval(renewal);
  const renewal = setInterval(() => {
    if (response.completed) stop();
    else if (!isHeld()) renew(response);
  }, HTTP_LIMITS.renewalMs);
  renewal.unref();
  return stop;
}

function renew({ raw }: Response): void {
  try {
    raw.pause().resume();
  } catch {
    // The last byte has gone out at this moment: the connection is no longer this reply's.
  }
}
