// Where the node's threads reach a device's process: a socket in a folder that is the node's alone.
import { createServer, type Server, type Socket } from "node:net";
import type { CallAnswer } from "./call-batch.ts";
import type { DeviceCalls } from "./device-calls.ts";
import type { DeviceAnswer, DeviceBegun, DeviceRequest } from "./device-messages.ts";
import { encodeMessage, MessageReader } from "./message-frames.ts";

function pieces(id: number, answer: CallAnswer): Uint8Array[] {
  const message = { ...answer, id } as DeviceAnswer;
  try {
    return encodeMessage(message, "outputs" in answer ? "outputs" : null);
  } catch (error) {
    // Outputs that no message can hold.
    return encodeMessage(
      { id, ok: false, code: "FAILED", message: String(error) } satisfies DeviceAnswer,
      null,
    );
  }
}

function send(socket: Socket, id: number, answer: CallAnswer): void {
  if (socket.destroyed) return;
  socket.cork();
  for (const piece of pieces(id, answer)) socket.write(piece);
  socket.uncork();
}

/** What tells that the device works on a call. */
function beginning(id: number): Uint8Array {
  return Buffer.concat(encodeMessage({ id, begun: true } satisfies DeviceBegun, null));
}

function serve(socket: Socket, calls: DeviceCalls): void {
  /** Calls that the device works on, and those of them that nobody waits for any more. */
  const begun = new Set<number>();
  const unwanted = new Set<number>();
  const cancel = (id: number): void => {
    if (!calls.cancel(socket, id) && begun.has(id)) unwanted.add(id);
  };
  const take = async (request: Exclude<DeviceRequest, { type: "cancel" }>): Promise<void> => {
    const { id } = request;
    const share = "share" in request ? request.share : "";
    const onBegun = (): void => {
      begun.add(id);
      if (!socket.destroyed) socket.write(beginning(id));
    };
    const answer = await calls.take(request, share, { owner: socket, onBegun });
    begun.delete(id);
    if (unwanted.delete(id)) return calls.giveUp(answer);
    send(socket, id, answer);
  };
  const reader = new MessageReader((message) => {
    const request = message as DeviceRequest;
    if (request.type === "cancel") cancel(request.of);
    else void take(request);
  });
  socket.on("data", (chunk) => {
    try {
      reader.push(chunk);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => calls.drop(socket));
}

/**
 * Takes calls at the socket `path` from whoever can open it: its folder keeps other users out. Resolves once
 * calls can come; rejects where the socket cannot be made.
 */
export function listenForCalls(path: string, calls: DeviceCalls): Promise<Server> {
  const server = createServer((socket) => serve(socket, calls));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve(server));
  });
}
