// When the clip begins and ends, as numbers.
import { NumberField } from "../../ui/form/number-field.tsx";
import { formatTimecode } from "../../ui/format.ts";
import { type ClipDetails, type Draft, setTimes } from "./clip-draft.ts";

function SecondsField(props: {
  label: string;
  seconds: number;
  error?: string | undefined;
  onSeconds: (seconds: number) => void;
}) {
  const { label, seconds, error, onSeconds } = props;
  return (
    <NumberField
      label={label}
      error={error}
      step="0.1"
      min="0"
      value={seconds.toFixed(2)}
      onNumber={(wanted) => {
        if (wanted !== undefined && wanted >= 0) onSeconds(wanted);
      }}
    />
  );
}

export function Times(props: { clip: ClipDetails; draft: Draft; onDraft: (draft: Draft) => void }) {
  const { clip, draft, onDraft } = props;
  const { start, end } = draft;
  const isBackwards = end <= start;
  return (
    <div class="clip-times">
      <SecondsField
        label="Begins at (s)"
        seconds={start}
        onSeconds={(wanted) => onDraft(setTimes(draft, clip, { start: wanted, end }))}
      />
      <SecondsField
        label="Ends at (s)"
        seconds={end}
        error={isBackwards ? "It ends before it begins." : undefined}
        onSeconds={(wanted) => onDraft(setTimes(draft, clip, { start, end: wanted }))}
      />
      {!isBackwards && (
        <p class="soft numeric">
          {formatTimecode(start)}–{formatTimecode(end)} · {(end - start).toFixed(1)} s
          {start !== clip.start || end !== clip.end ? ` (was ${clip.duration.toFixed(1)} s)` : ""}
        </p>
      )}
    </div>
  );
}
