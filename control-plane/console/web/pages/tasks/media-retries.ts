// What comes of a player whose media did not come. It does not say whether the control plane was busy or the browser knows no
// such format, and gives up at the first refusal; so the address is asked why, and what passes is tried again.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { whenSeenAfter } from "../../api/when-seen.ts";

/** Before each further try: half a minute in all, in which a control plane has started again. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000] as const;
const MAX_PAUSE_MS = 60_000;
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** How often a player was sent for its media again. */
export interface Tries {
  /** Because the server was busy or away. */
  readonly passing: number;
  /** Although it was there: it may have come back just before it was asked. */
  readonly there: number;
}

const NO_TRIES: Tries = { passing: 0, there: 0 };

export interface NextTry {
  readonly pauseMs: number;
  readonly tries: Tries;
}

/** What a server wishes, in milliseconds (RFC 9110, 10.2.3); 0 where it says nothing. */
function retryAfterMs({ headers }: Response): number {
  const text = headers.get("retry-after") ?? "";
  const ms = /^\d+$/.test(text) ? 1_000 * Number(text) : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? 0 : ms;
}

/** Whether a failure to connect says anything: another origin may only not let pages read what it sends. */
function isOwn(url: string): boolean {
  return new URL(url, location.href).origin === location.origin;
}

/**
 * When a player that failed is to load again; undefined where that would change nothing.
 * @param response of its address; undefined where it did not answer
 */
export function nextTry(
  tries: Tries,
  response: Response | undefined,
  isOwnAddress: boolean,
): NextTry | undefined {
  const isPassing = response === undefined ? isOwnAddress : PASSING_STATUSES.has(response.status);
  const pauseMs = PAUSES_MS[tries.passing];
  if (isPassing && pauseMs !== undefined) {
    const wishedMs = response === undefined ? 0 : retryAfterMs(response);
    return {
      pauseMs: Math.min(MAX_PAUSE_MS, Math.max(pauseMs, wishedMs)),
      tries: { ...tries, passing: tries.passing + 1 },
    };
  }
  if (response?.ok === true && tries.there === 0) return { pauseMs: 0, tries: { ...tries, there: 1 } };
  return undefined;
}

/** Asks for the first byte. */
async function ask(url: string, signal: AbortSignal): Promise<Response | undefined> {
  const headers = { range: "bytes=0-0" };
  const response = await fetch(url, { headers, cache: "no-store", signal }).catch(() => undefined);
  void response?.body?.cancel();
  return response;
}

function loadAgain(video: HTMLVideoElement): void {
  const isPlaying = !video.paused;
  video.load();
  // Refused where the file cannot be played, of which the player's error tells.
  if (isPlaying) video.play().catch(() => undefined);
}

export interface MediaRetries {
  /** Whether it is tried again by itself. */
  readonly isWaiting: boolean;
  /** After a player's error. @param onRefused called where another try would change nothing */
  readonly fail: (url: string, onRefused: () => void) => void;
  /** The media is there. */
  readonly succeed: () => void;
  /** Counts anew: for another address, and at the reader's wish. */
  readonly reset: () => void;
}

export function useMediaRetries(video: RefObject<HTMLVideoElement | null>): MediaRetries {
  const [isWaiting, setWaiting] = useState(false);
  const tries = useRef(NO_TRIES);
  const stop = useRef((): void => undefined);
  useEffect(() => () => stop.current(), []);
  const end = (): void => {
    stop.current();
    setWaiting(false);
  };
  return {
    isWaiting,
    fail(url, onRefused) {
      stop.current();
      const asking = new AbortController();
      stop.current = () => asking.abort();
      ask(url, asking.signal).then((response) => {
        if (asking.signal.aborted) return;
        const next = nextTry(tries.current, response, isOwn(url));
        setWaiting(next !== undefined);
        if (next === undefined) return onRefused();
        tries.current = next.tries;
        stop.current = whenSeenAfter(next.pauseMs, () => video.current !== null && loadAgain(video.current));
      });
    },
    succeed: end,
    reset() {
      end();
      tries.current = NO_TRIES;
    },
  };
}
