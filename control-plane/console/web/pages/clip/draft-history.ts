// What was changed of a clip, step by step, so that each step can be taken back and made again.
import type { Draft } from "./clip-draft.ts";

export interface DraftHistory {
  readonly draft: Draft;
  /** What it was before each step, the last step's at the end. */
  readonly past: readonly Draft[];
  /** What was taken back, the next to be made again at the end. */
  readonly future: readonly Draft[];
  /** What the last step changed, such as the title or one word, and when; null where the next change is a step anyway. */
  readonly last: { readonly parts: string; readonly atMs: number } | null;
}

/** Changes of one thing that follow each other so soon are one step: a word that is typed, a handle that is dragged. */
const STEP_MS = 1_000;
/** Who works on a clip for hours takes back what they did lately. */
const MAX_STEPS = 200;

/** The history that begins with a draft. */
export function historyOf(draft: Draft): DraftHistory {
  return { draft, past: [], future: [], last: null };
}

/** What is otherwise in another draft; words by their index. Empty where nothing is. */
function changedParts(before: Draft, after: Draft): string {
  const names = (Object.keys(after) as (keyof Draft)[]).filter(
    (name) => name !== "texts" && before[name] !== after[name],
  );
  const words = [...new Set([...before.texts.keys(), ...after.texts.keys()])].filter(
    (index) => before.texts.get(index) !== after.texts.get(index),
  );
  return [...names, ...words].join(" ");
}

/** Notes a change. @param atMs of a clock that does not go back */
export function withChange(history: DraftHistory, draft: Draft, atMs: number): DraftHistory {
  const parts = changedParts(history.draft, draft);
  if (parts === "") return history;
  const { last, past } = history;
  const goesOn = last !== null && last.parts === parts && atMs - last.atMs < STEP_MS;
  return {
    draft,
    past: goesOn ? past : [...past, history.draft].slice(-MAX_STEPS),
    future: [],
    last: { parts, atMs },
  };
}

/** Notes a change as a step of its own, such as all that a button changes. */
export function withStep(history: DraftHistory, draft: Draft): DraftHistory {
  return { ...withChange({ ...history, last: null }, draft, 0), last: null };
}

/** Takes the last step back; the same history where there is none. */
export function undone(history: DraftHistory): DraftHistory {
  const draft = history.past.at(-1);
  if (draft === undefined) return history;
  return { draft, past: history.past.slice(0, -1), future: [...history.future, history.draft], last: null };
}

/** Makes the step again that was taken back last. */
export function redone(history: DraftHistory): DraftHistory {
  const draft = history.future.at(-1);
  if (draft === undefined) return history;
  return { draft, past: [...history.past, history.draft], future: history.future.slice(0, -1), last: null };
}

/** A key that is pressed with others, as browsers tell it. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Which way a key goes: Ctrl or Cmd with Z, with Shift for the way forth, or Ctrl with Y; undefined for other keys. */
export function stepOf(pressed: PressedKey): "undo" | "redo" | undefined {
  if (pressed.altKey || !(pressed.ctrlKey || pressed.metaKey)) return undefined;
  const key = pressed.key.toLowerCase();
  if (key === "z") return pressed.shiftKey ? "redo" : "undo";
  return key === "y" && pressed.ctrlKey && !pressed.shiftKey ? "redo" : undefined;
}
