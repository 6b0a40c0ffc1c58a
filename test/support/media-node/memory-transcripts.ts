// An index of kept transcripts without a database, for tests of pipelines. Any quality serves any, and the last
// that was kept of those that would do.
import type {
  TranscriptEntry,
  TranscriptIndex,
} from "../../../media-node/speech/transcripts/transcript-index.ts";

export function memoryTranscripts(): TranscriptIndex & { readonly entries: readonly TranscriptEntry[] } {
  const entries: TranscriptEntry[] = [];
  return {
    entries,
    find: async ({ sourceHash, model, startS, endS, soundTrack }) =>
      entries.findLast(
        (entry) =>
          (soundTrack === undefined
            ? entry.soundTrack === null ||
              (entry.startS === startS && entry.endS <= Math.min(endS ?? entry.sourceS, entry.sourceS))
            : entry.soundTrack === soundTrack) &&
          entry.sourceHash.equals(sourceHash) &&
          entry.model === model &&
          startS < entry.sourceS &&
          entry.startS <= startS &&
          entry.endS >= Math.min(endS ?? entry.sourceS, entry.sourceS),
      )?.storageKey,
    add: async (entry) => {
      entries.push(entry);
      return true;
    },
  };
}
