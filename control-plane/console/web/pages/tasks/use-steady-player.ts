// A player that goes on where it was when its media did not come, or broke, and is there again (use-media-link.ts).
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type LinkSource, type MediaLink, useMediaLink } from "./use-media-link.ts";

export interface SteadyPlayer extends Pick<MediaLink, "url" | "isRefused" | "isWaiting" | "retry"> {
  readonly playFrom: (timeS: number) => void;
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
  /** What was asked for and has not been played yet. */
  const goal = useRef<Goal | null>(null);
  /** From an error until something is loaded: it is at the beginning for a moment. */
  const isBroken = useRef(false);
  const { isRenewing, noteLoaded, noteFailed, ...link } = useMediaLink(
    latest,
    source,
    useBeginning(video, goal),
  );
  return {
    ...link,
    playFrom(timeS) {
      goal.current = { timeS, isPlaying: true };
      if (video.current !== null) startAt(video.current, goal.current);
    },
    events: {
      onLoadedMetadata() {
        isBroken.current = false;
        noteLoaded();
        if (video.current !== null && goal.current !== null) startAt(video.current, goal.current);
      },
      onTimeUpdate() {
        if (video.current === null || isBroken.current) return;
        if (!video.current.seeking) goal.current = null;
        onTime(video.current.currentTime);
      },
      onError() {
        if (video.current === null || link.url === undefined || isRenewing()) return;
        isBroken.current = true;
        goal.current ??= { timeS: video.current.currentTime, isPlaying: !video.current.paused };
        noteFailed(playedS(video.current) >= MIN_PLAYED_S);
      },
    },
  };
}
