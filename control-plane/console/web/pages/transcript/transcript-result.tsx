// A transcript to read and to search, with the times at its side, and beside it the media that was transcribed, where it is
// kept and the browser plays it.
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Badge } from "../../ui/badge.tsx";
import { DownloadLink } from "../../ui/form/download-link.tsx";
import { formatCountOf, formatDuration } from "../../ui/format.ts";
import { Card } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/state.tsx";
import { UnplayableNotice, WaitingNote } from "../tasks/media-player.tsx";
import type { TranscriptionOutput } from "../tasks/task-types.ts";
import { SearchBar } from "./search-bar.tsx";
import { lineText } from "./search-transcript.ts";
import { Player, type SourcePlayer, useSourcePlayer } from "./source-player.tsx";
import { type Caption, TranscriptLines, type TranscriptSearch, timeOfLine } from "./transcript-lines.tsx";
import { useTranscriptSearch } from "./use-transcript-search.ts";
import "./transcript.css";

/** Brings the current match into the middle of the panel where it is not seen, and the panel's part into the window. */
function useInSight(panel: RefObject<HTMLElement | null>, search: TranscriptSearch | undefined): void {
  useLayoutEffect(() => {
    const mark = panel.current?.querySelector(".mark-current");
    if (panel.current === null || mark == null) return;
    const [frame, place] = [panel.current.getBoundingClientRect(), mark.getBoundingClientRect()];
    if (place.top < frame.top || place.bottom > frame.bottom) {
      panel.current.scrollTop += place.top - frame.top - (frame.height - place.height) / 2;
    }
    mark.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [search]);
}

function lineElement(panel: HTMLElement, line: number): HTMLElement | null {
  return panel.querySelector<HTMLElement>(`[data-line="${line}"]`);
}

/** Whether a part of a line is seen in its panel. */
function isLineInSight(panel: HTMLElement | null, line: number): boolean {
  const element = panel === null ? null : lineElement(panel, line);
  if (panel === null || element === null) return false;
  const [frame, place] = [panel.getBoundingClientRect(), element.getBoundingClientRect()];
  return place.bottom > frame.top && place.top < frame.bottom;
}

/** Brings the line that is said into sight where the one said before it was; who reads elsewhere stays there. */
function useFollowed(panel: RefObject<HTMLElement | null>, saidLine: number | null): void {
  const before = useRef(0);
  // Looked at before the lines are drawn anew: those that come above it move it.
  const wasInSight = useMemo(() => isLineInSight(panel.current, before.current), [saidLine]);
  useLayoutEffect(() => {
    // Before the first line nothing is said, and nothing is followed.
    before.current = saidLine ?? before.current;
    const said = panel.current === null || saidLine === null ? null : lineElement(panel.current, saidLine);
    if (panel.current === null || said === null || !wasInSight) return;
    const [frame, place] = [panel.current.getBoundingClientRect(), said.getBoundingClientRect()];
    if (place.top >= frame.top && place.bottom <= frame.bottom) return;
    panel.current.scrollTop += place.top - frame.top - frame.height / 4;
  }, [saidLine]);
}

/** The line in which something of the panel lies. */
function lineOfElement(target: EventTarget | null): number | undefined {
  const line =
    target instanceof Element ? target.closest<HTMLElement>("[data-line]")?.dataset.line : undefined;
  return line === undefined ? undefined : Number(line);
}

/** Whether words of the panel are marked. */
function hasMarkedWords(panel: HTMLElement): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && panel.contains(selection.focusNode);
}

/** The line that a click asks to play. */
function clickedLine(panel: HTMLElement, { target, detail }: MouseEvent): number | undefined {
  const isPointed = detail > 0 && target instanceof Element && target.closest(".line-play") === null;
  // Who has just marked some words wants to copy them. Keys click too, on a line's time alone.
  return isPointed && hasMarkedWords(panel) ? undefined : lineOfElement(target);
}

/** Arrow keys lead from a line's time to the next one: of hundreds of times the Tab key reaches one. */
function moveAmongTimes(panel: HTMLElement, event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const times = Array.from(panel.querySelectorAll<HTMLElement>(".line-play"));
  const at = times.indexOf(event.target as HTMLElement);
  if (by === undefined || at === -1) return;
  event.preventDefault();
  times[at + by]?.focus();
}

function SearchedLines(props: {
  language: string | null;
  captions: readonly Caption[];
  player: SourcePlayer;
}) {
  const { language, captions, player } = props;
  const texts = useMemo(() => captions.map(({ text }) => lineText(text)), [captions]);
  const searching = useTranscriptSearch(texts);
  const panel = useRef<HTMLElement>(null);
  const { url, saidLine, playLine } = player;
  useInSight(panel, searching.search);
  useFollowed(panel, saidLine);
  const last = captions.at(-1);
  const timeWidth = last === undefined ? 0 : timeOfLine(last).length;
  const reached = searching.search?.current?.line ?? saidLine ?? 0;
  return (
    <div>
      <SearchBar searching={searching} captions={captions} />
      <section
        ref={panel}
        class="transcript"
        aria-label="What is said"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        tabIndex={0}
        style={{ "--transcript-time": `${timeWidth}ch` }}
        onClick={(event) => {
          const line = clickedLine(event.currentTarget, event);
          if (line !== undefined) playLine(line);
        }}
        onKeyDown={(event) => moveAmongTimes(event.currentTarget, event)}
      >
        <TranscriptLines
          language={language}
          captions={captions}
          texts={texts}
          search={searching.search}
          playing={url === undefined ? undefined : { said: saidLine, reached }}
          panel={panel}
        />
      </section>
    </div>
  );
}

interface TranscriptProps {
  readonly output: TranscriptionOutput;
  /** Of the job in the API. */
  readonly path: string;
  readonly taskId: string;
}

function Transcript({ output: { language, captions }, taskId }: TranscriptProps) {
  const player = useSourcePlayer(taskId, captions);
  const hasPlayer = player.url !== undefined;
  return (
    <>
      {player.isWaiting && <WaitingNote />}
      <div class={hasPlayer ? "transcript-played" : undefined}>
        {hasPlayer && <Player player={player} />}
        {player.isRefused && (
          <div class="transcript-unplayable">
            <UnplayableNotice onRetry={player.retry} />
          </div>
        )}
        <SearchedLines language={language} captions={captions} player={player} />
      </div>
    </>
  );
}

export function TranscriptResult(props: TranscriptProps) {
  const { captions, language, model, duration } = props.output;
  if (captions.length === 0) {
    return (
      <EmptyState icon="info" title="Nothing was said">
        No speech was found in this media, or none that is likely right.
      </EmptyState>
    );
  }
  return (
    <Card
      flush
      title="Transcript"
      description={`${formatDuration(duration * 1_000)} · ${formatCountOf(captions.length, "line")} · ${model}`}
      actions={
        <>
          {language !== null && <Badge plain>{language}</Badge>}
          <DownloadLink href={`${props.path}/captions.srt`}>SRT</DownloadLink>
          <DownloadLink href={`${props.path}/captions.vtt`}>VTT</DownloadLink>
        </>
      }
    >
      <Transcript {...props} />
    </Card>
  );
}
