// A link to a text that is written when it is asked for, which may take a while: it shows that it is under way.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../icon.tsx";
import { saveText } from "./save-text.ts";
import "./button.css";

/** @param props.href of the API; a failure is told, and no page is left for it */
export function DownloadLink({ href, children }: { href: string; children: ComponentChildren }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <a
      class="button button-plain button-small"
      href={href}
      download=""
      aria-busy={isBusy ? "true" : undefined}
      onClick={(event) => {
        setBusy(true);
        void saveText(event, href).finally(() => setBusy(false));
      }}
    >
      {isBusy ? <span class="spinner" aria-hidden="true" /> : <Icon name="download" size={16} />}
      {children}
    </a>
  );
}
