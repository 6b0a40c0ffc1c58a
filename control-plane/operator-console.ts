// The operators' part of the console, wired: its routes, its streams' end, and what it is told of the certificate.
import { type OperatorRoutes, operatorRoutes } from "./console/routes/operator/operator-routes.ts";
import type { ControlPlaneServices } from "./services.ts";

export interface OperatorConsole extends OperatorRoutes {
  /** Told of each certificate that comes into use. */
  noteCertificate(endsAt: Date): void;
}

/** Wires the routes of operators with the services that they need. */
export function createOperatorConsole({
  config,
  databases,
  storage,
  room,
  views,
  logger,
}: ControlPlaneServices): OperatorConsole {
  const { reads, writes, work } = databases;
  const { prices, captionPresets, fileRetention, periodRetention, uploadQuotas } = config;
  let certificateEndsAt: Date | null = null;
  const made = operatorRoutes({
    reads,
    writes,
    work,
    logger,
    room,
    storage,
    storageSettings: config.storage,
    signFile: views.signFile,
    passwordsFor: config.console.passwordsFor,
    prices,
    captionPresets,
    fileRetention,
    periodRetention,
    uploadQuotaBytes: uploadQuotas.bytes,
    certificateEndsAt: () => certificateEndsAt,
  });
  return {
    routes: made.routes,
    stop: () => made.stop(),
    noteCertificate: (endsAt) => {
      certificateEndsAt = endsAt;
    },
  };
}
