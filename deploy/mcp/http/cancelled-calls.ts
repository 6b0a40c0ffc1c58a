// A call that its client cancels has no answer, and the SDK would hold the stream for it open until the session's end. A
// stream may be there for several calls: clients of the protocol's version of March 2025 send them in batches.
import type { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CancelledNotificationSchema,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";

/** Ends a stream once each of its calls is answered or cancelled. The transport must be connected. */
export function endCancelledStreams(transport: StreamableHTTPServerTransport): void {
  /** By each call that is neither answered nor cancelled: all such calls that came with it. */
  const open = new Map<RequestId, Set<RequestId>>();
  /** By what the SDK tells of an HTTP request, which is the same object for all that came with it. */
  const batches = new WeakMap<object, Set<RequestId>>();
  const settle = (id: RequestId): void => {
    const batch = open.get(id);
    open.delete(id);
    batch?.delete(id);
    if (batch?.size === 0) transport.closeSSEStream(id);
  };
  const handle = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (isJSONRPCRequest(message) && extra?.requestInfo !== undefined) {
      const batch = batches.get(extra.requestInfo) ?? new Set();
      batches.set(extra.requestInfo, batch.add(message.id));
      open.set(message.id, batch);
    }
    handle?.(message, extra);
    const { data } = CancelledNotificationSchema.safeParse(message);
    const id = data?.params.requestId;
    // Messages of a batch are handed over one by one: what is cancelled among them may not be the last call.
    if (id !== undefined) queueMicrotask(() => settle(id));
  };
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    try {
      await send(message, options);
    } finally {
      const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
      if (isAnswer && message.id !== undefined) settle(message.id);
    }
  };
}
