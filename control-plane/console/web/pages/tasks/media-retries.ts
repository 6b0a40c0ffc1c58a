// What comes of a player whose media did not come. It does not say whether the control plane was busy or the browser knows no
// such format, and gives up at the first refusal; so the address is asked why, and what passes is tried again.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { whenSeenAfter } from "../../api/when-seen.ts";
import { NO_TRIES, nextTry } from "./next-try.ts";

/** Whether a failure to connect says anything: another origin may only not let pages read what it sends. */
function isOwn(url: string): boolean {
  return new URL(url, location.href).origin === location.origin;
}

/** Asks for the first byte. */
async function ask(url: string, signal: AbortSignal): Promise<Response | undefined> {
  const headers = { range: "bytes=0-0" };
  const response = await fetch(url, { headers, cache: "no-store", signal }).catch(() => undefined);
  void response?.body?.cancel();
  return response;
}

/** Another origin tells no page why it refuses. */
function isDeadLink(response: Response | undefined, isOwnAddress: boolean): boolean {
  return response === undefined ? !isOwnAddress : response.status >= 400 && response.status < 500;
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
  /**
   * After a player's error.
   * @param onRefused called where another try would change nothing; with whether the link is of no use, as behind its time
   */
  readonly fail: (url: string, onRefused: (isLinkDead: boolean) => void) => void;
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
      void ask(url, asking.signal).then((response) => {
        if (asking.signal.aborted) return;
        const next = nextTry(tries.current, response, isOwn(url));
        setWaiting(next !== undefined);
        if (next === undefined) return onRefused(isDeadLink(response, isOwn(url)));
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
