// A dialog with a form: its fields, what went wrong, and at its foot a button that cancels and one that sends.
import type { ComponentChildren } from "preact";
import type { Action } from "../../api/use-action.ts";
import { Dialog, DialogActions, type DialogProps } from "../dialog.tsx";
import { FormErrorNotice } from "../state.tsx";
import { Button, type ButtonProps } from "./button.tsx";
import { submitBy } from "./submit-by.ts";

export interface FormDialogProps
  extends Pick<DialogProps, "title" | "onClose" | "wide">,
    Pick<ButtonProps, "icon" | "disabled"> {
  /** What sending does. It closes the dialog where it has succeeded; its failure is shown here, and the dialog stays. */
  readonly action: Pick<Action<[], unknown>, "run" | "isRunning" | "error">;
  /** The words of the button that sends. */
  readonly verb: string;
  readonly danger?: boolean;
  /** Paths of the request whose fields show what is wrong with them, such as `/moods`. */
  readonly fields?: readonly string[];
  /** Leaves it to the server to judge what was entered: the browser would judge some of it otherwise. */
  readonly noValidate?: boolean;
  readonly children: ComponentChildren;
}

export function FormDialog(props: FormDialogProps) {
  const { title, onClose, wide = false, action, verb, danger = false, ...rest } = props;
  const { fields = [], noValidate = false, children, ...button } = rest;
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <form class="stack" noValidate={noValidate} onSubmit={submitBy(action.run)}>
        {children}
        <FormErrorNotice error={action.error} fields={fields} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind={danger ? "danger" : "primary"} type="submit" busy={action.isRunning} {...button}>
            {verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
