import { Agent, request } from "node:http";
import { z } from "zod";
import type { Installation } from "../faults/installation";

const invitationSchema = z.object({ url: z.string() });

/** `text` is empty unless it was asked for or is a refusal: what nobody reads costs this process nothing. */
export type Reply = { status: number; milliseconds: number; text: string };
export type Asked = {
  method?: "GET" | "POST" | "PUT";
  /** JSON as bytes, made once: an attacker does not spend its own time. */
  body?: Buffer;
  contentType?: string;
  wantsText?: boolean;
  accept?: string;
  signal?: AbortSignal;
};

/** Somebody with a session, over plain HTTP with connections that stay open. Status 0: no answer. */
export class Person {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 512 });
  private readonly port: number;
  private readonly cookie: string;

  constructor(port: number, cookie: string) {
    this.port = port;
    this.cookie = cookie;
  }

  ask(path: string, asked: Asked = {}): Promise<Reply> {
    const startedAt = performance.now();
    const { method = asked.body ? "POST" : "GET", body, contentType = "application/json" } = asked;
    return new Promise((resolve) => {
      const settle = (status: number, text = "") =>
        resolve({ status, text, milliseconds: performance.now() - startedAt });
      const sent = request(
        {
          host: "127.0.0.1",
          port: this.port,
          path,
          method,
          agent: this.agent,
          ...(asked.signal ? { signal: asked.signal } : {}),
          headers: {
            cookie: this.cookie,
            accept: asked.accept ?? "*/*",
            ...(body ? { "content-type": contentType, "content-length": body.length } : {}),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          if (asked.wantsText || (response.statusCode ?? 0) >= 400)
            response.on("data", (chunk: Buffer) => chunks.push(chunk));
          else response.resume();
          response.on("end", () => settle(response.statusCode ?? 0, Buffer.concat(chunks).toString()));
          response.on("error", () => settle(0));
        },
      );
      sent.on("error", () => settle(0));
      sent.end(body);
    });
  }

  /** Asks the API and parses what it answers; throws unless it succeeds. */
  async call<T>(
    path: string,
    schema: z.ZodType<T>,
    { method, body }: { method?: "POST" | "PUT"; body?: unknown } = {},
  ): Promise<T> {
    const { status, text } = await this.ask(`/api/v1${path}`, {
      wantsText: true,
      ...(method ? { method } : {}),
      ...(body === undefined ? {} : { body: jsonOf(body) }),
    });
    if (status < 200 || status > 299) throw new Error(`${path} answered ${status}: ${text.slice(0, 400)}`);
    return schema.parse(JSON.parse(text));
  }

  leave(): void {
    this.agent.destroy();
  }
}

export const jsonOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** Lets somebody new into the workspace `home`, by a link as everybody comes. */
export async function join(
  at: Installation,
  home: string,
  role: "viewer" | "author",
  name: string,
): Promise<Person> {
  const invited = await at.ask(`${home}/invitations`, { body: { role } });
  const { url } = invitationSchema.parse(JSON.parse(invited.text));
  const token = url.slice(url.indexOf("#") + 1);
  const account = { name, email: `${name}@example.test`, password: `drill-${crypto.randomUUID()}` };
  const joined = await fetch(`http://127.0.0.1:${at.port}/api/v1/invitations/accept`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, account }),
  });
  if (joined.status !== 201) throw new Error(`${name} could not join: ${await joined.text()}`);
  const cookie = joined.headers
    .getSetCookie()
    .map((each) => each.split(";")[0] ?? "")
    .join("; ");
  return new Person(at.port, cookie);
}
