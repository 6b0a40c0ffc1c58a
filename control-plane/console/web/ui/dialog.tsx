// Dialogs by the browser's own <dialog>: it keeps the focus inside, closes by Escape and gives the focus back.
import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useAction } from "../api/use-action.ts";
import { Button, IconButton } from "./form/button.tsx";
import { ErrorNotice } from "./state.tsx";
import "./dialog.css";

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** Shows what is shown this once: it is closed by its buttons alone. */
  readonly lasting?: boolean;
  /** Hides the page behind it, which has nothing to go back to: it is closed by what it asks for alone. */
  readonly covering?: boolean;
  readonly children: ComponentChildren;
}

/** Whether a dialog was pressed beside it; its own scrollbar is the dialog's, too. */
function isBeside({
  target,
  currentTarget,
  clientX: x,
  clientY: y,
}: TargetedMouseEvent<HTMLElement>): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

/** What is to be filled in; where nothing is, the first of its buttons, such as the one that copies or cancels. */
function firstOf(body: HTMLElement | null): HTMLElement | null | undefined {
  const field = body?.querySelector<HTMLElement>(
    "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)",
  );
  return field ?? body?.querySelector<HTMLElement>("a[href], button:not(:disabled)");
}

/** Is open for as long as it is drawn. A click beside it closes it until something was entered, which it would lose. */
export function Dialog(props: DialogProps) {
  const { title, onClose, wide = false, covering = false, lasting = covering, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const isEntered = useRef(false);
  const isLeaving = useRef(false);
  const id = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    // Where nothing says so itself, the browser takes the button that closes it.
    if (body.current?.querySelector("[autofocus]") == null) firstOf(body.current)?.focus();
    return () => {
      isLeaving.current = true;
      // While it is open, nothing beside it can have the focus.
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={["dialog", wide && "dialog-wide", covering && "dialog-covering"].filter(Boolean).join(" ")}
      aria-labelledby={id}
      onCancel={(event) => {
        if (lasting) event.preventDefault();
      }}
      // Of a lasting one, too: browsers heed what was prevented a few times, and then close it themselves.
      onClose={() => {
        if (isLeaving.current) return;
        if (lasting) dialog.current?.showModal();
        else onClose();
      }}
      onInput={() => {
        isEntered.current = true;
      }}
      onMouseDown={(event) => {
        if (isBeside(event) && !lasting && !isEntered.current) onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        {!covering && <IconButton icon="close" label="Close" onClick={onClose} />}
      </div>
      <div class="dialog-body" ref={body}>
        {children}
      </div>
    </dialog>
  );
}

/** Buttons at a dialog's foot. */
export function DialogActions({ children }: { children: ComponentChildren }) {
  return <div class="dialog-actions">{children}</div>;
}

export interface Confirmation {
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly text: ComponentChildren;
  /** The button's word, such as "Revoke". */
  readonly verb: string;
  readonly danger?: boolean;
  /** What is confirmed. A failure is shown in the dialog, which stays. */
  readonly act: () => Promise<unknown>;
}

function ConfirmDialog({ asked, onClose }: { asked: Confirmation; onClose: () => void }) {
  const action = useAction(async () => {
    await asked.act();
    onClose();
  });
  return (
    <Dialog title={asked.title} onClose={onClose}>
      <div class="stack">
        <div class="soft">{asked.text}</div>
        <ErrorNotice error={action.error} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind={asked.danger === true ? "danger" : "primary"}
          busy={action.isRunning}
          onClick={() => void action.run()}
        >
          {asked.verb}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Asks before a change: `ask(…)` opens the dialog, which is drawn where `dialog` stands. */
export function useConfirm(): { ask: (confirmation: Confirmation) => void; dialog: ComponentChildren } {
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const dialog = asked !== null && <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />;
  return { ask: setAsked, dialog };
}
