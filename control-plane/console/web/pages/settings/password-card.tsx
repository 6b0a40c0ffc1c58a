// Changing one's password. All other sessions of the person end with it.
import { useState } from "preact/hooks";
import type { SessionView } from "../../../api-types/session.ts";
import { put } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { enter, useSession } from "../../app/session.ts";
import { Button } from "../../ui/form/button.tsx";
import { PasswordField } from "../../ui/form/field.tsx";
import { submitBy } from "../../ui/form/submit-by.ts";
import { Card } from "../../ui/page-header.tsx";
import { FormErrorNotice } from "../../ui/state.tsx";
import { tell } from "../../ui/toast.tsx";
import { NewPasswordField } from "../entry/new-password.tsx";
import { OwnCodeField } from "./own-code-field.tsx";
import "./settings.css";

/** @param onChange told when the other sessions have ended */
export function PasswordCard({ onChange }: { onChange: () => void }) {
  const { user } = useSession();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [code, setCode] = useState("");
  const action = useAction(async () => {
    enter(await put<SessionView>("/console/api/password", { current, next, code }));
    setCurrent("");
    setNext("");
    setCode("");
    onChange();
    tell("Your password is changed, and your other sessions have ended.");
  });
  const { error } = action;
  // A second factor that another tab has turned on is known by this.
  const wrongCode = error?.fieldMessage("/code");
  return (
    <Card title="Password" description="Changing it ends your sessions in other browsers.">
      <form class="settings-form" onSubmit={submitBy(action.run)}>
        <FormErrorNotice error={error} fields={["/current", "/next", "/code"]} />
        <PasswordField
          label="Current password"
          value={current}
          onInput={setCurrent}
          autocomplete="current-password"
          error={error?.fieldMessage("/current")}
        />
        <NewPasswordField
          label="New password"
          value={next}
          onInput={setNext}
          error={error?.fieldMessage("/next")}
        />
        {(user.totp || wrongCode !== undefined) && (
          <OwnCodeField value={code} onInput={setCode} error={wrongCode} />
        )}
        <div>
          <Button kind="primary" type="submit" busy={action.isRunning}>
            Change the password
          </Button>
        </div>
      </form>
    </Card>
  );
}
