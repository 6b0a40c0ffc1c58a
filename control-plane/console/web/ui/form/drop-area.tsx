// Takes files that are dropped or chosen.
import { useState } from "preact/hooks";
import { Icon } from "../icon.tsx";
import "./drop-area.css";

/** Without `multiple` only the first of several files is handed on; nothing is uploaded here. */
export function DropArea(props: {
  /** Such as "Drop a video here, or choose one". */
  label: string;
  hint?: string;
  /** As of an input, such as `video/*`. */
  accept?: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const { label, hint, accept, multiple = false, onFiles } = props;
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined): void => {
    const given = [...(files ?? [])];
    if (given.length > 0) onFiles(multiple ? given : given.slice(0, 1));
  };
  return (
    <label
      class={isOver ? "drop-area drop-area-over" : "drop-area"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <Icon name="upload" size={24} />
      <strong>{label}</strong>
      {hint !== undefined && <small>{hint}</small>}
      <input
        class="visually-hidden"
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}
