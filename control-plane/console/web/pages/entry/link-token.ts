// The token of a link that was handed out: behind the #, so that it reaches no server's log and no other site.
import { useState } from "preact/hooks";

/** The token, which is taken out of the address at once; undefined where there is none. */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => location.hash.slice(1) || undefined);
  if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
  return token;
}
