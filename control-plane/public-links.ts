// How clients reach this control plane, and the links to files that replies carry.
import { isLoopbackHost } from "../shared/network/listening-address.ts";
import type { ControlPlaneConfig } from "./config.ts";
import { createPublicAddress, type PublicAddress, type Scheme } from "./http/public-address.ts";
import type { LinkSettings } from "./http/signed-links.ts";

/** Where the server listens; empty until it does, since the system may choose the port. */
export interface Listening {
  url: string;
}

export interface PublicLinks {
  readonly listening: Listening;
  readonly publicAddress: PublicAddress;
  readonly links: LinkSettings;
}

/** The scheme that the server speaks. */
export function schemeOf({ tls }: ControlPlaneConfig): Scheme {
  return tls === null ? "http" : "https";
}

/** The public address, and what links are signed with. Both follow the address that the server listens on. */
export function createPublicLinks(config: ControlPlaneConfig): PublicLinks {
  const { host, publicUrl, trustedProxies, secrets } = config;
  const listening = { url: "" };
  const publicAddress = createPublicAddress({
    scheme: schemeOf(config),
    publicUrl,
    trustedProxies,
    isLocal: isLoopbackHost(host),
    ownUrl: () => listening.url,
  });
  const links = {
    get publicUrl() {
      return publicAddress.publicUrl;
    },
    secrets,
  };
  return { listening, publicAddress, links };
}
