// The address of whoever stands before the page, by which programs that keep passwords find theirs.
import { TextField } from "../../ui/form/field.tsx";

export function OwnEmailField(props: {
  value: string;
  onInput: (value: string) => void;
  error?: string | undefined;
}) {
  const { value, onInput, error } = props;
  return (
    <TextField
      label="E-mail"
      name="email"
      type="email"
      value={value}
      onInput={onInput}
      autocomplete="username"
      error={error}
      required
      autofocus
    />
  );
}
