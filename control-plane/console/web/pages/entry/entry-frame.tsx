// The frame of the pages for those who are not signed in: one card in the middle.
import type { ComponentChildren } from "preact";
import { Brand } from "../../app/brand.tsx";
import { ThemeSwitch } from "../../app/theme-switch.tsx";
import { Notice } from "../../ui/state.tsx";
import "./entry.css";

/** Whether what is typed here can be read on its way, of which the frame warns. */
export function isInClear(): boolean {
  return location.protocol === "http:" && !/^(localhost|127\..*|\[::1\])$/.test(location.hostname);
}

/** The card, with the brand above it. */
export function EntryFrame(props: {
  title: string;
  description?: ComponentChildren;
  children: ComponentChildren;
  /** Below the card. */
  other?: ComponentChildren;
}) {
  const { title, description, children, other } = props;
  return (
    <div class="entry">
      <main class="entry-box" id="main">
        <Brand />
        <div class="entry-card">
          <h1 tabIndex={-1}>{title}</h1>
          <p>{description}</p>
          <div class="stack">
            {isInClear() && (
              <Notice kind="warning" title="This connection is not encrypted.">
                Others on the network can read your password. Ask your operator for an address with https.
              </Notice>
            )}
            {children}
          </div>
        </div>
        {other !== undefined && <p class="entry-other">{other}</p>}
      </main>
      <footer class="entry-theme">
        <ThemeSwitch />
      </footer>
    </div>
  );
}
