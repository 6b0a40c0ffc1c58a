// What becomes of a link whose media did not come, or broke. A player does not say whether its link was behind its time, the
// control plane was busy or the browser knows no such format, and gives up at the first refusal; so the address is asked why.
// What passes is tried again, and a dead link is renewed by reading again what it stood in.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Resource } from "../../api/use-resource.ts";
import { whenSeenAfter } from "../../api/when-seen.ts";
import { NO_TRIES, nextTry, triesAfterLoad } from "./next-try.ts";
import { useSteadyUrl } from "./use-steady-url.ts";

/** What was read that has a player's link: read again it has another one, or the same within the same second. */
export type LinkSource = Pick<Resource<unknown>, "data" | "error" | "reload">;

export interface MediaLink {
  /** Undefined where there is nothing to play. */
  readonly url: string | undefined;
  /** Whether there is something that cannot be played: the browser knows no such format, or the file does not come. */
  readonly isRefused: boolean;
  /** Whether it is tried again by itself. */
  readonly isWaiting: boolean;
  /** Asks for another link and tries it, at the reader's wish. */
  readonly retry: () => void;
  /** Whether another link is on its way: what fails meanwhile says nothing. */
  readonly isRenewing: () => boolean;
  /** To be told that the media came. */
  readonly noteLoaded: () => void;
  /** To be told that it did not, or broke. @param hasPlayed whether some of it was played since it came */
  readonly noteFailed: (hasPlayed: boolean) => void;
}

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

/** Reads again what a link stood in. */
function useRenewal({ data, error, reload }: LinkSource, onCome: () => void, onFail: () => void) {
  const isAsked = useRef(false);
  const end = (tell: () => void): void => {
    if (!isAsked.current) return;
    isAsked.current = false;
    tell();
  };
  useLayoutEffect(() => end(onCome), [data]);
  useEffect(() => {
    if (error !== undefined) end(onFail);
  }, [error]);
  return {
    isAsked,
    ask(): void {
      isAsked.current = true;
      reload();
    },
  };
}

/**
 * @param latest the address as it was signed last; the link keeps its first one until that fails
 * @param load what loads the player anew, once it has the address
 */
export function useMediaLink(latest: string | undefined, source: LinkSource, load: () => void): MediaLink {
  const [url, takeLatest] = useSteadyUrl(latest);
  const [refused, setRefused] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const tries = useRef(NO_TRIES);
  const stop = useRef((): void => undefined);
  useEffect(() => () => stop.current(), []);
  const begin = (): void => {
    takeLatest();
    setRefused(undefined);
    load();
  };
  const refuse = (): void => {
    setWaiting(false);
    setRefused(url);
  };
  const renewal = useRenewal(source, begin, refuse);
  const askWhy = async (address: string): Promise<void> => {
    stop.current();
    const asking = new AbortController();
    stop.current = () => asking.abort();
    const response = await ask(address, asking.signal);
    if (asking.signal.aborted) return;
    const next = nextTry(tries.current, response, isOwn(address));
    if (next === undefined) return refuse();
    tries.current = next.tries;
    setWaiting(true);
    if (next.isLinkDead) renewal.ask();
    else stop.current = whenSeenAfter(next.pauseMs, begin);
  };
  return {
    url,
    isRefused: url !== undefined && url === refused,
    isWaiting: url !== undefined && isWaiting,
    isRenewing: () => renewal.isAsked.current,
    retry() {
      stop.current();
      tries.current = NO_TRIES;
      renewal.ask();
    },
    noteLoaded() {
      tries.current = triesAfterLoad(tries.current);
      setWaiting(false);
    },
    noteFailed(hasPlayed) {
      if (url === undefined) return;
      if (hasPlayed) tries.current = NO_TRIES;
      // The page was read again since.
      if (url !== latest) begin();
      else void askWhy(url);
    },
  };
}
