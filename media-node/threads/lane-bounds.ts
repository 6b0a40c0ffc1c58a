// How many calls run in threads at once, and how many may wait, from what the machine has. A lane is a kind of work that
// one bound holds: decoding, rendering, models, images, the choice of moments from a text, and two that take no core: calls
// that a device works on, and the one download of a model for an operator. Each lane of cores alone may fill the machine,
// but for images and texts, which fill its memory first; together they run no more calls than it has cores, except that a
// lane with nothing running may always begin one, so that none waits for another's long calls. What may wait is what all
// runs together can ask for: a line that is shorter fails jobs on large machines.

import { DEVICE_LIMITS } from "../../shared/limits/devices.ts";

export const LANE_NAMES = ["decode", "render", "model", "image", "text", "device", "download"] as const;
export type LaneName = (typeof LANE_NAMES)[number];

export interface LaneBound {
  /** Calls that run at once. */
  readonly running: number;
  /** Calls that may wait; one more is refused. */
  readonly waiting: number;
}

export interface LaneBounds {
  /** Calls of all lanes of cores together, but for each lane's first. */
  readonly running: number;
  readonly lanes: Readonly<Record<LaneName, LaneBound>>;
}

export interface Machine {
  readonly cores: number;
  /** Clips that render at once. */
  readonly renderThreads: number;
  /** Runs at once. */
  readonly runs: number;
  /** That models run on; 0 on a node without. */
  readonly devices: number;
}

/** Twelve hours of words take hundreds of megabytes, and a choice of them may have to wait for a device's answer. */
const MAX_TEXTS = 4;
/** Looks at a source that run beside each other (audio, video, speech, events, faces), and a second source's. */
const ANALYSES_PER_RUN = 16;

/**
 * A run keeps as many calls of a lane going as the lane runs at once, one more that is prepared meanwhile, and its
 * analyses.
 */
function laneBound(running: number, runs: number): LaneBound {
  return { running, waiting: runs * (running + 1 + ANALYSES_PER_RUN) };
}

/** The bounds for a machine; they hold for one core as for hundreds. */
export function laneBounds({ cores, renderThreads, runs, devices }: Machine): LaneBounds {
  const widest = Math.max(cores, renderThreads);
  return {
    running: widest,
    lanes: {
      decode: laneBound(widest, runs),
      render: laneBound(renderThreads, runs),
      model: laneBound(cores, runs),
      // A network of images fills the cores by itself, and memory is short before they are.
      image: laneBound(1, runs),
      text: laneBound(Math.min(MAX_TEXTS, cores), runs),
      device: laneBound(Math.max(1, devices * DEVICE_LIMITS.callsAtOnce), runs),
      download: { running: 1, waiting: 1 },
    },
  };
}
