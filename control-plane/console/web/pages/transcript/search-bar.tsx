// The field by which a transcript is searched: Enter goes on, Shift+Enter back, Escape clears it.
import { useId } from "preact/hooks";
import { IconButton } from "../../ui/form/button.tsx";
import { formatCount } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { type Caption, timeOfLine } from "./transcript-lines.tsx";
import type { TranscriptSearching } from "./use-transcript-search.ts";
import "../../ui/form/field.css";

function Found({ searching, captions }: { searching: TranscriptSearching; captions: readonly Caption[] }) {
  const { search } = searching;
  if (search === undefined) return null;
  const { current, matches } = search;
  if (current === null) return <>No matches</>;
  const caption = captions[current.line];
  return (
    <>
      {formatCount(current.match + 1)} of {formatCount(matches.starts.length)}
      {caption !== undefined && (
        <span class="visually-hidden">
          , at {timeOfLine(caption)}: {caption.text}
        </span>
      )}
    </>
  );
}

export function SearchBar(props: { searching: TranscriptSearching; captions: readonly Caption[] }) {
  const { searching, captions } = props;
  const { words, look, step, search } = searching;
  const id = useId();
  const hasNone = search?.current == null;
  const onKeyDown = (event: KeyboardEvent): void => {
    // While Chinese or Japanese is written, Enter chooses among its candidates.
    if (event.isComposing) return;
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") look("");
    else return;
    event.preventDefault();
  };
  return (
    <search class="transcript-search">
      <label class="visually-hidden" for={id}>
        Search the transcript
      </label>
      <div class="transcript-words">
        <Icon name="search" size={16} />
        <input
          id={id}
          type="search"
          class="input"
          value={words}
          placeholder="Search the transcript"
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          enterkeyhint="search"
          aria-describedby={`${id}-keys`}
          onInput={(event) => look(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <span id={`${id}-keys`} class="visually-hidden">
        Enter goes to the next match, Shift and Enter to the one before.
      </span>
      <span class="soft numeric transcript-found" role="status">
        <Found searching={searching} captions={captions} />
      </span>
      {search !== undefined && (
        <div class="transcript-steps">
          <IconButton icon="up" label="Previous match" disabled={hasNone} onClick={() => step(-1)} />
          <IconButton icon="chevron" label="Next match" disabled={hasNone} onClick={() => step(1)} />
        </div>
      )}
    </search>
  );
}
