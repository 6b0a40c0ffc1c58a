// A virality score with the four parts that it is the sum of.
import type { Clip } from "./task-types.ts";

const PARTS = [
  { name: "hook", label: "Hook" },
  { name: "engagement", label: "Engagement" },
  { name: "value", label: "Value" },
  { name: "shareability", label: "Shareability" },
] as const;
const MAX_PART = 25;

/** @param props.score 0 to 100; each of its parts has 0 to 25 */
export function ScoreMeter({ score, breakdown }: { score: number; breakdown: Clip["scoreBreakdown"] }) {
  return (
    <div class="score">
      <div class="score-total">
        <strong class="numeric">{Math.round(score)}</strong>
        <small>of 100</small>
      </div>
      <dl class="score-parts">
        {PARTS.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <meter min={0} max={MAX_PART} value={breakdown[name]} aria-label={label} />
              <span class="numeric">{Math.round(breakdown[name])}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
