// A player that goes on after its media failed to load. A browser's own gives up at the first failure and does not say whether
// the link has expired, the control plane is busy, or the format is unknown; so the address is asked. A failure that passes is
// tried again, an expired link is renewed by reading again what it stood in, and the player goes on where it was.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Resource } from "../../api/use-resource.ts";
import { whenSeenAfter } from "../../api/when-seen.ts";
import { NO_TRIES, nextTry, triesAfterLoad } from "./next-try.ts";
import { useSteadyUrl } from "./use-steady-url.ts";

/** What was read that has a player's link: read again it has another one, or the same within the same second. */
export type LinkSource = Pick<Resource<unknown>, "data" | "error" | "reload">;

export interface SteadyPlayer {
  /** Undefined where there is nothing to play. */
  readonly url: string | undefined;
  /** Whether there is something that cannot be played: the browser knows no such format, or the file does not come. */
  readonly isRefused: boolean;
  /** Whether it is tried again by itself. */
  readonly isWaiting: boolean;
  readonly playFrom: (timeS: number) => void;
  /** Asks for another link and tries it, at the reader's wish. */
  readonly retry: () => void;
  /** For the element. */
  readonly events: {
    readonly onLoadedMetadata: () => void;
    readonly onTimeUpdate: () => void;
    readonly onError: () => void;
  };
}

/** Where a player that begins anew goes on. */
interface Goal {
  readonly timeS: number;
  readonly isPlaying: boolean;
}

/** What broke sooner may break there every time: a frame that cannot be decoded is no reason to count tries anew. */
const MIN_PLAYED_S = 1;

/** Since it was loaded. */
function playedS({ played }: HTMLVideoElement): number {
  return Array.from({ length: played.length }, (_, at) => played.end(at) - played.start(at)).reduce(
    (sum, lengthS) => sum + lengthS,
    0,
  );
}

function startAt(video: HTMLVideoElement, { timeS, isPlaying }: Goal): void {
  video.currentTime = timeS;
  // Refused where the file cannot be played, of which `onError` hears.
  if (isPlaying) video.play().catch(() => undefined);
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

/** Returns what loads the player anew, also one that preloads nothing: it was asked for once. It goes on where it was. */
function useBeginning(video: RefObject<HTMLVideoElement | null>, goal: RefObject<Goal | null>): () => void {
  const [turn, setTurn] = useState(0);
  // Once the element has its address.
  useLayoutEffect(() => {
    if (turn === 0 || video.current === null) return;
    video.current.preload = "metadata";
    video.current.load();
    if (goal.current !== null) startAt(video.current, goal.current);
  }, [turn]);
  return () => setTurn((count) => count + 1);
}

/**
 * @param latest the address as it was signed last; the player keeps its first one until that fails
 * @param onTime told of the seconds at which it is
 */
export function useSteadyPlayer(
  video: RefObject<HTMLVideoElement | null>,
  latest: string | undefined,
  source: LinkSource,
  onTime: (timeS: number) => void,
): SteadyPlayer {
  const [url, takeLatest] = useSteadyUrl(latest);
  const [refused, setRefused] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const tries = useRef(NO_TRIES);
  /** What was asked for and has not been played yet. */
  const goal = useRef<Goal | null>(null);
  /** From an error until something is loaded: it is at the beginning for a moment. */
  const isBroken = useRef(false);
  const stop = useRef((): void => undefined);
  useEffect(() => () => stop.current(), []);
  const load = useBeginning(video, goal);
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
    playFrom(timeS) {
      goal.current = { timeS, isPlaying: true };
      if (video.current !== null) startAt(video.current, goal.current);
    },
    retry() {
      stop.current();
      tries.current = NO_TRIES;
      renewal.ask();
    },
    events: {
      onLoadedMetadata() {
        isBroken.current = false;
        tries.current = triesAfterLoad(tries.current);
        setWaiting(false);
        if (video.current !== null && goal.current !== null) startAt(video.current, goal.current);
      },
      onTimeUpdate() {
        if (video.current === null || isBroken.current) return;
        if (!video.current.seeking) goal.current = null;
        onTime(video.current.currentTime);
      },
      onError() {
        if (video.current === null || url === undefined || renewal.isAsked.current) return;
        isBroken.current = true;
        goal.current ??= { timeS: video.current.currentTime, isPlaying: !video.current.paused };
        if (playedS(video.current) >= MIN_PLAYED_S) tries.current = NO_TRIES;
        // The page was read again since.
        if (url !== latest) begin();
        else void askWhy(url);
      },
    },
  };
}
