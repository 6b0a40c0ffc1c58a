// Keys that work on every page, and the dialog that lists them (?). None works while something is typed.
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../ui/dialog.tsx";
import { KeyValues } from "../ui/key-values.tsx";
import { NAVIGATION, type NavigationEntry } from "./navigation.ts";
import { navigate } from "./router.ts";
import { useSession } from "./session.ts";

/** How long a `g` waits for its letter. */
const SEQUENCE_MS = 1_200;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, dialog, [contenteditable]") !== null
  );
}

function isForPage(event: KeyboardEvent): boolean {
  return !(event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target));
}

function search(): boolean {
  const field = document.querySelector<HTMLElement>('main input[type="search"]');
  field?.focus();
  return field !== null;
}

function go(entries: readonly NavigationEntry[], key: string): void {
  const path = entries.find(({ shortcut }) => shortcut === key)?.path;
  if (path !== undefined) navigate(path);
}

function act(event: KeyboardEvent, showList: () => void): void {
  if (event.key === "?") showList();
  else if (event.key === "/" && search()) event.preventDefault();
}

export function Shortcuts() {
  const [isShown, setShown] = useState(false);
  const { isOperator } = useSession();
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  const entries = [...NAVIGATION.developer, ...(isOperator ? NAVIGATION.operator : [])];
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isForPage(event)) return;
      const isSecond = performance.now() - goAt.current < SEQUENCE_MS;
      goAt.current = event.key === "g" ? performance.now() : Number.NEGATIVE_INFINITY;
      if (isSecond) go(entries, event.key);
      else act(event, () => setShown(true));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
  if (!isShown) return null;
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => setShown(false)}>
      <KeyValues
        entries={[
          { key: <kbd>?</kbd>, value: "This list" },
          { key: <kbd>/</kbd>, value: "Search, where a page has one" },
          ...entries
            .filter(({ shortcut }) => shortcut !== undefined)
            .map(({ shortcut, label }) => ({
              key: (
                <>
                  <kbd>g</kbd> <kbd>{shortcut}</kbd>
                </>
              ),
              value: label,
            })),
          { key: <kbd>Esc</kbd>, value: "Close what is open" },
        ]}
      />
    </Dialog>
  );
}
