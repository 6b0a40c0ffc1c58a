// The words in and around a clip. Its beginning and its end are handles between them, which are dragged or moved by the
// arrow keys from word to word; a click on a word shows its place in the picture and opens it for correction.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { directionOf } from "../../../../../shared/captions/text-direction.ts";
import { formatTimecode } from "../../ui/format.ts";
import {
  allWords,
  beginAt,
  type ClipDetails,
  type ClipWord,
  type Draft,
  endAt,
  textOf,
} from "./clip-draft.ts";

interface WordStripProps {
  readonly clip: ClipDetails;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** Index of the word that is open for correction. */
  readonly chosen: number | null;
  readonly onChoose: (word: ClipWord) => void;
  /** Index of the word that is said now. */
  readonly spoken: number | null;
}

type Side = "start" | "end";

function wordAt(x: number, y: number): number | undefined {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-word]");
  return element == null ? undefined : Number(element.dataset.word);
}

/** By how many words an arrow key leads on: in texts that are read from the right, the next word stands to the left. */
function sidewaysBy({ key, currentTarget }: KeyboardEvent): number | undefined {
  const isRightToLeft = getComputedStyle(currentTarget as Element).direction === "rtl";
  const right = isRightToLeft ? -1 : 1;
  return { ArrowLeft: -right, ArrowRight: right }[key];
}

const MOVES = { start: beginAt, end: endAt } as const;

function placeOf({ firstWord, lastWord }: Draft, side: Side): number | null {
  return side === "start" ? firstWord : lastWord;
}

/**
 * Each move draws a handle anew between other words. So the strip, which stays, has the pointer while one is dragged, and
 * gives it the focus back.
 */
function useHandles(strip: RefObject<HTMLElement | null>, { clip, draft, onDraft }: WordStripProps) {
  const dragged = useRef<Side | null>(null);
  const moved = useRef<Side | null>(null);
  const { firstWord, lastWord } = draft;
  useLayoutEffect(() => {
    if (moved.current !== null)
      strip.current?.querySelector<HTMLElement>(`.handle-${moved.current}`)?.focus();
    moved.current = null;
  }, [firstWord, lastWord]);
  const move = (side: Side, index: number | undefined): void => {
    if (index === undefined || index === placeOf(draft, side)) return;
    moved.current = side;
    onDraft(MOVES[side](draft, clip, index));
  };
  const take = (side: Side, event: PointerEvent): void => {
    event.preventDefault();
    dragged.current = side;
    strip.current?.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent): void => {
    if (dragged.current !== null) move(dragged.current, wordAt(event.clientX, event.clientY));
  };
  const drop = (): void => {
    dragged.current = null;
  };
  return { move, take, drag, drop };
}

function Handle({
  side,
  clip,
  draft,
  handles,
}: WordStripProps & { side: Side; handles: ReturnType<typeof useHandles> }) {
  const current = placeOf(draft, side);
  const words = allWords(clip);
  const seconds = side === "start" ? draft.start : draft.end;
  const step = (by: number): void => {
    const at = words.findIndex((word) => word.index === current);
    handles.move(side, words[at + by]?.index);
  };
  return (
    <span
      class={`handle handle-${side}`}
      role="slider"
      tabIndex={0}
      aria-label={side === "start" ? "Where the clip begins" : "Where the clip ends"}
      aria-valuemin={words[0]?.start ?? 0}
      aria-valuemax={words.at(-1)?.end ?? 0}
      aria-valuenow={seconds}
      aria-valuetext={formatTimecode(seconds)}
      onKeyDown={(event) => {
        const by = sidewaysBy(event) ?? { ArrowDown: -1, ArrowUp: 1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        step(by);
      }}
      onPointerDown={(event) => {
        event.currentTarget.focus();
        handles.take(side, event);
      }}
    />
  );
}

function classOf(props: WordStripProps, word: ClipWord, isInside: boolean): string {
  const { draft, chosen, spoken } = props;
  const text = textOf(draft, word);
  const classes = ["word", isInside ? "word-inside" : "word-outside"];
  if (text === "") classes.push("word-out");
  else if (draft.texts.has(word.index) || word.original !== undefined) classes.push("word-changed");
  if (word.followsSpace === true) classes.push("word-after-space");
  if (word.index === chosen) classes.push("word-chosen");
  if (word.index === spoken) classes.push("word-spoken");
  return classes.join(" ");
}

/** Scrolls the strip alone: `scrollIntoView` would take the page along, whose head would be out of sight on a phone. */
function showMiddle(strip: HTMLElement | null, selector: string): void {
  const shown = strip?.querySelector(selector)?.getBoundingClientRect();
  if (strip === null || shown === undefined) return;
  const { top, height } = strip.getBoundingClientRect();
  strip.scrollTop += shown.top + shown.height / 2 - (top + height / 2);
}

/** @param props.chosen the word that is open for correction, if any */
export function WordStrip(props: WordStripProps) {
  const { clip, draft, chosen, onChoose } = props;
  const strip = useRef<HTMLElement>(null);
  const handles = useHandles(strip, props);
  const words = allWords(clip);
  const { firstWord, lastWord } = draft;
  const focused = chosen ?? firstWord;
  useLayoutEffect(() => showMiddle(strip.current, ".handle-start"), []);
  const moveTo = (word: ClipWord | undefined): void => {
    if (word === undefined) return;
    onChoose(word);
    strip.current?.querySelector<HTMLElement>(`[data-word="${word.index}"]`)?.focus();
  };
  return (
    <section
      class="word-strip"
      dir={directionOf(words.map(({ word }) => word).join(" "))}
      ref={strip}
      aria-label="Words of the clip and around it"
      onPointerMove={handles.drag}
      onLostPointerCapture={handles.drop}
    >
      {words.map((word, at) => {
        const isInside =
          firstWord !== null && lastWord !== null && word.index >= firstWord && word.index <= lastWord;
        const text = textOf(draft, word);
        return (
          <span key={word.index}>
            {word.index === firstWord && <Handle {...props} side="start" handles={handles} />}
            <button
              type="button"
              data-word={word.index}
              class={classOf(props, word, isInside)}
              tabIndex={word.index === focused ? 0 : -1}
              aria-pressed={word.index === chosen}
              title={formatTimecode(word.start)}
              onClick={() => onChoose(word)}
              onKeyDown={(event) => {
                const by = sidewaysBy(event);
                if (by === undefined) return;
                event.preventDefault();
                moveTo(words[at + by]);
              }}
            >
              {text === "" ? word.word || word.original : text}
            </button>
            {word.index === lastWord && <Handle {...props} side="end" handles={handles} />}{" "}
          </span>
        );
      })}
    </section>
  );
}
