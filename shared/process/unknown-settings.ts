// Settings that nobody reads, which is what a misspelt one is: the appliance would run with a default that its operator
// believes to have changed. They are told of and end nothing, since a later version may know them.
import { distance } from "fastest-levenshtein";
import type { Logger } from "../logger.ts";
import type { Environment } from "./environment.ts";
import { SETTINGS_FD } from "./private-settings.ts";

const PREFIX = "CLIPMILL_";
/** Without their prefix: those of deploy/settings.md, which a test compares, and the ports that Compose publishes. */
export const KNOWN_SETTINGS: readonly string[] = `
  HOST PORT MEDIA_PORT PUBLIC_URL TLS_CERT_FILE TLS_KEY_FILE TLS_PASSPHRASE_FILE TLS_MIN_VERSION
  TLS_HSTS_SECONDS USER CORS_ORIGINS TRUSTED_PROXIES METRICS_PORT METRICS_HOST LOG_LEVEL SETTINGS_FD
  ADMIN_EMAIL ADMIN_PASSWORD ACCOUNT_REQUESTS PASSWORDS OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET
  OIDC_CLIENT_AUTH OIDC_NAME OIDC_SCOPES OIDC_GROUPS_CLAIM OIDC_OPERATOR_GROUPS OIDC_ROLES
  OIDC_ALLOWED_GROUPS OIDC_ALLOWED_DOMAINS OIDC_TRUST_EMAIL OIDC_LINK_BY_EMAIL DATA_DIR DATABASE_URL
  DATABASE_SESSION_URL MEDIA_DATABASE_URL STORAGE MIN_FREE_MB SCRATCH_DIR SECRET S3_ENDPOINT
  S3_PUBLIC_ENDPOINT S3_REGION S3_ADDRESSING S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY S3_SESSION_TOKEN
  S3_CREDENTIALS_FILE S3_CA_FILE CONCURRENCY DRAIN_SECONDS RENDER_THREADS VIDEO_ENCODER ENCODER_SESSIONS
  VIDEO_DECODER FFMPEG FFPROBE YTDLP ALLOW_NETWORKS CAPTION_PRESETS_DIR MAX_CLIP_COUNT MAX_OUTPUT_COUNT
  MAX_SOURCE_SECONDS MAX_SOURCE_MB HIGHLIGHT_SECONDS MODELS_DIR MODEL_MIRROR SPEECH_MODEL
  EXECUTION_PROVIDERS IMAGE_MEMORY_MB MODEL_MEMORY_HOURS MODEL_WAIT_MINUTES RATE_PER_MINUTE RATE_PER_DAY
  ACCOUNT_RUNNING_JOBS UPLOAD_QUOTA_GB OPEN_UPLOADS PRICE_LITE PRICE_MAX PRICE_VIDEO WEBHOOK_TIMEOUT_MS
  WEBHOOK_RETRY_MS PARTITION_DAYS UPLOADS_KEPT_DAYS RESULTS_KEPT_DAYS WORK_KEPT_MINUTES
  TRANSCRIPTS_KEPT_DAYS URL_TRANSCRIPTS_KEPT_HOURS TASKS_KEPT_DAYS USAGE_SECONDS_KEPT_DAYS
  AUDIT_KEPT_DAYS URL API_KEY MCP_FOLDERS MCP_HOST MCP_PORT MCP_ALLOWED_HOSTS MCP_ALLOWED_ORIGINS BIND
  PUBLIC_PORT
`
  .trim()
  .split(/\s+/);
/** Of tests. */
const OF_TESTS = /^CLIPMILL_(?:TEST|FAULT|FUZZ|SCREENSHOTS)(?:_|$)/;
/** What Kubernetes tells every container of services whose names begin with clipmill. */
const SERVICE_NAME = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/;
const SERVICE_ADDRESS = /^(?:tcp|udp|sctp):\/\//;
/** Of a name's characters, this many may differ from those of the setting that was probably meant. */
const MAX_DIFFERENT_SHARE = 0.4;

function isUnknown(name: string, value: string | undefined): boolean {
  if (!name.startsWith(PREFIX) || KNOWN_SETTINGS.includes(name.slice(PREFIX.length))) return false;
  return !(OF_TESTS.test(name) || SERVICE_NAME.test(name) || SERVICE_ADDRESS.test(value ?? ""));
}

function nearestTo(name: string): string | undefined {
  const rest = name.slice(PREFIX.length);
  const [nearest] = KNOWN_SETTINGS.map((known) => ({ known, differs: distance(rest, known) }))
    .filter(({ known, differs }) => differs <= MAX_DIFFERENT_SHARE * Math.max(rest.length, known.length))
    .sort((a, b) => a.differs - b.differs);
  return nearest && `${PREFIX}${nearest.known}`;
}

/** Warns of each, with the setting most like it. A plane that was given settings by its starter leaves that to it. */
export function warnOfUnknownSettings(env: Environment, logger: Pick<Logger, "warn">): void {
  if (env[SETTINGS_FD] !== undefined) return;
  for (const [name, value] of Object.entries(env)) {
    if (!isUnknown(name, value)) continue;
    const nearest = nearestTo(name);
    const meant = nearest === undefined ? "." : `, did you mean ${nearest}?`;
    logger.warn(`${name} is set, and there is no such setting${meant}`);
  }
}
