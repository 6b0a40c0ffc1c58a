import type { Socket } from "node:net";

/**
 * Ends a connection at once, by a reset where it can be one. Where its own end is just being sent, Node 22 calls a reset
 * refused and takes the handle for closed nevertheless (`TCPWrap::Reset`): the process could never end by itself again.
 */
export function resetConnection(socket: Socket): void {
  const isEnding = socket.writableEnded && !socket.writableFinished;
  if (isEnding) socket.destroy();
  else socket.resetAndDestroy();
}
