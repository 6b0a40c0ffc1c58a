// What is shown this once: a key, or a link.
import type { ComponentChildren } from "preact";
import { Secret } from "./code-block.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Button } from "./form/button.tsx";
import { Notice } from "./state.tsx";

export interface SecretDialogProps {
  readonly title: string;
  /** What to do with it now. */
  readonly warning: string;
  /** The secret. */
  readonly text: string;
  /** What it is, such as "key". */
  readonly what: string;
  readonly onClose: () => void;
  /** For how long it is good, and what to do where it is lost. */
  readonly children: ComponentChildren;
}

/** Closes only once somebody says that they have copied it. @param props.what the secret is, in words */
export function SecretDialog({ title, warning, text, what, onClose, children }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} lasting>
      <div class="stack">
        <Notice kind="warning" title={warning}>
          {children}
        </Notice>
        <Secret text={text} what={what} />
      </div>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
