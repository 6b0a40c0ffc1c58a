// Routes of the console for everybody who signs in, and of its page. The operators' part is wired in operator-console.ts.
import { CONSOLE_LANES } from "../shared/limits/people.ts";
import { SignOn } from "./accounts/sign-on/sign-on.ts";
import { loadConsoleFiles } from "./console/assets/console-files.ts";
import { captionPresetRoutes } from "./console/routes/caption-preset-routes.ts";
import type { ConsoleServices } from "./console/routes/console-services.ts";
import { deliveryRoutes } from "./console/routes/delivery-routes.ts";
import { factorRoutes } from "./console/routes/factor-routes.ts";
import { keyRoutes } from "./console/routes/key-routes.ts";
import { ledgerRoutes } from "./console/routes/ledger-routes.ts";
import { liveRoutes } from "./console/routes/live-routes.ts";
import { ownSessionRoutes } from "./console/routes/own-session-routes.ts";
import { pageRoutes } from "./console/routes/page-routes.ts";
import { passwordRoutes } from "./console/routes/password-routes.ts";
import { peopleRoutes } from "./console/routes/people-routes.ts";
import { sessionRoutes } from "./console/routes/session-routes.ts";
import { signOnRoutes } from "./console/routes/sign-on-routes.ts";
import { sourceRoutes } from "./console/routes/source-routes.ts";
import { FairLane } from "./http/fair-lane.ts";
import type { Route } from "./http/route.ts";
import type { ControlPlaneServices } from "./services.ts";

/** The web page; its policy names the other origins that it reads files from and uploads them to. */
export function consolePageRoutes({ config, storage, logger }: ControlPlaneServices): Route[] {
  const link = { expiresInS: 1, contentType: "text/plain", filename: "none" };
  const links = [config.publicUrl, storage.downloadUrl("none", link)];
  const origins = links.flatMap((link) => (link == null ? [] : [new URL(link).origin]));
  return pageRoutes({ files: loadConsoleFiles(logger), fileOrigins: [...new Set(origins)] });
}

/** What the page asks for at `/console/api`, and the ways to sign in. */
export function consoleRoutes(services: ControlPlaneServices): Route[] {
  const { config, databases, sessions, hasher, cipher, links, views, onDeliveriesDue, logger } = services;
  const { reads, writes, work } = databases;
  const { signOn: settings } = config.console;
  const consoleServices: ConsoleServices = {
    reads,
    writes,
    work,
    hasher,
    cipher,
    sessions,
    strangers: new FairLane(CONSOLE_LANES.strangers),
    settings: config.console,
    signOn: settings === null ? null : new SignOn({ settings, secrets: config.secrets, logger }),
    defaultLimits: config.defaultLimits,
    publicUrl: () => links.publicUrl,
  };
  return [
    ...sessionRoutes(consoleServices),
    ...signOnRoutes(consoleServices),
    ...passwordRoutes(consoleServices),
    ...factorRoutes(consoleServices),
    ...ownSessionRoutes(consoleServices),
    ...captionPresetRoutes(config.captionPresets),
    ...keyRoutes(consoleServices),
    ...peopleRoutes(consoleServices),
    ...ledgerRoutes({ reads }),
    ...liveRoutes(services),
    ...deliveryRoutes({ reads, writes, onDeliveriesDue }),
    ...sourceRoutes({ reads, signFile: views.signFile }),
  ];
}
