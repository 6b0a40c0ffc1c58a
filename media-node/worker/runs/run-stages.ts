// How long a run spent in each stage, for the line that its end leaves in the log. A stage that is done several times, as
// for each clip, counts with all of them: clips are made side by side, so that the sum may exceed the run's own time.
import type { EndedStage, StageName, StageObserver } from "../../threads/run-stage.ts";

export interface RunStages {
  readonly ended: StageObserver;
  /** Milliseconds by stage, in the order in which they first ended. */
  durationsMs(): Readonly<Partial<Record<StageName, number>>>;
}

/** @param onEnded told each stage as well */
export function collectStages(onEnded: StageObserver): RunStages {
  const sums = new Map<StageName, number>();
  return {
    ended: (stage: EndedStage) => {
      sums.set(stage.stage, (sums.get(stage.stage) ?? 0) + stage.durationMs);
      onEnded(stage);
    },
    durationsMs: () => Object.fromEntries([...sums].map(([stage, ms]) => [stage, Math.round(ms)])),
  };
}
