// What of a clip is chosen rather than cut: its title, its framing, and the style of its captions.
import { CLIP_LIMITS } from "../../../../../shared/limits/clips.ts";
import type { CaptionPresetView } from "../../../api-types/caption-presets.ts";
import { Checkbox, type Option, SelectField, TextField } from "../../ui/form/field.tsx";
import { Card } from "../../ui/page-header.tsx";
import type { Draft, EditingStyle } from "./clip-draft.ts";

/** In the order of the choice. */
const FRAMING_LABELS: Readonly<Record<EditingStyle, string>> = {
  AUTO: "Automatic",
  STATIC_CROP: "Standing crop",
  DYNAMIC_CROP: "Crop that follows faces",
  BLURRED_WINGS: "Whole, blurred above and below",
  SPLIT_SCREEN: "Split screen",
  LETTERBOX: "Whole, bars above and below",
};
const FRAMINGS = Object.entries(FRAMING_LABELS).map(
  ([value, label]): Option<EditingStyle> => ({ value: value as EditingStyle, label }),
);

export function ClipLook(props: {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  presets: readonly CaptionPresetView[];
}) {
  const { draft, onDraft, presets } = props;
  const { title, editingStyle, preset, withSubtitle } = draft;
  return (
    <Card title="Look">
      <div class="stack">
        <TextField
          label="Title"
          value={title}
          maxLength={CLIP_LIMITS.titleLength}
          onInput={(next) => onDraft({ ...draft, title: next })}
        />
        <SelectField
          label="Framing"
          value={editingStyle}
          onChange={(next) => onDraft({ ...draft, editingStyle: next })}
          options={FRAMINGS}
        />
        <Checkbox
          label="Captions in the picture"
          checked={withSubtitle}
          onChange={(next) => onDraft({ ...draft, withSubtitle: next })}
        />
        {withSubtitle && (
          <SelectField
            label="Style of the captions"
            value={preset ?? ""}
            onChange={(next) => onDraft({ ...draft, preset: next === "" ? null : next })}
            options={[
              { value: "", label: "As it is" },
              ...presets.map(({ name, description }) => ({ value: name, label: `${name} · ${description}` })),
            ]}
          />
        )}
      </div>
    </Card>
  );
}
