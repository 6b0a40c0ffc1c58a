// The token of a link that was handed out: behind the #, so that it reaches no server's log and no other site.
import { useLayoutEffect, useState } from "preact/hooks";

function tokenNow(): string | undefined {
  return location.hash.slice(1) || undefined;
}

/**
 * The token, which is taken out of the address at once; undefined where there is none. Another link that is opened in the
 * same tab loads nothing, and changes the token: what was filled in for the former one belongs to that.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState(tokenNow);
  useLayoutEffect(() => {
    const take = (): void => {
      const given = tokenNow();
      if (given === undefined) return;
      setToken(given);
      history.replaceState(null, "", location.pathname + location.search);
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
