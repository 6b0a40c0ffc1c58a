// When a player whose media failed to load tries again: after a failure that passes, such as a busy control plane, at growing
// pauses; after an expired link, once with another one.

/** Before each further try: half a minute in all, in which a control plane has started again. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000] as const;
const MAX_PAUSE_MS = 60_000;
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** How often a player has tried again since it last played, or its reader last asked it to. */
export interface Tries {
  /** While the server was busy or away, since something was last loaded. */
  readonly passing: number;
  /** Although the server answered: it may have come back just before it was asked. */
  readonly there: number;
  /** With another link. */
  readonly renewed: number;
}

export const NO_TRIES: Tries = { passing: 0, there: 0, renewed: 0 };

/** Only failures that pass are forgotten: a file that loads and breaks at once would otherwise load for ever. */
export function triesAfterLoad(tries: Tries): Tries {
  return { ...tries, passing: 0 };
}

export interface NextTry {
  /** Whether it needs another link. */
  readonly isLinkDead: boolean;
  readonly pauseMs: number;
  readonly tries: Tries;
}

/** The pause that a server asks for (`Retry-After`, RFC 9110, 10.2.3), in milliseconds; 0 where it asks for none. */
function retryAfterMs({ headers }: Response): number {
  const text = headers.get("retry-after") ?? "";
  const ms = /^\d+$/.test(text) ? 1_000 * Number(text) : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? 0 : ms;
}

/** Another origin tells no page why it refuses. */
function isDead(response: Response | undefined, isOwnAddress: boolean): boolean {
  return response === undefined ? !isOwnAddress : response.status >= 400 && response.status < 500;
}

/**
 * When a player that failed is to load again; undefined where that would change nothing.
 * @param response of its address; undefined where it did not answer
 */
export function nextTry(
  tries: Tries,
  response: Response | undefined,
  isOwnAddress: boolean,
): NextTry | undefined {
  const isPassing = response === undefined ? isOwnAddress : PASSING_STATUSES.has(response.status);
  const pauseMs = PAUSES_MS[tries.passing];
  if (isPassing && pauseMs !== undefined) {
    const wishedMs = response === undefined ? 0 : retryAfterMs(response);
    return {
      isLinkDead: false,
      pauseMs: Math.min(MAX_PAUSE_MS, Math.max(pauseMs, wishedMs)),
      tries: { ...tries, passing: tries.passing + 1 },
    };
  }
  if (response?.ok === true && tries.there === 0)
    return { isLinkDead: false, pauseMs: 0, tries: { ...tries, there: 1 } };
  if (!isPassing && isDead(response, isOwnAddress) && tries.renewed === 0)
    return { isLinkDead: true, pauseMs: 0, tries: { ...tries, renewed: 1 } };
  return undefined;
}
