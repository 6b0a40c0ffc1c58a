// A browser on its way to the provider and back, as far as requests go: cookies by origin, and redirects one by one.
import assert from "node:assert/strict";
import type { SessionView } from "../../../control-plane/console/api-types/session.ts";

const MAX_REDIRECTS = 20;
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

export class SignOnBrowser {
  readonly #planeUrl: string;
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(plane: { readonly url: string }) {
    this.#planeUrl = plane.url;
  }

  cookiesOf(origin: string): Map<string, string> {
    const known = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, known);
    return known;
  }

  /** The control plane's. */
  get cookies(): Map<string, string> {
    return this.cookiesOf(this.#planeUrl);
  }

  /** One request, without following where it leads. */
  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const jar = this.cookiesOf(new URL(url).origin);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      headers: {
        "user-agent": USER_AGENT,
        ...(init.headers as Record<string, string>),
        ...(cookie === "" ? {} : { cookie }),
      },
    });
    for (const given of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      if (value === "" || /max-age=0/i.test(given)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Where a redirect leads; whatever else comes fails the test. */
  async step(url: string, init: RequestInit = {}): Promise<string> {
    const response = await this.send(url, init);
    const location = response.headers.get("location");
    assert.ok(location !== null, `${url} leads on: ${response.status} ${await response.text()}`);
    return new URL(location, url).href;
  }

  /** To the provider, which knows nobody any more: where it asks for the name, or where else one is led. */
  async toProvider(startUrl: string): Promise<string> {
    for (const [origin, cookies] of this.#cookies) if (origin !== this.#planeUrl) cookies.clear();
    let url = startUrl;
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      url = await this.step(url);
      if (/\/interaction\//.test(url) || url.includes("/console/sign-in")) return url;
    }
    throw new Error("the way leads in circles");
  }

  /** Answers the provider's question: the address at the control plane to which it sends one back. */
  async answer(interactionUrl: string, answer: Readonly<Record<string, string>>): Promise<string> {
    let url = await this.step(interactionUrl, { method: "POST", body: new URLSearchParams(answer) });
    for (let count = 0; count < MAX_REDIRECTS && !url.startsWith(this.#planeUrl); count += 1) {
      url = await this.step(url);
    }
    return url;
  }

  /** Signs in at the provider and comes back to it: the path at the control plane to which one is led in the end. */
  async signIn(login: string, query: Readonly<Record<string, string>> = {}): Promise<string> {
    const start = `${this.#planeUrl}/console/api/oidc/start?${new URLSearchParams(query)}`;
    const callback = await this.answer(await this.toProvider(start), { login });
    return this.comeBack(callback);
  }

  /** Takes the provider's reply to the control plane. */
  async comeBack(callbackUrl: string): Promise<string> {
    const { origin, pathname, search } = new URL(await this.step(callbackUrl));
    assert.equal(origin, this.#planeUrl);
    return `${pathname}${search}`;
  }

  /** Who is signed in; undefined for nobody. */
  async session(): Promise<SessionView | undefined> {
    const response = await this.send(`${this.#planeUrl}/console/api/session`);
    if (response.status === 401) return undefined;
    return ((await response.json()) as { data: SessionView }).data;
  }
}

/** The word for what went wrong; undefined where nothing did. */
export function failureIn(path: string): string | undefined {
  return new URLSearchParams(path.split("?")[1] ?? "").get("failed") ?? undefined;
}
