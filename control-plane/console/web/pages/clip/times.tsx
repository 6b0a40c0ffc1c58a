// When the clip begins and ends, as numbers.
import { NumberField } from "../../ui/form/number-field.tsx";
import { formatTimecode } from "../../ui/format.ts";
import type { ClipDetails, Draft } from "./clip-draft.ts";

function SecondsField(props: { label: string; seconds: number; onSeconds: (seconds: number) => void }) {
  const { label, seconds, onSeconds } = props;
  return (
    <NumberField
      label={label}
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
  return (
    <div class="clip-times">
      <SecondsField
        label="Begins at (s)"
        seconds={draft.start}
        onSeconds={(start) => onDraft({ ...draft, start })}
      />
      <SecondsField label="Ends at (s)" seconds={draft.end} onSeconds={(end) => onDraft({ ...draft, end })} />
      <p class="soft numeric">
        {formatTimecode(draft.start)}–{formatTimecode(draft.end)} · {(draft.end - draft.start).toFixed(1)} s
        {draft.start !== clip.start || draft.end !== clip.end ? ` (was ${clip.duration.toFixed(1)} s)` : ""}
      </p>
    </div>
  );
}
