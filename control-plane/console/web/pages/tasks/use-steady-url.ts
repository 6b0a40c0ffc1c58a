// A file's first address, whatever it is signed with later.
import { useEffect, useState } from "preact/hooks";
import { steadyUrl } from "./steady-url.ts";

/** The first address of a file, and a way to take its latest one, for when the first has expired. */
export function useSteadyUrl<T extends string | undefined>(
  latest: T,
): readonly [url: T, takeLatest: () => void] {
  const [shown, setShown] = useState(latest);
  const url = steadyUrl(shown, latest);
  useEffect(() => setShown(url), [url]);
  return [url, () => setShown(latest)];
}
