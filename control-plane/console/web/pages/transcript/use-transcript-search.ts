// A search in a transcript: what is looked for, what was found, and at which match its reader is.
import { useMemo, useRef, useState } from "preact/hooks";
import {
  findMatches,
  firstMatchFrom,
  indexTranscript,
  lineOf,
  NO_MATCHES,
  type TranscriptIndex,
} from "./search-transcript.ts";
import type { TranscriptSearch } from "./transcript-lines.tsx";

export interface TranscriptSearching {
  readonly words: string;
  readonly search: TranscriptSearch | undefined;
  /** Looks for words, from the line of the current match on. */
  readonly look: (words: string) => void;
  /** Goes on by a number of matches; behind the last one comes the first. */
  readonly step: (by: number) => void;
}

/** Made when it is first needed: most readers of a transcript look for nothing. */
function useIndex(texts: readonly string[], isNeeded: boolean): TranscriptIndex | undefined {
  const kept = useRef<TranscriptIndex | undefined>(undefined);
  if (kept.current?.texts !== texts) kept.current = undefined;
  if (isNeeded) kept.current ??= indexTranscript(texts);
  return kept.current;
}

/** @param texts of the lines, the same array as long as they are the same */
export function useTranscriptSearch(texts: readonly string[]): TranscriptSearching {
  const [words, setWords] = useState("");
  /** So many matches behind the first one that is at or behind `fromLine`. */
  const [steps, setSteps] = useState(0);
  const fromLine = useRef(0);
  const isSought = words.trim() !== "";
  const index = useIndex(texts, isSought);
  const matches = useMemo(
    () => (index === undefined ? NO_MATCHES : findMatches(index, words)),
    [index, words],
  );
  const count = matches.starts.length;
  const search = useMemo(() => {
    if (index === undefined || !isSought) return undefined;
    if (count === 0) return { index, matches, current: null };
    const first = firstMatchFrom(index, matches, fromLine.current);
    const match = (((first + steps) % count) + count) % count;
    return { index, matches, current: { match, line: lineOf(index, matches, match) } };
  }, [index, matches, steps, isSought]);
  return {
    words,
    search,
    look(next) {
      fromLine.current = search?.current?.line ?? fromLine.current;
      setWords(next);
      setSteps(0);
    },
    step(by) {
      setSteps((former) => former + by);
    },
  };
}
