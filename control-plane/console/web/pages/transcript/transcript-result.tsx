// A transcript to read and to search, with the times at its side.
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Badge } from "../../ui/badge.tsx";
import { DownloadLink } from "../../ui/form/download-link.tsx";
import { formatCountOf, formatDuration } from "../../ui/format.ts";
import { Card } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/state.tsx";
import type { TranscriptionOutput } from "../tasks/task-types.ts";
import { SearchBar } from "./search-bar.tsx";
import { lineText } from "./search-transcript.ts";
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

function SearchedLines({ captions }: { captions: readonly Caption[] }) {
  const texts = useMemo(() => captions.map(({ text }) => lineText(text)), [captions]);
  const searching = useTranscriptSearch(texts);
  const panel = useRef<HTMLElement>(null);
  useInSight(panel, searching.search);
  const last = captions.at(-1);
  const timeWidth = last === undefined ? 0 : timeOfLine(last).length;
  return (
    <>
      <SearchBar searching={searching} captions={captions} />
      <section
        ref={panel}
        class="transcript"
        aria-label="What is said"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        tabIndex={0}
        style={{ "--transcript-time": `${timeWidth}ch` }}
      >
        <TranscriptLines captions={captions} texts={texts} search={searching.search} panel={panel} />
      </section>
    </>
  );
}

/** @param path of the job in the API */
export function TranscriptResult({ output, path }: { output: TranscriptionOutput; path: string }) {
  const { captions, language, model, duration } = output;
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
          <DownloadLink href={`${path}/captions.srt`}>SRT</DownloadLink>
          <DownloadLink href={`${path}/captions.vtt`}>VTT</DownloadLink>
        </>
      }
    >
      <SearchedLines captions={captions} />
    </Card>
  );
}
