// When the clip begins and ends, as numbers.
import { useState } from "preact/hooks";
import { TextField } from "../../ui/form/field.tsx";
import { formatTimecode } from "../../ui/format.ts";
import { type ClipDetails, type Draft, secondsIn } from "./clip-draft.ts";

/** What is typed stays as it is until the field is left: rewritten at each key, it could not be typed. */
function SecondsField(props: { label: string; seconds: number; onSeconds: (seconds: number) => void }) {
  const { label, seconds, onSeconds } = props;
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      label={label}
      type="number"
      step="0.1"
      min="0"
      value={typed ?? seconds.toFixed(2)}
      onInput={(text) => {
        setTyped(text);
        const wanted = secondsIn(text);
        if (wanted !== undefined) onSeconds(wanted);
      }}
      onBlur={() => setTyped(undefined)}
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
