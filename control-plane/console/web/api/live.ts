// The tab's streams of server-sent events: one of the account, and one of operators' figures, which no other page asks for.
import { useEffect, useRef } from "preact/hooks";
import { type Listener, LiveStream } from "./live-stream.ts";

const ACCOUNT = new LiveStream(() => new EventSource("/console/api/events"));
const OPERATORS = new LiveStream(() => new EventSource("/console/api/operator/events"));

/** Closes the streams at once: at signing out, and for another account. */
export function closeLive(): void {
  ACCOUNT.close();
  OPERATORS.close();
}

function useStream(stream: LiveStream, event: string, listener: Listener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(
    () =>
      stream.listen(event, {
        onData: (data) => latest.current.onData(data),
        onBreak: (isRefused) => latest.current.onBreak?.(isRefused),
      }),
    [stream, event],
  );
}

/** Calls back with the data of each event of a name, while the view is shown. */
export function useLive(event: string, onData: Listener["onData"]): void {
  useStream(ACCOUNT, event, { onData });
}

/** The same of what only operators are told, and when it is not told any more. */
export function useOperatorLive(event: string, listener: Listener): void {
  useStream(OPERATORS, event, listener);
}
