// One stream of server-sent events, open while somebody listens and shared by all who do. A break is told to who wants to
// know. The browser connects again by itself after one; what the server refused the browser gives up, and it is asked for
// again here, after a pause that grows with each refusal: a control plane that starts again must not meet all tabs at once.

/** A stream that nobody listens to stays this long: the next view often follows at once. */
const LINGER_MS = 2_000;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
/** EventSource.CLOSED: the browser does not connect again. */
const CLOSED = 2;

/** What of an EventSource is used. */
export interface EventStream extends Pick<EventTarget, "addEventListener"> {
  readonly readyState: number;
  close(): void;
}

export interface Listener {
  readonly onData: (data: unknown) => void;
  /** Events stay away. @param isRefused whether the browser has given up, such as where there is no session any more */
  readonly onBreak?: ((isRefused: boolean) => void) | undefined;
}

export class LiveStream {
  readonly #connect: () => EventStream;
  readonly #listeners = new Map<string, Set<Listener>>();
  #source: EventStream | undefined;
  #closing: ReturnType<typeof setTimeout> | undefined;
  #reopening: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #isSeen = true;

  constructor(connect: () => EventStream) {
    this.#connect = connect;
  }

  /** Closes the connection, and forgets refusals; the next listener opens it again. */
  close(): void {
    clearTimeout(this.#closing);
    clearTimeout(this.#reopening);
    this.#source?.close();
    this.#source = undefined;
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  /** Connects anew, where somebody listens. */
  reopen(): void {
    this.close();
    if (this.#isHeard) this.#open();
  }

  /** Keeps the stream closed while nobody sees the tab: a browser has six connections to a control plane for all its tabs. */
  setSeen(isSeen: boolean): void {
    if (isSeen === this.#isSeen) return;
    this.#isSeen = isSeen;
    if (!isSeen) this.close();
    else if (this.#isHeard) this.#open();
  }

  /** Returns how to stop listening. */
  listen(event: string, listener: Listener): () => void {
    const those = this.#listeners.get(event) ?? new Set();
    if (!this.#listeners.has(event)) this.#source?.addEventListener(event, this.#dispatch);
    this.#listeners.set(event, those.add(listener));
    clearTimeout(this.#closing);
    if (this.#source === undefined || this.#source.readyState === CLOSED) this.#open();
    return () => {
      those.delete(listener);
      if (!this.#isHeard) this.#closing = setTimeout(() => this.close(), LINGER_MS);
    };
  }

  get #isHeard(): boolean {
    return [...this.#listeners.values()].some((set) => set.size > 0);
  }

  #open(): void {
    clearTimeout(this.#reopening);
    if (!this.#isSeen) return;
    const source = this.#connect();
    this.#source = source;
    source.addEventListener("open", () => {
      this.#pauseMs = FIRST_PAUSE_MS;
    });
    source.addEventListener("error", () => this.#break(source));
    for (const event of this.#listeners.keys()) source.addEventListener(event, this.#dispatch);
  }

  #break(source: EventStream): void {
    if (source !== this.#source) return;
    const isRefused = source.readyState === CLOSED;
    if (isRefused) {
      clearTimeout(this.#reopening);
      this.#reopening = setTimeout(() => this.#open(), this.#pauseMs);
      this.#pauseMs = Math.min(2 * this.#pauseMs, MAX_PAUSE_MS);
    }
    for (const listener of [...this.#listeners.values()].flatMap((set) => [...set])) {
      listener.onBreak?.(isRefused);
    }
  }

  readonly #dispatch = (event: Event): void => {
    const { data: text } = event as Event & { readonly data: string };
    const data = JSON.parse(text) as unknown;
    for (const listener of [...(this.#listeners.get(event.type) ?? [])]) listener.onData(data);
  };
}
