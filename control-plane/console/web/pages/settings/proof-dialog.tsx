// Asks for the password, and for a code where there is a second factor, before a change of how one signs in.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAction } from "../../api/use-action.ts";
import { PasswordField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { OwnCodeField } from "./own-code-field.tsx";

export interface Proof {
  readonly password: string;
  readonly code: string;
}

/** Stays open when `act` has succeeded: that closes it where it should be. */
export function ProofDialog(props: {
  title: string;
  /** The button's words. */
  verb: string;
  danger?: boolean;
  /** Whether there is a second factor. */
  asksCode?: boolean;
  /** What is done with the proof. A failure is shown here. */
  act: (proof: Proof) => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const { title, verb, danger = false, asksCode = true, act, onClose, children } = props;
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const action = useAction(() => act({ password, code }));
  const { error } = action;
  return (
    <FormDialog
      title={title}
      verb={verb}
      danger={danger}
      action={action}
      fields={["/password", "/code"]}
      onClose={onClose}
    >
      <p class="soft">{children}</p>
      <PasswordField
        label="Your password"
        value={password}
        onInput={setPassword}
        autocomplete="current-password"
        error={error?.fieldMessage("/password")}
      />
      {asksCode && <OwnCodeField value={code} onInput={setCode} error={error?.fieldMessage("/code")} />}
    </FormDialog>
  );
}
