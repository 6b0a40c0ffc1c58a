// Where the media of a job comes from: a file of the reader's own, which this tab uploads, or an address. Its length is read
// from the file itself where the browser can.
import { type Dispatch, type StateUpdater, useLayoutEffect } from "preact/hooks";
import type { ApiError } from "../../api/api-error.ts";
import { useStore } from "../../app/store.ts";
import { ProgressBar } from "../../ui/badge.tsx";
import { Button } from "../../ui/form/button.tsx";
import { DropArea } from "../../ui/form/drop-area.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { formatBytes, formatTimecode } from "../../ui/format.ts";
import { ErrorNotice } from "../../ui/state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { PlaygroundForm } from "./forms.ts";
import { type JsonSchema, rangeOf } from "./json-schema.ts";
import type { Source } from "./source.ts";
import { isFinal, startUpload, stopUpload, type TabUpload, tabUpload, tellDuration } from "./tab-upload.ts";

type SetSource = Dispatch<StateUpdater<Source>>;
type Way = "file" | "url";

const WAYS = [
  { name: "file", label: "A file of mine" },
  { name: "url", label: "An address" },
] as const;

/**
 * What this tab sends, which is the source once it has arrived. A length that was entered meanwhile stays. The source
 * follows before the page is drawn: it may not show an upload that its request lacks, or one that was taken away.
 */
function useSentFile(onSource: SetSource): TabUpload | undefined {
  const sending = useStore(tabUpload);
  const { s3Key, durationS } = sending ?? {};
  useLayoutEffect(() => {
    onSource((old) => {
      if (old.s3Key === s3Key) return old;
      return s3Key === undefined ? {} : { s3Key };
    });
  }, [s3Key, onSource]);
  useLayoutEffect(() => {
    if (s3Key === undefined || durationS === undefined) return;
    onSource((old) => (old.durationS === undefined ? { ...old, durationS } : old));
  }, [s3Key, durationS, onSource]);
  return sending;
}

/** The file that this tab sends, how far it is, and what can be done about it. */
export function SendingFile({ sending, durationS }: { sending: TabUpload; durationS: number | undefined }) {
  const { file, sentBytes, isInterrupted, error } = sending;
  const isDone = sending.s3Key !== undefined;
  const length = durationS === undefined ? "" : ` · ${formatTimecode(durationS)}`;
  // A browser tells of whole parts only.
  const isFirstPart = sentBytes === 0;
  const sent = isFirstPart ? "nothing sent yet" : `${formatBytes(sentBytes)} sent`;
  const firstPart = error === undefined ? "Sending the first part" : "Not sent";
  const mayGoOn = error !== undefined && !isFinal(error);
  const state = isDone
    ? "Uploaded"
    : isInterrupted
      ? `Interrupted, and tried again by itself: ${sent}`
      : isFirstPart
        ? firstPart
        : sent;
  return (
    <div class="stack source-file">
      <div class="row-between">
        <strong class="truncate">
          <bdi>{file.name}</bdi>
        </strong>
        <span class="soft">
          {formatBytes(file.size)}
          {length}
        </span>
      </div>
      <ProgressBar
        percent={file.size === 0 ? 0 : (100 * sentBytes) / file.size}
        label={`Upload of ${file.name}`}
        message={state}
      />
      <ErrorNotice error={error} />
      <div class="row">
        {mayGoOn && (
          <Button size="small" icon="refresh" onClick={() => void startUpload(file, sending.uploadId)}>
            Go on
          </Button>
        )}
        <Button size="small" kind="quiet" icon="close" onClick={stopUpload}>
          {isDone || (error !== undefined && !mayGoOn) ? "Take another file" : "Stop"}
        </Button>
      </div>
    </div>
  );
}

const VIDEO_FILES = "video/*,.mkv,.ts,.m2ts,.mxf";

function FileSource(props: {
  takesSound: boolean;
  source: Source;
  onSource: SetSource;
  /** Of the file; undefined where nobody says. */
  maxBytes: number | undefined;
}) {
  const { takesSound, source, onSource, maxBytes } = props;
  const sending = useSentFile(onSource);
  if (sending === undefined) {
    return (
      <DropArea
        label={`Drop a video${takesSound ? " or audio" : ""} file here, or choose one`}
        hint={`It is sent in parts and goes on after a break.${maxBytes === undefined ? "" : ` At most ${formatBytes(maxBytes)}.`}`}
        accept={takesSound ? `${VIDEO_FILES},audio/*` : VIDEO_FILES}
        onFiles={([file]) => file !== undefined && void startUpload(file)}
      />
    );
  }
  return <SendingFile sending={sending} durationS={source.durationS ?? sending.durationS} />;
}

/** With a field for the length where the form needs one: of an address, and of a file that is sent. */
export function SourceField(props: {
  form: PlaygroundForm;
  schema: JsonSchema;
  uploadSchema: JsonSchema;
  source: Source;
  onSource: SetSource;
  error: ApiError | undefined;
}) {
  const { form, schema, uploadSchema, source, onSource, error } = props;
  const way: Way = source.url === undefined ? "file" : "url";
  const sending = useStore(tabUpload);
  const isOnItsWay = way === "file" && sending !== undefined && source.s3Key === undefined;
  const { urlField = "video_url", takesSound = false, durationField } = form;
  const length = durationField === undefined ? undefined : schema.properties?.[durationField];
  const needsLength =
    durationField !== undefined && (way === "url" || isOnItsWay || source.s3Key !== undefined);
  return (
    <div class="stack">
      <Tabs
        label="Where the media comes from"
        tabs={WAYS}
        current={way}
        onChange={(next) => onSource(next === "url" ? { url: "" } : {})}
      >
        {way === "file" ? (
          <FileSource
            takesSound={takesSound}
            source={source}
            onSource={onSource}
            maxBytes={uploadSchema.properties?.size_bytes?.maximum}
          />
        ) : (
          <TextField
            label="Address"
            hint="A public http or https address of a media file, or of a page that operators have allowed."
            type="url"
            value={source.url ?? ""}
            onInput={(url) => onSource({ ...source, url })}
            placeholder="https://example.com/talk.mp4"
            error={error?.fieldMessage(`/${urlField}`)}
          />
        )}
      </Tabs>
      {needsLength && (
        <NumberField
          label="Length in seconds"
          hint={`${way === "file" ? "Read from the file where the browser can." : "As exact as you know it."} ${length?.description ?? ""}${rangeOf(length ?? {})}`}
          step="any"
          min="1"
          value={String((isOnItsWay ? sending.durationS : source.durationS) ?? "")}
          onNumber={(durationS) =>
            isOnItsWay ? tellDuration(durationS) : onSource({ ...source, durationS })
          }
          error={error?.fieldMessage(`/${durationField}`)}
        />
      )}
    </div>
  );
}
