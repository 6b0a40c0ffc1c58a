// The frame of all pages of signed-in people: navigation on the left, which folds on small screens, and the page.
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "../ui/form/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { AccountNotice } from "./account-notice.tsx";
import { Brand } from "./brand.tsx";
import { isWithin, NAVIGATION, type NavigationEntry } from "./navigation.ts";
import { hrefOf, usePlace } from "./router.ts";
import { useSession } from "./session.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import "./shell.css";

function NavigationList({ entries, label }: { entries: readonly NavigationEntry[]; label: string }) {
  const { path } = usePlace();
  return (
    <ul aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.path}>
          <a
            class="side-link"
            href={hrefOf(entry.path)}
            aria-current={isWithin(path, entry) ? "page" : undefined}
          >
            <Icon name={entry.icon} />
            {entry.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Side({ onClose }: { onClose: () => void }) {
  const { isOperator, account } = useSession();
  return (
    <aside class="side" id="side" aria-label="Console">
      <div class="side-head">
        <Brand />
        <div class="side-close">
          <IconButton icon="close" label="Close the navigation" onClick={onClose} />
        </div>
      </div>
      <nav aria-label="Pages">
        {(account !== null || !isOperator) && (
          <NavigationList entries={NAVIGATION.developer} label="Account" />
        )}
        {isOperator && NAVIGATION.operator.length > 0 && (
          <>
            <div class="side-group">Operator</div>
            <NavigationList entries={NAVIGATION.operator} label="Operator" />
          </>
        )}
      </nav>
      <div class="side-foot">
        <a class="side-link" href="/api/v1/docs" target="_blank" rel="noreferrer">
          <Icon name="docs" />
          API reference
        </a>
        <ThemeSwitch />
        <AccountMenu />
      </div>
    </aside>
  );
}

/** Whether the navigation is open on a small screen; closes at another page and by Escape, which goes on where it was opened. */
function useSide(bar: RefObject<HTMLElement | null>): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const { path } = usePlace();
  const change = (next: boolean): void => {
    setOpen(next);
    // What had the focus is about to be hidden.
    if (!next) bar.current?.querySelector("button")?.focus();
  };
  // Before another page is drawn, so that it cannot close what was opened on that.
  useLayoutEffect(() => setOpen(false), [path]);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape") change(false);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOpen]);
  return [isOpen, change];
}

export function Shell({ children }: { children: ComponentChildren }) {
  const bar = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useSide(bar);
  return (
    <div class={isOpen ? "shell side-open" : "shell"}>
      <a class="skip-link" href="#main">
        Skip to the page
      </a>
      <header class="top-bar" ref={bar}>
        <IconButton icon="menu" label="Open the navigation" expanded={isOpen} onClick={() => setOpen(true)} />
        <Brand />
      </header>
      <Side onClose={() => setOpen(false)} />
      {isOpen && (
        <button
          type="button"
          class="scrim"
          aria-label="Close the navigation"
          onClick={() => setOpen(false)}
        />
      )}
      <div class="main">
        <main id="main" tabIndex={-1}>
          <AccountNotice />
          {children}
        </main>
      </div>
      <Shortcuts />
    </div>
  );
}
