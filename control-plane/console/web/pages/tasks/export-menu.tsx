// Clips as files for other programs: those of a whole job, and the texts of one clip.
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuDownload, MenuGroup } from "../../ui/menu.tsx";
import type { Task } from "./task-types.ts";

const TEXTS = [
  { format: "srt", label: "Subtitles (SRT)" },
  { format: "vtt", label: "Subtitles (WebVTT)" },
  { format: "txt", label: "Plain text" },
] as const;

/** Whether a task has made clips that are still there. */
export function hasClips({ status, deleted_at: deletedAt, output }: Task): boolean {
  if (status !== "finished" || deletedAt !== null) return false;
  return output !== null && "clips" in output && output.clips.length > 0;
}

/** @param path of the job in the API */
export function JobExportMenu({ path }: { path: string }) {
  return (
    <Menu
      name="Export the clips"
      label={
        <>
          <Icon name="download" size={16} /> Export
        </>
      }
      class="export-menu"
      buttonClass="button button-plain"
    >
      <MenuGroup label="Timelines">
        <MenuDownload isText href={`${path}/exports/otio`}>
          OpenTimelineIO
        </MenuDownload>
        <MenuDownload isText href={`${path}/exports/fcpxml`}>
          Final Cut Pro XML
        </MenuDownload>
      </MenuGroup>
      <MenuGroup label="What is said">
        {TEXTS.map(({ format, label }) => (
          <MenuDownload isText key={format} href={`${path}/exports/${format}`}>
            {label}
          </MenuDownload>
        ))}
      </MenuGroup>
      <MenuDownload href={`${path}/exports/zip`}>Everything (ZIP)</MenuDownload>
    </Menu>
  );
}

/** @param path of the job in the API */
export function ClipTextMenu(props: { path: string; clipId: string; title: string }) {
  const { path, clipId, title } = props;
  return (
    <Menu
      name={`What is said in ${title}`}
      label="Text"
      above
      class="clip-text-menu"
      buttonClass="button button-quiet button-small"
    >
      {TEXTS.map(({ format, label }) => (
        <MenuDownload isText key={format} href={`${path}/clips/${clipId}/exports/${format}`}>
          {label}
        </MenuDownload>
      ))}
    </Menu>
  );
}
