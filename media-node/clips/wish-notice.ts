// What a person is told when nobody speaks of the subject that was asked for.

import type { Moment } from "./explain-moments.ts";
import { stemsIn, topicOf } from "./virality/topic-match.ts";

/** Below this not even the best clip is plainly about it. */
const MIN_MATCH = 0.45;

export interface AskedSubject {
  readonly prompt: string | null;
  readonly title: string | null;
  /** Without words nothing tells what is spoken of. */
  readonly hasWords: boolean;
}

/** One sentence, or null where a clip meets the subject, none was asked for, or nothing tells. */
export function wishNotice(
  moments: readonly Pick<Moment, "topicMatch">[],
  { prompt, title, hasWords }: AskedSubject,
): string | null {
  const topic = topicOf(prompt, title).replaceAll(/\s+/g, " ").trim();
  const best = moments.reduce((most, { topicMatch }) => Math.max(most, topicMatch ?? 0), 0);
  if (!hasWords || stemsIn(topic).size === 0 || best >= MIN_MATCH) return null;
  return `Nothing in the source is plainly about “${topic}”, so the clips are the best of what there is.`;
}
