// States as coloured words, and how far something is.
import type { ComponentChildren } from "preact";
import "./badge.css";
import { formatPercent } from "./format.ts";

export type Tone = "good" | "busy" | "warning" | "bad" | "quiet";

/** Known states of tasks, runs, deliveries, accounts, keys and nodes. Others are shown without a colour. */
const TONES: Readonly<Record<string, Tone>> = {
  finished: "good",
  succeeded: "good",
  delivered: "good",
  approved: "good",
  active: "good",
  ready: "good",
  working: "good",
  running: "busy",
  draining: "busy",
  pending: "warning",
  retrying: "warning",
  queued: "quiet",
  expired: "quiet",
  failed: "bad",
  revoked: "bad",
  blocked: "bad",
  lost: "bad",
};

/** A state by its own word, such as a task's `status`; the words' case does not matter. */
export function StateBadge({ state }: { state: string }) {
  const word = state.toLowerCase().replaceAll("_", " ");
  return <Badge tone={TONES[word] ?? "quiet"}>{word.slice(0, 1).toUpperCase() + word.slice(1)}</Badge>;
}

/** @param plain without the dot: for kinds and scopes, which are no states */
export function Badge(props: { tone?: Tone; plain?: boolean; children: ComponentChildren }) {
  const { tone = "quiet", plain = false, children } = props;
  return <span class={`badge badge-${tone}${plain ? " badge-plain" : ""}`}>{children}</span>;
}

/** A bar from 0 to 100 percent, with the number and a message beside it. */
export function ProgressBar(props: { percent: number; label: string; message?: string | null | undefined }) {
  const percent = Math.max(0, Math.min(100, Math.round(props.percent)));
  return (
    <div class="progress">
      <div
        class="progress-track"
        role="progressbar"
        aria-label={props.label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        tabIndex={-1}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <span class="progress-number">{formatPercent(percent / 100)}</span>
      {props.message != null && props.message !== "" && <small>{props.message}</small>}
    </div>
  );
}
