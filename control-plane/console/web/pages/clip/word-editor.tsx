// Corrects one word of a clip, or begins or ends the clip with it.
import { RERENDER_LIMITS } from "../../../../../shared/limits/clips.ts";
import { Button } from "../../ui/form/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import {
  beginAt,
  type ClipDetails,
  type ClipWord,
  type Draft,
  endAt,
  rewrite,
  textOf,
} from "./clip-draft.ts";

export function WordEditor(props: {
  clip: ClipDetails;
  draft: Draft;
  word: ClipWord;
  onDraft: (draft: Draft) => void;
}) {
  const { clip, draft, word, onDraft } = props;
  const text = textOf(draft, word);
  const recognized = word.original ?? word.word;
  return (
    <div class="word-editor">
      <TextField
        label={`Word “${recognized}”`}
        value={text}
        onInput={(next) => onDraft(rewrite(draft, word, next))}
        hint="As it stands in the captions. Empty takes it out; it is heard all the same."
        maxLength={RERENDER_LIMITS.wordLength}
      />
      <div class="row">
        <Button size="small" onClick={() => onDraft(beginAt(draft, clip, word.index))}>
          Begin here
        </Button>
        <Button size="small" onClick={() => onDraft(endAt(draft, clip, word.index))}>
          End here
        </Button>
        <Button size="small" onClick={() => onDraft(rewrite(draft, word, ""))}>
          Take out of the captions
        </Button>
        {text !== recognized && (
          <Button size="small" kind="quiet" onClick={() => onDraft(rewrite(draft, word, recognized))}>
            As it was recognized
          </Button>
        )}
      </div>
    </div>
  );
}
