// How well a ranking of moments finds what was planted. A moment finds an event when its span covers the event's time;
// every event counts once, for the first moment that finds it, and a moment that finds nothing new is wrong. Average
// precision is the mean over the events of the precision at the rank of the moment that found each, with 0 for an event
// that none found: AP = 1/n · Σ (right ones among the first k) / k. Without interpolation, and over the whole ranking.
import type { Span } from "../../../media-node/signal/span.ts";
import type { PlantedEvent } from "./match-broadcast.ts";

export function covers({ startS, endS }: Span, { timeS }: PlantedEvent): boolean {
  return startS <= timeS && timeS <= endS;
}

/** Of moments, best first. A moment that covers several events that nobody found before finds all of them. */
export function averagePrecision(ranked: readonly Span[], events: readonly PlantedEvent[]): number {
  const open = new Set(events);
  let right = 0;
  let sum = 0;
  for (const [index, moment] of ranked.entries()) {
    const found = [...open].filter((event) => covers(moment, event));
    if (found.length === 0) continue;
    right += 1;
    sum += (found.length * right) / (index + 1);
    for (const event of found) open.delete(event);
  }
  return events.length === 0 ? 0 : sum / events.length;
}
