// The upload of this tab, one at a time: of a file of the reader's own, in parts, which goes on after a break. It goes on
// while they look at other pages of the console, too, since hours of film take longer than anybody waits at a form; it ends
// with their session, and when they act for another account. Whoever would leave the console meanwhile is asked first.
// A task may be told to start once the file has arrived; that ends with the upload, as what is sent in its place is another
// file.
import { Clipmill, ClipmillError } from "../../../../../shared/client/browser.ts";
import { ApiError, asApiError } from "../../api/api-error.ts";
import { withSession } from "../../api/page-session.ts";
import { sessionState, whoseOf } from "../../app/session.ts";
import { createStore, type Store } from "../../app/store.ts";
import { tell, tellError } from "../../ui/toast.tsx";
import { probeDuration } from "./probe-duration.ts";
import { forgetStarted, isLookedAt, isStartShown, type Start, startTask } from "./start-task.ts";

/** A browser has six connections to a control plane, for all its tabs and their streams: calls must not wait for parts. */
const PARTS_AT_ONCE = 2;

export interface TabUpload {
  readonly file: File;
  readonly sentBytes: number;
  /** Whether the last try failed, and another one comes by itself. */
  readonly isInterrupted: boolean;
  readonly uploadId: string | undefined;
  /** Once all of it has arrived. */
  readonly s3Key: string | undefined;
  /** Seconds; undefined until the browser or the reader has told it. */
  readonly durationS: number | undefined;
  /** What starts once all of it has arrived. */
  readonly start: Start | undefined;
  readonly error: ApiError | undefined;
}

/** Undefined where nothing was sent, or its reader has stopped it. */
export const tabUpload: Store<TabUpload | undefined> = createStore<TabUpload | undefined>(undefined);

let current: AbortController | undefined;
let whose: string | undefined;

/** Whether the file cannot be taken as it is, however often it is sent. */
export function isFinal(error: ApiError): boolean {
  return error.isAboutInput || error.code === "INVALID_ARGUMENT" || error.code === "FILE_CHANGED";
}

function errorOf(thrown: unknown): ApiError {
  if (!(thrown instanceof ClipmillError)) return asApiError(thrown);
  const { code, status = 0, message, details, requestId } = thrown;
  const error = new ApiError({ status, code, message, details, requestId });
  if (isFinal(error)) return error;
  return new ApiError({ ...error, message: `The upload broke off: ${message}` });
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function set(upload: TabUpload | undefined): void {
  tabUpload.set(upload);
  const mayArrive =
    upload !== undefined &&
    (upload.s3Key === undefined || upload.start !== undefined) &&
    (upload.error === undefined || !isFinal(upload.error));
  // The browser keeps no page that asks for its way back: it asks only while there is something to lose.
  if (mayArrive) window.addEventListener("beforeunload", askBeforeLeaving);
  else window.removeEventListener("beforeunload", askBeforeLeaving);
}

/** Ends the upload; what has arrived of it is removed by the control plane in time. */
export function stopUpload(): void {
  current?.abort();
  current = undefined;
  set(undefined);
  forgetStarted();
}

sessionState.listen((state) => {
  const upload = tabUpload.get();
  if (upload === undefined) return;
  const isSame =
    state.kind !== "signedOut" && (state.kind !== "signedIn" || whoseOf(state.session) === whose);
  if (isSame) return;
  stopUpload();
  // Somebody else is told of nobody's files.
  const isOwn = state.kind === "signedIn" && whose?.split(" ")[0] === state.session.user.id;
  if (isOwn && upload.s3Key === undefined) {
    tell(`The upload of ${upload.file.name} was stopped: it was for the account that you acted for before.`);
  }
});

function change(changes: Partial<TabUpload>): void {
  const upload = tabUpload.get();
  if (upload !== undefined) set({ ...upload, ...changes });
}

/** Whether a file is on its way, and nothing has gone wrong with it that does not pass by itself. */
export function isArriving(upload: TabUpload | undefined): boolean {
  return upload !== undefined && upload.s3Key === undefined && upload.error === undefined;
}

/** Starts a task once the file that is being sent has arrived, in place of what was to start before. */
export function startOnceSent(start: Start): void {
  change({ start });
}

/** Starts nothing when the file has arrived. What is being started just now is not stopped. */
export function takeStartBack(): void {
  change({ start: undefined });
}

/** Seconds, as the reader of the page knows them. */
export function tellDuration(durationS: number | undefined): void {
  change({ durationS });
}

/** What is to be done with a file that is there: starts what was to start, or says that it can be. */
async function finish({ file, s3Key, durationS, start }: TabUpload): Promise<void> {
  if (start === undefined) {
    if (!isLookedAt()) tell(`${file.name} was uploaded: it is in the playground.`);
    return;
  }
  const isStarted = await startTask(start, { s3Key, durationS });
  if (tabUpload.get()?.start === start) takeStartBack();
  if (isStarted && !isStartShown(start)) tell(`${file.name} was uploaded, and its task was started.`);
}

/** Sends a file in place of the one before. @param resume of an upload of the same file, whose missing parts are sent */
export async function startUpload(file: File, resume?: string): Promise<void> {
  current?.abort();
  const controller = new AbortController();
  current = controller;
  forgetStarted();
  const state = sessionState.get();
  whose = state.kind === "signedIn" ? whoseOf(state.session) : undefined;
  const before = tabUpload.get();
  // Whatever had become of it: it may not even have been announced.
  const { start, durationS } = (before?.file === file ? before : undefined) ?? {};
  const update = (changes: Partial<TabUpload>): void => {
    if (!controller.signal.aborted) change(changes);
  };
  set({
    file,
    sentBytes: 0,
    isInterrupted: false,
    uploadId: resume,
    s3Key: undefined,
    durationS,
    start,
    error: undefined,
  });
  const probing = probeDuration(file).then((found) => {
    if (tabUpload.get()?.durationS === undefined) update({ durationS: found });
  });
  try {
    let uploadId = resume;
    const { s3_key } = await withSession({ isChange: true, isOwn: false }, (headers) =>
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
    if (controller.signal.aborted) return;
    update({ s3Key: s3_key, sentBytes: file.size });
    if (tabUpload.get()?.start !== undefined) await probing;
    const sent = tabUpload.get();
    if (!controller.signal.aborted && sent !== undefined) await finish(sent);
  } catch (thrown) {
    if (controller.signal.aborted) return;
    const error = errorOf(thrown);
    update({ error, isInterrupted: false });
    if (!isLookedAt()) tellError(error);
  }
}
