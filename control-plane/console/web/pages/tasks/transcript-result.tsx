// A transcript to read, with the times at its side.
import { useState } from "preact/hooks";
import { Badge } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/form/button.tsx";
import { formatCount, formatDuration, formatTimecode } from "../../ui/format.ts";
import { Card } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/state.tsx";
import type { TranscriptionOutput } from "./task-types.ts";

/** A long talk has thousands of lines; more are drawn when asked for. */
const LINES_STEP = 400;

export function TranscriptResult({ output, path }: { output: TranscriptionOutput; path: string }) {
  const { captions, language, model, duration } = output;
  const [shown, setShown] = useState(LINES_STEP);
  if (captions.length === 0) {
    return (
      <EmptyState icon="info" title="Nothing was said">
        No speech was found in this media, or none that is likely right.
      </EmptyState>
    );
  }
  return (
    <Card
      title="Transcript"
      description={`${formatDuration(duration * 1_000)} · ${formatCount(captions.length)} lines · ${model}`}
      actions={
        <>
          {language !== null && <Badge plain>{language}</Badge>}
          <LinkButton size="small" icon="download" href={`${path}/captions.srt`} download>
            SRT
          </LinkButton>
          <LinkButton size="small" icon="download" href={`${path}/captions.vtt`} download>
            VTT
          </LinkButton>
        </>
      }
    >
      <ol class="transcript">
        {captions.slice(0, shown).map(({ text, start }) => (
          <li key={start}>
            <span class="faint numeric">{formatTimecode(start)}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      {captions.length > shown && (
        <Button onClick={() => setShown(shown + LINES_STEP)}>
          Show more ({formatCount(captions.length - shown)} lines)
        </Button>
      )}
    </Card>
  );
}
