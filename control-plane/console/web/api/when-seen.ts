// What nobody sees asks for nothing: it waits until its reader is back.

/** Calls back once the time is over and the tab is seen. Returns what stops it. */
export function whenSeenAfter(ms: number, callback: () => void): () => void {
  let onSeen = (): void => undefined;
  const timer = setTimeout(() => {
    if (document.visibilityState === "visible") return callback();
    onSeen = (): void => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", onSeen);
      callback();
    };
    document.addEventListener("visibilitychange", onSeen);
  }, ms);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onSeen);
  };
}
