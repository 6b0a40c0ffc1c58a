// The code that a change of how one signs in asks for beside the password, where there is a second factor.
import { SECOND_FACTOR_LIMITS } from "../../../../../shared/limits/people.ts";
import { TextField } from "../../ui/form/field.tsx";

export function OwnCodeField(props: {
  value: string;
  onInput: (code: string) => void;
  error: string | undefined;
}) {
  return (
    <TextField
      label="Code"
      name="code"
      hint="From your authenticator app, or one of your recovery codes."
      autocomplete="one-time-code"
      maxLength={SECOND_FACTOR_LIMITS.typedLength}
      required
      mono
      {...props}
    />
  );
}
