// Streams of server-sent events, each open while a view listens and shared by all of the tab that do: one of the account,
// and one of operators' figures, which no other page asks for.
import { useEffect, useRef } from "preact/hooks";

/** A stream that nobody listens to stays this long: the next view often follows at once. */
const LINGER_MS = 2_000;

type Listener = (data: unknown) => void;

class LiveStream {
  readonly #address: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  #source: EventSource | undefined;
  #closing: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  close(): void {
    this.#source?.close();
    this.#source = undefined;
  }

  /** Returns how to stop listening. */
  listen(event: string, listener: Listener): () => void {
    const known = this.#listeners.get(event);
    const those = known ?? new Set();
    this.#listeners.set(event, those.add(listener));
    const stream = this.#open();
    if (known === undefined) stream.addEventListener(event, this.#dispatch);
    return () => {
      those.delete(listener);
      const nobodyListens = [...this.#listeners.values()].every((set) => set.size === 0);
      if (nobodyListens) this.#closing = setTimeout(() => this.close(), LINGER_MS);
    };
  }

  #open(): EventSource {
    clearTimeout(this.#closing);
    // The browser connects again by itself after a break; one that the server refused is made anew.
    if (this.#source === undefined || this.#source.readyState === EventSource.CLOSED) {
      this.#source = new EventSource(this.#address);
      for (const event of this.#listeners.keys()) this.#source.addEventListener(event, this.#dispatch);
    }
    return this.#source;
  }

  readonly #dispatch = (event: MessageEvent<string>): void => {
    const data = JSON.parse(event.data) as unknown;
    for (const listener of [...(this.#listeners.get(event.type) ?? [])]) listener(data);
  };
}

const ACCOUNT = new LiveStream("/console/api/events");
const OPERATORS = new LiveStream("/console/api/operator/events");

/** Closes the streams at once: at signing out, and for another account. */
export function closeLive(): void {
  ACCOUNT.close();
  OPERATORS.close();
}

function useStream(stream: LiveStream, event: string, listener: Listener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => stream.listen(event, (data) => latest.current(data)), [stream, event]);
}

/** Calls back with the data of each event of a name, while the view is shown. */
export function useLive(event: string, listener: Listener): void {
  useStream(ACCOUNT, event, listener);
}

/** The same of what only operators are told. */
export function useOperatorLive(event: string, listener: Listener): void {
  useStream(OPERATORS, event, listener);
}
