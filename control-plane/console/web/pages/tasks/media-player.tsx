// A video of a result that plays in its place. Its address is signed anew with each answer of the API, and the player keeps
// the first one until that fails; what the browser cannot play it says in words.
import type { ComponentChildren, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button } from "../../ui/form/button.tsx";
import { Notice } from "../../ui/state.tsx";
import { useMediaRetries } from "./media-retries.ts";
import { useSteadyUrl } from "./use-steady-url.ts";
import "./player.css";

/** @param props.children what else may be done than to try again */
export function UnplayableNotice(props: { onRetry: () => void; children?: ComponentChildren }) {
  return (
    <Notice kind="warning" title="The media cannot be played.">
      This browser does not know its format, or it did not come. {props.children}{" "}
      <Button kind="quiet" size="small" onClick={props.onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

/** Beside a player that is tried again by itself. */
export function WaitingNote() {
  return (
    <p class="soft player-note" role="status">
      The media does not come yet. It is asked for again by itself.
    </p>
  );
}

export interface MediaPlayerProps {
  /** What it plays, for those who do not see it. */
  readonly label: string;
  readonly url: string;
  readonly posterUrl: string;
  readonly preload: "none" | "metadata";
  readonly class?: string;
  readonly width?: number;
  readonly height?: number;
  /** Of the element, for who plays it from elsewhere. */
  readonly video?: RefObject<HTMLVideoElement | null>;
  /** Told of the seconds at which it is. */
  readonly onTime?: (timeS: number) => void;
}

export function MediaPlayer(props: MediaPlayerProps) {
  const { label, url: latest, posterUrl, preload, width, height, onTime } = props;
  const own = useRef<HTMLVideoElement>(null);
  const video = props.video ?? own;
  const [poster] = useSteadyUrl(posterUrl);
  const [url, renew] = useSteadyUrl(latest);
  const [refused, setRefused] = useState<string>();
  const retries = useMediaRetries(video);
  const retry = (): void => {
    retries.reset();
    setRefused(undefined);
    renew();
    video.current?.load();
  };
  return (
    <div class="player-frame">
      {/* biome-ignore lint/a11y/useMediaCaption: captions are drawn into the frames, or stand beside it. */}
      <video
        ref={video}
        class={`player ${props.class ?? ""}`.trim()}
        aria-label={label}
        controls
        playsInline
        preload={preload}
        poster={poster}
        width={width}
        height={height}
        src={url}
        onLoadedMetadata={retries.succeed}
        onTimeUpdate={(event) => onTime?.(event.currentTarget.currentTime)}
        onError={() => {
          if (url !== latest) renew();
          else retries.fail(url, () => setRefused(url));
        }}
      />
      {retries.isWaiting && <WaitingNote />}
      {refused === url && (
        <UnplayableNotice onRetry={retry}>Downloaded, it plays in other programs.</UnplayableNotice>
      )}
    </div>
  );
}
