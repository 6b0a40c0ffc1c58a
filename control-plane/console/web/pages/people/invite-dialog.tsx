// Inviting somebody to the account: for whom and as what, and then the link, which is shown once.
import { useState } from "preact/hooks";
import type { MadeInvitationView } from "../../../api-types/people.ts";
import { post } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { SecretDialog } from "../../ui/secret-dialog.tsx";
import { Time } from "../../ui/time.tsx";
import { ROLES, type Role } from "./role.tsx";

/** Invites somebody to the account; the answer has the link. */
export function invite(email: string, role: Role): Promise<MadeInvitationView> {
  return post<MadeInvitationView>("/console/api/people", { email, role });
}

/** Asks whom to invite, and as what; the caller shows the link that `onMade` brings. */
export function InviteDialog({
  onMade,
  onClose,
}: {
  onMade: (made: MadeInvitationView) => void;
  onClose: () => void;
}) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const action = useAction(async () => onMade(await invite(email.trim(), role)));
  return (
    <FormDialog
      title="Invite somebody"
      verb="Make the invitation"
      action={action}
      fields={["/email"]}
      disabled={email.trim() === ""}
      noValidate
      onClose={onClose}
    >
      <TextField
        label="E-mail"
        type="email"
        name="email"
        value={email}
        onInput={setEmail}
        autocomplete="off"
        hint="The invitation is good for this address alone."
        error={action.error?.fieldMessage("/email")}
        autofocus
      />
      <SelectField
        label="Role"
        value={role}
        onChange={setRole}
        options={ROLES}
        hint="Members work for the account and manage its keys. Owners manage its people too."
      />
    </FormDialog>
  );
}

/** The link of an invitation that was just made. */
export function LinkDialog({ made, onClose }: { made: MadeInvitationView; onClose: () => void }) {
  return (
    <SecretDialog
      title={`The link for ${made.email}`}
      warning="Copy it now, and pass it on."
      text={made.url}
      what="link"
      onClose={onClose}
    >
      It is shown this once, and this appliance sends no mail. It works once, until{" "}
      <Time at={made.expiresAt} />.
    </SecretDialog>
  );
}
