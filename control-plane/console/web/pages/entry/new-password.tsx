// A password that is chosen, the same wherever one is.
import { PASSWORD_LIMITS } from "../../../../../shared/limits/people.ts";
import { PasswordField } from "../../ui/form/field.tsx";

export function NewPasswordField(props: {
  label?: string;
  value: string;
  onInput: (value: string) => void;
  error?: string | undefined;
}) {
  const { label = "Password", value, onInput, error } = props;
  return (
    <PasswordField
      label={label}
      name="new-password"
      value={value}
      onInput={onInput}
      autocomplete="new-password"
      hint={`${PASSWORD_LIMITS.minLength} characters or more. A few random words do well.`}
      error={error}
    />
  );
}
