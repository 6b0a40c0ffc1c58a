// The lines of a transcript in blocks. A block is drawn once it comes near to what is seen, and stays: 12 hours are 12,000
// lines, of which a reader looks at few. Until then it takes about as much room as it will.
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { directionOf } from "../../../../../shared/captions/text-direction.ts";
import { formatCountOf, formatTimecode } from "../../ui/format.ts";
import { useSeen } from "../../ui/media/use-seen.ts";
import type { TranscriptionOutput } from "../tasks/task-types.ts";
import { type Matches, rangesOf, type TranscriptIndex } from "./search-transcript.ts";

export type Caption = TranscriptionOutput["captions"][number];

export interface TranscriptSearch {
  readonly index: TranscriptIndex;
  readonly matches: Matches;
  /** The match at which the reader is, and its line; null where there is none. */
  readonly current: { readonly match: number; readonly line: number } | null;
}

const BLOCK_LINES = 50;
/** On paper, where a page has about 35: what is longer is for the files beside it. */
const MAX_PRINTED_LINES = 10_000;
/** So far from what is seen blocks are drawn, above and below. */
const DRAWN_AROUND = "1200px 0px";

/** When a line is said, to the second. */
export function timeOfLine({ start }: Caption): string {
  return formatTimecode(Math.floor(start));
}

/** Of a transcript whose media can be played. */
export interface LinePlaying {
  /** The line that is said; null while none is. */
  readonly said: number | null;
  /** The line whose time the Tab key leads to; arrows lead to those around it. */
  readonly reached: number;
}

interface LineProps {
  /** Of the transcript, ISO 639-1. */
  readonly language: string | null;
  readonly caption: Caption;
  readonly text: string;
  readonly line: number;
  readonly search: TranscriptSearch | undefined;
  readonly playing: LinePlaying | undefined;
}

function LineTime({ caption, line, playing }: Pick<LineProps, "caption" | "line" | "playing">) {
  const time = timeOfLine(caption);
  if (playing === undefined) return <span class="faint numeric">{time}</span>;
  return (
    <button
      type="button"
      class="faint numeric line-play"
      aria-label={`Play from ${time}`}
      tabIndex={line === playing.reached ? 0 : -1}
    >
      {time}
    </button>
  );
}

function Line({ language, caption, text, line, search, playing }: LineProps) {
  const current = search?.current;
  const parts = [];
  let at = 0;
  for (const { start, end, match } of search === undefined
    ? []
    : rangesOf(search.index, search.matches, line)) {
    // A sign that is written for two letters may belong to two matches.
    const from = Math.max(at, start);
    parts.push(
      text.slice(at, from),
      <mark key={match} class={match === current?.match ? "mark-current" : undefined}>
        {text.slice(from, end)}
      </mark>,
    );
    at = Math.max(at, end);
  }
  const isSaid = line === playing?.said;
  return (
    <li
      class={`${line === current?.line ? "line-current" : ""} ${isSaid ? "line-said" : ""}`.trim()}
      data-line={line}
      aria-current={isSaid ? "true" : undefined}
    >
      <LineTime caption={caption} line={line} playing={playing} />
      <span dir={directionOf(text, language)}>
        {parts}
        {text.slice(at)}
      </span>
    </li>
  );
}

interface BlockProps {
  readonly language: string | null;
  readonly captions: readonly Caption[];
  readonly texts: readonly string[];
  readonly first: number;
  readonly search: TranscriptSearch | undefined;
  /** Undefined where nothing can be played. */
  readonly playing: LinePlaying | undefined;
  readonly panel: RefObject<HTMLElement | null>;
  /** Draws it whether it was seen or not. */
  readonly isPrinted: boolean;
}

/** A line, where it lies in a block. */
function inBlock(first: number, line: number | null | undefined): number | null {
  return line != null && line >= first && line < first + BLOCK_LINES ? line : null;
}

/** Whether a line lies in a block or within half a block of it: what is around a match is drawn with it. */
function isAround(first: number, line: number | null | undefined): boolean {
  if (line == null) return false;
  return line >= first - BLOCK_LINES / 2 && line < first + 1.5 * BLOCK_LINES;
}

function Block(props: BlockProps) {
  const { language, captions, texts, first, search, playing, panel, isPrinted } = props;
  const element = useRef<HTMLOListElement>(null);
  const isDrawn = useRef(first === 0);
  const isSeen = useSeen(element, { panel, margin: DRAWN_AROUND });
  const isCurrent = isAround(first, search?.current?.line);
  isDrawn.current ||= isSeen || isCurrent || isAround(first, playing?.said);
  const isThere = isDrawn.current || isPrinted;
  const own = captions.slice(first, first + BLOCK_LINES);
  // Preact passes over what it gets again unchanged: a step from match to match changes a block or two.
  return useMemo(
    () => (
      <ol
        ref={element}
        class="transcript-block"
        aria-label={own[0] === undefined ? undefined : `From ${timeOfLine(own[0])}`}
        style={{ height: isThere ? "auto" : `calc(${own.length} * var(--transcript-line))` }}
      >
        {isThere &&
          own.map((caption, offset) => (
            <Line
              key={first + offset}
              language={language}
              caption={caption}
              text={texts[first + offset] ?? ""}
              line={first + offset}
              search={search}
              playing={playing}
            />
          ))}
      </ol>
    ),
    [
      captions,
      isThere,
      search?.matches,
      isCurrent ? search?.current : null,
      playing === undefined,
      inBlock(first, playing?.said),
      inBlock(first, playing?.reached),
    ],
  );
}

/** Whether the page is being printed: on paper nobody can scroll. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => setPrinting(true);
    const end = (): void => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}

/** @param props.panel what the lines are scrolled in */
export function TranscriptLines(props: Omit<BlockProps, "first" | "isPrinted">) {
  const isPrinting = usePrinting();
  const count = props.captions.length;
  const blocks = Array.from({ length: Math.ceil(count / BLOCK_LINES) }, (_, block) => block * BLOCK_LINES);
  return (
    <>
      {blocks.map((first) => (
        <Block key={first} {...props} first={first} isPrinted={isPrinting && first < MAX_PRINTED_LINES} />
      ))}
      {isPrinting && count > MAX_PRINTED_LINES && (
        <p>{formatCountOf(count - MAX_PRINTED_LINES, "more line")}: the SRT and VTT files have them all.</p>
      )}
    </>
  );
}
