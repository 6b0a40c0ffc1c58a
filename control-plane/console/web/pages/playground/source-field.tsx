// Where the media of a job comes from: a file of the reader's own, which is uploaded in parts and goes on after a break,
// or an address. Its length is read from the file itself where the browser can.
import { type Dispatch, type StateUpdater, useEffect, useRef, useState } from "preact/hooks";
import { Clipmill, ClipmillError } from "../../../../../shared/client/browser.ts";
import { ApiError, asApiError } from "../../api/api-error.ts";
import { withSession } from "../../api/page-session.ts";
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

/** What a request gets of its media. */
export interface Source {
  readonly s3Key?: string;
  readonly url?: string;
  readonly durationS?: number | undefined;
}

type SetSource = Dispatch<StateUpdater<Source>>;
type Way = "file" | "url";

const WAYS = [
  { name: "file", label: "A file of mine" },
  { name: "url", label: "An address" },
] as const;
/** Files that a browser cannot play have no length here. */
const PROBE_TIMEOUT_MS = 10_000;
/** A browser has six connections to a control plane, for all its tabs and their streams: calls must not wait for parts. */
const PARTS_AT_ONCE = 2;

interface Sending {
  readonly file: File;
  readonly sentBytes: number;
  /** Whether the last try failed, and another one comes by itself. */
  readonly isInterrupted: boolean;
  readonly uploadId: string | undefined;
  readonly isDone: boolean;
  readonly error: ApiError | undefined;
}

/** Length of a media file in seconds; undefined where the browser cannot tell. */
function probeDuration(file: File): Promise<number | undefined> {
  return new Promise((resolve) => {
    const video = document.createElement("video");
    const address = URL.createObjectURL(file);
    const finish = (durationS: number | undefined): void => {
      clearTimeout(timer);
      URL.revokeObjectURL(address);
      resolve(durationS !== undefined && Number.isFinite(durationS) ? durationS : undefined);
    };
    const timer = setTimeout(() => finish(undefined), PROBE_TIMEOUT_MS);
    video.preload = "metadata";
    video.onloadedmetadata = () => finish(video.duration);
    video.onerror = () => finish(undefined);
    video.src = address;
  });
}

/** Whether the file cannot be taken as it is, however often it is sent. */
function isFinal(error: ApiError): boolean {
  return error.isAboutInput || error.code === "INVALID_ARGUMENT" || error.code === "FILE_CHANGED";
}

function errorOf(thrown: unknown): ApiError {
  if (!(thrown instanceof ClipmillError)) return asApiError(thrown);
  const { code, status = 0, message, details, requestId } = thrown;
  const error = new ApiError({ status, code, message, details, requestId });
  if (isFinal(error)) return error;
  return new ApiError({ ...error, message: `The upload broke off: ${message}` });
}

/** One upload at a time; another file ends the one before, and so does the form that goes. */
function useUpload(onSource: SetSource) {
  const [sending, setSending] = useState<Sending>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const send = async (file: File, resume?: string): Promise<void> => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const update = (changes: Partial<Sending>): void => {
      if (!controller.signal.aborted) setSending((old) => old && { ...old, ...changes });
    };
    setSending({
      file,
      sentBytes: 0,
      isInterrupted: false,
      uploadId: resume,
      isDone: false,
      error: undefined,
    });
    try {
      const durationS = probeDuration(file);
      let uploadId = resume;
      const upload = await withSession({ isChange: true, isOwn: false }, (headers) =>
        new Clipmill({ url: location.origin, headers }).upload(file, {
          resume: uploadId,
          partsAtOnce: PARTS_AT_ONCE,
          signal: controller.signal,
          onAnnounced: (announced) => {
            uploadId = announced;
            update({ uploadId });
          },
          onProgress: ({ sentBytes }) => update({ sentBytes, isInterrupted: false }),
          onRetry: () => update({ isInterrupted: true }),
        }),
      );
      update({ isDone: true, sentBytes: file.size });
      if (controller.signal.aborted) return;
      onSource({ s3Key: upload.s3_key });
      // A browser may take seconds to find that it cannot tell. What was entered meanwhile stays.
      const length = await durationS;
      if (controller.signal.aborted || length === undefined) return;
      onSource((old) => (old.durationS === undefined ? { ...old, durationS: length } : old));
    } catch (thrown) {
      update({ error: errorOf(thrown), isInterrupted: false });
    }
  };
  const stop = (): void => {
    current.current?.abort();
    setSending(undefined);
    onSource({});
  };
  return { sending, send, stop };
}

function SendingFile(props: {
  sending: Sending;
  onResume: () => void;
  onStop: () => void;
  durationS: number | undefined;
}) {
  const { sending, onResume, onStop, durationS } = props;
  const { file, sentBytes, isInterrupted, isDone, error } = sending;
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
        <strong class="truncate">{file.name}</strong>
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
          <Button size="small" icon="refresh" onClick={onResume}>
            Go on
          </Button>
        )}
        <Button size="small" kind="quiet" icon="close" onClick={onStop}>
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
  const { sending, send, stop } = useUpload(onSource);
  if (sending === undefined) {
    return (
      <DropArea
        label={`Drop a video${takesSound ? " or audio" : ""} file here, or choose one`}
        hint={`It is sent in parts and goes on after a break.${maxBytes === undefined ? "" : ` At most ${formatBytes(maxBytes)}.`}`}
        accept={takesSound ? `${VIDEO_FILES},audio/*` : VIDEO_FILES}
        onFiles={([file]) => file !== undefined && void send(file)}
      />
    );
  }
  return (
    <SendingFile
      sending={sending}
      durationS={source.durationS}
      onResume={() => void send(sending.file, sending.uploadId)}
      onStop={stop}
    />
  );
}

export function SourceField(props: {
  form: PlaygroundForm;
  schema: JsonSchema;
  uploadSchema: JsonSchema;
  source: Source;
  onSource: SetSource;
  error: ApiError | undefined;
}) {
  const { form, schema, uploadSchema, source, onSource, error } = props;
  const [way, setWay] = useState<Way>("file");
  const { urlField = "video_url", takesSound = false, durationField } = form;
  const length = durationField === undefined ? undefined : schema.properties?.[durationField];
  const needsLength = durationField !== undefined && (way === "url" || source.s3Key !== undefined);
  return (
    <div class="stack">
      <Tabs
        label="Where the media comes from"
        tabs={WAYS}
        current={way}
        onChange={(next) => {
          setWay(next);
          onSource({});
        }}
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
          value={String(source.durationS ?? "")}
          onNumber={(durationS) => onSource({ ...source, durationS })}
          error={error?.fieldMessage(`/${durationField}`)}
        />
      )}
    </div>
  );
}

/** Whether there is something to work on: an address, or a file that was sent. */
export function hasMedia({ s3Key, url = "" }: Source): boolean {
  return s3Key !== undefined || url !== "";
}

/** The fields of a request that a source fills. */
export function sourceFields(
  { urlField, durationField }: PlaygroundForm,
  source: Source,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  if (urlField === undefined) return fields;
  if (source.s3Key !== undefined) fields.s3_key = source.s3Key;
  else if (source.url !== undefined && source.url !== "") fields[urlField] = source.url;
  const { durationS } = source;
  if (durationField === undefined || durationS === undefined) return fields;
  fields[durationField] = durationField === "duration" ? String(durationS) : durationS;
  return fields;
}
