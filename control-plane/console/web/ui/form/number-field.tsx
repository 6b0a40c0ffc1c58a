// A number that is typed.
import { useState } from "preact/hooks";
import { TextField, type TextFieldProps } from "./field.tsx";

/** What is typed stays as it is until the field is left: rewritten at each key, no zero could follow its point. */
export function NumberField(
  props: Omit<TextFieldProps, "type" | "onInput" | "onBlur"> & {
    /** Undefined where nothing stands there, or nothing that is a number. */
    onNumber: (value: number | undefined) => void;
  },
) {
  const { value, onNumber, ...rest } = props;
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      {...rest}
      type="number"
      value={typed ?? value}
      onInput={(text) => {
        setTyped(text);
        onNumber(text === "" ? undefined : Number(text));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
