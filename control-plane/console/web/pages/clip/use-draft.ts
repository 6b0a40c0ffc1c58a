// The draft of a clip in its editor, which is kept for who leaves the page and comes back, with the keys that take steps back.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { type ClipDetails, type Draft, draftOf } from "./clip-draft.ts";
import {
  type DraftHistory,
  historyOf,
  redone,
  stepOf,
  undone,
  withChange,
  withStep,
} from "./draft-history.ts";

/** What was changed of clips and not rendered, by their paths. */
const KEPT = new Map<string, DraftHistory>();

export interface Drafting {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** Takes all changes back, as one step. */
  readonly reset: () => void;
  /** Undefined where there is no step to take back, or to make again. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
}

/** Fields of text have steps of their own, which browsers keep. */
function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea");
}

/** Forgets what was changed of a clip, such as once it is rendered. */
export function forgetDraft(path: string): void {
  KEPT.delete(path);
}

/** @param path of the clip in the API */
export function useDraft(clip: ClipDetails, path: string): Drafting {
  const [history, setHistory] = useState<DraftHistory>(() => KEPT.get(path) ?? historyOf(draftOf(clip)));
  // At once: whoever leaves right after a change finds it again.
  useLayoutEffect(() => void KEPT.set(path, history), [path, history]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (step === undefined || isText(event.target) || document.querySelector("dialog[open]") !== null)
        return;
      event.preventDefault();
      setHistory(step === "undo" ? undone : redone);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return {
    draft: history.draft,
    onDraft: (draft) => setHistory((old) => withChange(old, draft, performance.now())),
    reset: () => setHistory((old) => withStep(old, draftOf(clip))),
    undo: history.past.length > 0 ? () => setHistory(undone) : undefined,
    redo: history.future.length > 0 ? () => setHistory(redone) : undefined,
  };
}
