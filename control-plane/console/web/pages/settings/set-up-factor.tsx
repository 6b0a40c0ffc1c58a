// Setting up a second factor: the password, then the app and its first code.
import { useState } from "preact/hooks";
import type { NewFactorView, RecoveryCodesView } from "../../../api-types/second-factor.ts";
import { post, put } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { Secret } from "../../ui/code-block.tsx";
import { Button } from "../../ui/form/button.tsx";
import { PasswordField, TextField } from "../../ui/form/field.tsx";
import { submitBy } from "../../ui/form/submit-by.ts";
import { FormErrorNotice } from "../../ui/state.tsx";
import { QrCode } from "./qr-code.tsx";

const PATH = "/console/api/totp";

/** The first step: the password, for which a secret comes back. */
export function PasswordStep({
  onMade,
  onCancel,
}: {
  onMade: (made: NewFactorView) => void;
  onCancel: () => void;
}) {
  const [password, setPassword] = useState("");
  const action = useAction(async () => onMade(await post<NewFactorView>(PATH, { password })));
  return (
    <form class="settings-form" onSubmit={submitBy(action.run)}>
      <p class="soft">
        You need an authenticator app, such as Google Authenticator, Aegis, 1Password or Bitwarden. First,
        your password again.
      </p>
      <FormErrorNotice error={action.error} fields={["/password"]} />
      <PasswordField
        label="Your password"
        value={password}
        onInput={setPassword}
        autocomplete="current-password"
        autofocus
        error={action.error?.fieldMessage("/password")}
      />
      <div class="row">
        <Button kind="primary" type="submit" busy={action.isRunning}>
          Continue
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

/** In groups of four, as it is typed most easily. */
function grouped(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, "$& ");
}

/** The second step: the secret as a QR code, and the app's first code, for which recovery codes come back. */
export function ConfirmStep(props: {
  made: NewFactorView;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}) {
  const { made, onConfirmed, onCancel } = props;
  const [code, setCode] = useState("");
  const action = useAction(async () => {
    onConfirmed((await put<RecoveryCodesView>(PATH, { code })).recoveryCodes);
  });
  return (
    <div class="factor-setup">
      <QrCode
        text={made.uri}
        label="QR code for your authenticator app"
        instead="The QR code could not be loaded. Type the secret into your app."
      />
      <form class="settings-form" onSubmit={submitBy(action.run)}>
        <p>Scan the code with your app, or type this into it:</p>
        <Secret text={made.secret} shown={grouped(made.secret)} what="secret" />
        <FormErrorNotice error={action.error} fields={["/code"]} />
        <TextField
          label="Code"
          name="code"
          hint="The six digits that the app shows now. Your other sessions end when it is on."
          value={code}
          onInput={setCode}
          autocomplete="one-time-code"
          inputMode="numeric"
          maxLength={8}
          required
          autofocus
          mono
          error={action.error?.fieldMessage("/code")}
        />
        <div class="row">
          <Button kind="primary" type="submit" busy={action.isRunning}>
            Turn on
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </div>
  );
}
