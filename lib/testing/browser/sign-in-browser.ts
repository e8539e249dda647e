import { handleAuthRequest } from "@/lib/auth/adapters/better-auth";

export const home = "http://127.0.0.1:3000";

/** A browser without a screen: keeps each site's cookies and goes where it is sent. Greenroom answers in process. */
export class SignInBrowser {
  private readonly jars = new Map<string, Map<string, string>>();
  /** Of its own, so that the limits per caller are not those of all tests together. */
  private readonly address =
    `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join(".")}`;

  /** One request; redirects are the caller's to follow. */
  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, home);
    const headers = new Headers(init.headers);
    const cookies = [...(this.jars.get(url.host) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    if (cookies) headers.set("cookie", cookies);
    const isHome = url.origin === home;
    if (isHome) {
      headers.set("host", url.host);
      headers.set("x-forwarded-for", this.address);
      if (init.method === "POST" && !headers.has("origin")) headers.set("origin", home);
    }
    const request = new Request(url, { ...init, headers, redirect: "manual" });
    const response = isHome ? await handleAuthRequest(request) : await fetch(request);
    this.keep(url.host, response);
    return response;
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const text = JSON.stringify(body);
    return this.request(`/api/auth/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(text)),
        ...headers,
      },
      body: text,
    });
  }

  /** From a page of the provider's back to Greenroom's door: the address that it sends the browser to. */
  async throughProvider(address: string, person: { sub: string } | "cancel"): Promise<string> {
    for (let url = address, hops = 0; hops < 20; hops += 1) {
      if (new URL(url).origin === home) return url;
      let response = await this.request(url);
      if (response.status === 200) response = await this.answerForm(url, await response.text(), person);
      const location = response.headers.get("location");
      if (location === null) throw new Error(`The provider stops with ${response.status} at ${url}`);
      url = new URL(location, url).href;
    }
    throw new Error("The provider goes round in circles");
  }

  cookie(host: string, name: string): string | undefined {
    return this.jars.get(host)?.get(name);
  }

  header(): string {
    return [...(this.jars.get(new URL(home).host) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
  }

  /** Its sign-in or its consent page. */
  private answerForm(url: string, page: string, person: { sub: string } | "cancel"): Promise<Response> {
    const cancel = /href="([^"]*\/abort)"/.exec(page)?.[1];
    if (person === "cancel" && cancel) return this.request(new URL(cancel, url).href);
    const isLogin = page.includes('value="login"');
    const form = new URLSearchParams({
      prompt: isLogin ? "login" : "consent",
      ...(isLogin && person !== "cancel" ? { login: person.sub, password: "any" } : {}),
    });
    return this.request(url, { method: "POST", body: form });
  }

  private keep(host: string, response: Response): void {
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      const isOver = attributes.some((each) => /^\s*max-age=0$/i.test(each)) || value.join("=") === "";
      if (isOver) jar.delete(name.trim());
      else jar.set(name.trim(), value.join("="));
    }
  }
}
