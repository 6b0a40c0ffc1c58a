// Pictures and videos whose files are gone, or on a machine that is away: what draws them says so in its own way, where a
// browser would draw a torn picture.
import { useState } from "preact/hooks";

/** Whether what an address leads to could not be had, and what an element calls that finds so; another one is tried anew. */
export function useBroken(url: string): readonly [isBroken: boolean, onError: () => void] {
  const [broken, setBroken] = useState<string>();
  return [broken === url, () => setBroken(url)];
}
