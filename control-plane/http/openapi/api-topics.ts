// What holds for the whole API, in words: the introduction of its document and of its page. Paragraphs with `code`;
// one that starts with "- " is an item of a list.
import { ADMISSION_LIMITS, HTTP_LIMITS } from "../../../shared/limits/requests.ts";

export interface ApiTopic {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export const API_TOPICS: readonly ApiTopic[] = [
  {
    title: "Overview",
    paragraphs: [
      "Clipmill runs asynchronous jobs on behalf of an account and charges them in moods. It cuts short vertical clips from long videos, builds highlight reels, transcribes with the times of every word, and generates images from models.",
      "Every create answers at once with a task in the state `queued` or `running`. Its end is learned by polling, by server-sent events, or by a webhook to the `callback_url` given at creation. Video jobs report data in `output`, generation tasks report files in `result`.",
    ],
  },
  {
    title: "Authentication and scopes",
    paragraphs: [
      "Every request carries an API key in the header `x-service-api-key`. Keys are server-side credentials: never send one to a browser or a mobile app.",
      "- `SERVICES`: models and templates",
      "- `GENERATE`: generation tasks and their webhooks",
      "- `TEXT_GENERATE`: reserved for text generation",
      "- `CLIPPING`: clips, highlights, transcriptions, jobs and uploads",
      "- `BALANCE`: balance and usage",
      "A new key has all five unless it was narrowed. A key may also have an expiry and a list of allowed addresses.",
    ],
  },
  {
    title: "Rate limits",
    paragraphs: [
      `Every authenticated request counts, polling included, in a minute bucket that resets on the minute and in a day bucket that resets at midnight UTC: ${ADMISSION_LIMITS.perMinute.default} a minute and ${ADMISSION_LIMITS.perDay.default.toLocaleString("en")} a day for each key, unless the operator says otherwise. \`GET /api/v1/balance\` shows the limits that apply.`,
      "Beyond them the answer is 429 `Rate limit exceeded`, without `Retry-After`: back off exponentially with jitter, from about a second to at most a minute.",
    ],
  },
  {
    title: "Conventions",
    paragraphs: [
      `Bodies are JSON of at most ${HTTP_LIMITS.bodyBytes / 1024 / 1024} MiB and ${HTTP_LIMITS.bodyValues.toLocaleString("en")} values, with \`content-type: application/json\` and without \`content-encoding\`. Unknown fields are ignored, and the reply's \`message\` names them, each with the known one that was probably meant.`,
      "Times are ISO 8601 in UTC with milliseconds. Durations and times in media are seconds. Moods are decimals with up to four places.",
      "Each operation is shown as `curl` calls it, and as the client for TypeScript does (`clipmill/client`, made by `new Clipmill({ url, apiKey })`).",
      "Every reply has the header `x-request-id`; name it when you report a problem. Only what is no readable request has neither that nor the body of an error: more than 98 headers or 16,000 bytes of them (431), another version than HTTP/1.1 (505), and a length that is wrong or stands beside `transfer-encoding` (400). A connection carries one request at a time: one that is sent before the last was answered (pipelining) ends it.",
      "Video jobs are best polled every 15 to 30 seconds, generation tasks every 3 to 5.",
    ],
  },
  {
    title: "Errors",
    paragraphs: [
      'Everything that is not a success has the body `{"error": {"statusCode", "message", "code"}}`. Decide by `code`, which is stable; `message` is for people. `details` lists what is wrong with a request, field by field.',
      "Checks come in this order: 401, then 403 for the account, its owner and the address, then the rate limit, then 403 for the scope, then 404, then the body. Every path answers 404 `NOT_FOUND` where nothing is, and 405 `METHOD_NOT_ALLOWED` with `allow` to another method.",
    ],
  },
  {
    title: "Idempotency",
    paragraphs: [
      "Every create takes an `idempotency_key`, unique per account and operation. A repeat with the same body answers 201 with the original task as it now is and charges nothing; with another body it answers 409 `IDEMPOTENCY_CONFLICT`.",
      "The body is the same in any order of its fields, and fields that the operation does not know do not count. Clips, highlights and transcriptions take a field that is left out for its documented default, of `subtitle` only `with_subtitle`, `preset` and `allowed_editing_styles`. Values that only mean the same are another body: `AUTO` allows all framings, as the default list does, and answers 409 to a repeat that left the list out. Generation tasks and renders go by what was sent, all that is in `input`, `subtitle` and `words` included, since what stands for a field that is left out may change: repeat those field by field.",
      "Send one with every create. After an answer that never came, or a 503, the repeat gives the task where there is one, and creates it where there is none.",
    ],
  },
  {
    title: "Billing",
    paragraphs: [
      "A task is charged when it is created: its list price times the account's price multiplier. A task that fails is refunded in full, and so is one that is cancelled before its first run. Of a generation task that finishes with outputs that could not be made, their share is refunded.",
      "Only an answer of 201 charges. A create that is answered otherwise, a 503 included, does not happen later: whatever it may have begun is withdrawn and refunded.",
      "No task waits for ever: one that no media node takes says so in its `progress.message`, with what the nodes lack where that is known, and after a while fails with `MODEL_UNAVAILABLE` and is refunded.",
    ],
  },
  {
    title: "Files and uploads",
    paragraphs: [
      "Addresses of files are signed and expire after 24 hours; each read signs them again. Files are kept for as long as the operator says, by default 30 days from the task's end or the upload's completion; the task stays.",
      "`DELETE` of an upload, a job or a generation task removes its files at once. The task stays, without `output` and `result`.",
      "To use a file of your own as a source, announce it with `POST /api/v1/uploads`, send it with PUT to the `upload_url` of the reply, and name its `s3_key` in place of an address.",
      "Large files are better sent in parts, with `part_size_bytes`: what broke off is sent again part by part, `GET /api/v1/uploads/{uploadId}` says what is missing, and `POST /api/v1/uploads/{uploadId}/complete` joins the parts. `HEAD` at a signed address says how many bytes lie there.",
      "Web pages may use signed addresses, of uploads and of files, from any origin.",
      "An upload is stored once: a second PUT to a complete one answers 400 and changes nothing. 507 `INSUFFICIENT_STORAGE` means that the account's quota, or the disk, has no room for it; 413 `BODY_TOO_LARGE` that no file of this size can be stored.",
    ],
  },
];

/** The topics as Markdown. */
export function topicsAsMarkdown(topics: readonly ApiTopic[]): string {
  return topics
    .map(({ title, paragraphs }) => `## ${title}\n\n${paragraphs.join("\n\n").replaceAll("\n\n- ", "\n- ")}`)
    .join("\n\n");
}
