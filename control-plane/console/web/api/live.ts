// The tab's one stream of server-sent events, open while a view listens and shared by all that do.
import { useEffect, useRef } from "preact/hooks";

const ADDRESS = "/console/api/events";
/** A stream that nobody listens to stays this long: the next view often follows at once. */
const LINGER_MS = 2_000;

type Listener = (data: unknown) => void;

const listeners = new Map<string, Set<Listener>>();
let source: EventSource | undefined;
let closing: ReturnType<typeof setTimeout> | undefined;

function dispatch(event: MessageEvent<string>): void {
  const data = JSON.parse(event.data) as unknown;
  for (const listener of [...(listeners.get(event.type) ?? [])]) listener(data);
}

function open(): EventSource {
  clearTimeout(closing);
  // The browser connects again by itself after a break; one that the server refused is made anew.
  if (source === undefined || source.readyState === EventSource.CLOSED) {
    source = new EventSource(ADDRESS);
    for (const event of listeners.keys()) source.addEventListener(event, dispatch);
  }
  return source;
}

/** Closes the stream at once: at signing out, and for another account. */
export function closeLive(): void {
  source?.close();
  source = undefined;
}

function listen(event: string, listener: Listener): () => void {
  const known = listeners.get(event);
  const those = known ?? new Set();
  listeners.set(event, those.add(listener));
  const stream = open();
  if (known === undefined) stream.addEventListener(event, dispatch);
  return () => {
    those.delete(listener);
    const nobodyListens = [...listeners.values()].every((set) => set.size === 0);
    if (nobodyListens) closing = setTimeout(closeLive, LINGER_MS);
  };
}

/** Calls back with the data of each event of a name, while the view is shown. */
export function useLive(event: string, listener: Listener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => listen(event, (data) => latest.current(data)), [event]);
}
