// HTTPS with a certificate that may change while requests are under way. The server reads its certificate once, when it
// is made, so that each certificate gets a server of its own. One more, which answers nothing, holds the port and hands
// every connection to the newest of them before the first byte is read; those that are open stay where they are, and
// their server goes with the last of them. Rejected: a second listener on the port (when the first one is closed, what
// the system has accepted for it is reset), certificates by server name (clients that name no server would get the first
// one for ever), and a TLS server of Node's in front (every byte would pass through two more sockets).
// It relies on members of the pinned hyper-express 6.18 and uWebSockets.js 20.48 that are not in their types; the tests
// of this folder fail where another version changes them.
import type { Server, ServerConstructorOptions } from "hyper-express";
import { TLS_LIMITS } from "../../../shared/limits/requests.ts";
import { DAY } from "../../../shared/limits/units.ts";
import type { Logger } from "../../../shared/logger.ts";
import { SettingError } from "../../../shared/process/environment.ts";
import { type Repetition, repeatEvery } from "../../../shared/repeat.ts";
import {
  type Certificate,
  digestFiles,
  readCertificate,
  type TlsSettings,
  type TlsVersion,
} from "./certificate.ts";

/** What uWebSockets.js has beyond hyper-express's types. */
interface UwsApp {
  getDescriptor(): number;
  addChildAppDescriptor(descriptor: number): void;
  removeChildAppDescriptor(descriptor: number): void;
  filter(onConnections: (response: unknown, change: number) => void): void;
  close(): void;
}

interface Generation {
  readonly server: Server;
  readonly certificate: Certificate;
  connections: number;
}

/**
 * Ciphers of TLS 1.2 that need a key which both sides knew before. There is none, so that 1.2 agrees on nothing; the
 * ciphers of 1.3 are not chosen by this list. The server has no setting for its lowest version, which is 1.2.
 */
const NO_CIPHERS_OF_1_2 = "ECDHE-PSK-AES256-CBC-SHA";

function serverOptions(settings: TlsSettings, certificate: Certificate): ServerConstructorOptions {
  const lowest: Readonly<Record<TlsVersion, object>> = {
    "1.2": {},
    "1.3": { ssl_ciphers: NO_CIPHERS_OF_1_2 },
  };
  return {
    cert_file_name: settings.certFile,
    key_file_name: settings.keyFile,
    ...(certificate.passphrase === undefined ? {} : { passphrase: certificate.passphrase }),
    ...lowest[settings.minVersion],
  };
}

function appOf(server: Server): UwsApp {
  return server.uws_instance as unknown as UwsApp;
}

export interface TlsServersOptions {
  readonly settings: TlsSettings;
  /** Makes a server with these options of TLS; with all routes where it is to answer. */
  readonly newServer: (tls: ServerConstructorOptions, role: { readonly answers: boolean }) => Server;
  readonly logger: Logger;
  /** Told of each certificate that comes into use. */
  readonly onCertificate?: (expiresAt: Date) => void;
  /** How often the files are looked at. */
  readonly reloadIntervalMs?: number;
}

export class TlsServers {
  readonly #options: TlsServersOptions;
  readonly #front: Server;
  readonly #watch: Repetition;
  #current: Generation;
  #retired: Generation[] = [];
  /** What the files held at the last look: a change counts once two looks agree, or half of it might be read. */
  #seen: string;
  /** Logged already. */
  #refused = "";

  /** @throws SettingError where the files cannot be used */
  constructor(options: TlsServersOptions) {
    this.#options = options;
    const { settings, newServer, logger, reloadIntervalMs = TLS_LIMITS.reloadIntervalMs } = options;
    const certificate = readCertificate(settings);
    this.#seen = certificate.digest;
    this.#current = this.#open(certificate);
    this.#front = newServer(serverOptions(settings, certificate), { answers: false });
    appOf(this.#front).addChildAppDescriptor(appOf(this.#current.server).getDescriptor());
    this.#announce(certificate);
    this.#watch = repeatEvery(reloadIntervalMs, "looking for a new certificate", logger, async () =>
      this.#look(),
    );
  }

  get port(): number {
    return this.#front.port;
  }

  async listen(port: number, host: string): Promise<void> {
    await this.#front.listen(port, host);
  }

  /** Takes no new connection; those that are open go on. */
  stopListening(): void {
    void this.#watch.stop();
    this.#front.close();
  }

  /** Those that may have connections. */
  get servers(): Server[] {
    return [this.#current, ...this.#retired].map(({ server }) => server);
  }

  #open(certificate: Certificate): Generation {
    const { settings, newServer } = this.#options;
    let server: Server;
    try {
      server = newServer(serverOptions(settings, certificate), { answers: true });
    } catch {
      // The error's text has the passphrase in it.
      throw new SettingError(
        "CLIPMILL_TLS_CERT_FILE",
        `names ${settings.certFile}, which the server refuses.`,
      );
    }
    // Only listen() does this otherwise.
    (server as unknown as { _compile(): void })._compile();
    const generation: Generation = { server, certificate, connections: 0 };
    const count = (_response: unknown, change: number): void => {
      generation.connections += Math.sign(change);
    };
    appOf(server).filter(count);
    return generation;
  }

  #announce({ expiresAt }: Certificate): void {
    const { logger, onCertificate } = this.#options;
    onCertificate?.(expiresAt);
    const leftDays = (expiresAt.getTime() - Date.now()) / DAY;
    if (leftDays < TLS_LIMITS.warnDays) logger.warn({ expiresAt }, "the certificate for HTTPS expires soon");
    else logger.info({ expiresAt }, "certificate for HTTPS");
  }

  #look(): void {
    this.#closeRetired();
    const { settings, logger } = this.#options;
    let digest: string | undefined;
    try {
      digest = digestFiles(settings);
      const isSettled = digest === this.#seen;
      this.#seen = digest;
      if (!isSettled || digest === this.#current.certificate.digest || digest === this.#refused) return;
      const certificate = readCertificate(settings);
      const next = this.#open(certificate);
      // The server has read the files by itself: only what they still hold is what was checked.
      if (digestFiles(settings) === certificate.digest) this.#takeOver(next);
      else appOf(next.server).close();
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      const refused = digest ?? error.message;
      if (this.#refused !== refused) logger.error(`the certificate in use stays: ${error.message}`);
      this.#refused = refused;
    }
  }

  #takeOver(next: Generation): void {
    const front = appOf(this.#front);
    front.addChildAppDescriptor(appOf(next.server).getDescriptor());
    front.removeChildAppDescriptor(appOf(this.#current.server).getDescriptor());
    this.#retired.push(this.#current);
    this.#current = next;
    this.#refused = "";
    this.#announce(next.certificate);
  }

  /** Not at the take-over itself: a connection may be on its way to the server that was the newest until then. */
  #closeRetired(): void {
    const kept = this.#retired.filter(({ connections }) => connections > 0).slice(-TLS_LIMITS.retired);
    for (const generation of this.#retired) {
      if (!kept.includes(generation)) appOf(generation.server).close();
    }
    this.#retired = kept;
  }
}
