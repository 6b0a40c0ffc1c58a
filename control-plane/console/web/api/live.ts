// The tab's streams of server-sent events: one of the account, and one of operators' figures, which no other page asks for.
import { useEffect, useRef } from "preact/hooks";
import type { TaskEventView } from "../../api-types/live.ts";
import { type Listener, LiveStream } from "./live-stream.ts";
import { OPERATOR_API } from "./operator-api.ts";

const ACCOUNT = new LiveStream(() => new EventSource("/console/api/events"));
const OPERATORS = new LiveStream(() => new EventSource(`${OPERATOR_API}/events`));

function setSeen(): void {
  for (const stream of [ACCOUNT, OPERATORS]) stream.setSeen(document.visibilityState === "visible");
}
document.addEventListener("visibilitychange", setSeen);
setSeen();

/** Closes the streams at once: at signing out, and for another account. */
export function closeLive(): void {
  ACCOUNT.close();
  OPERATORS.close();
}

/** Opens anew those that somebody listens to: with the session that the browser has by now. */
export function renewLive(): void {
  ACCOUNT.reopen();
  OPERATORS.reopen();
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

/**
 * Told of changes of the account's tasks, while the view is shown.
 * @param onMissed called where more may have changed than is told: at first, after a break, and where it is too much
 */
export function useTaskEvents(onTask: (event: TaskEventView) => void, onMissed: () => void): void {
  useStream(ACCOUNT, "task", { onData: (data) => onTask(data as TaskEventView) });
  useStream(ACCOUNT, "ready", { onData: onMissed });
  useStream(ACCOUNT, "reload", { onData: onMissed });
}

/** Calls back with what only operators are told, and when it is not told any more. */
export function useOperatorLive(event: string, listener: Listener): void {
  useStream(OPERATORS, event, listener);
}
