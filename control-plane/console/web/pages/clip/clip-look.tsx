// What of a clip is chosen rather than cut: its title, its framing, and the style of its captions.
import type { CaptionPresetView } from "../../../api-types/caption-presets.ts";
import { Checkbox, type Option, SelectField, TextField } from "../../ui/form/field.tsx";
import { Card } from "../../ui/page-header.tsx";
import type { Draft, EditingStyle } from "./clip-draft.ts";

const FRAMINGS: readonly Option<EditingStyle>[] = [
  { value: "AUTO", label: "Automatic" },
  { value: "STATIC_CROP", label: "Standing crop" },
  { value: "DYNAMIC_CROP", label: "Crop that follows faces" },
  { value: "BLURRED_WINGS", label: "Whole, blurred above and below" },
  { value: "SPLIT_SCREEN", label: "Split screen" },
  { value: "LETTERBOX", label: "Whole, bars above and below" },
];

const MAX_TITLE = 200;

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
          maxLength={MAX_TITLE}
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
