// Replies with which their connection ends, at a shutdown: whoever kept it, such as a proxy, sends its next request over
// another one.
import type { Response } from "hyper-express";

/** Call it before anything is sent. A file's connection stays until the shutdown is over. */
export function endConnectionWithReply({ raw }: Response): void {
  const end = raw.end.bind(raw);
  Object.assign(raw, { end: (body?: Parameters<typeof end>[0]) => end(body, true) });
}
