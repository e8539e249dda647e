import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { checkAddress, createGuardedFetch, type GuardOptions } from "@/lib/platform/guarded-fetch";
import { type AttackCheck, type Problems, spansOf, tryEach, unless } from "./vector";

const category = /network|ssrf|http|fetch|import/i;

const isAddress = (span: string): boolean => /^[a-z][a-z0-9+.-]*:{1,2}/i.test(span);

function refuses(address: string): Problems {
  try {
    return [`${checkAddress(address, []).href} would be asked`];
  } catch {
    return [];
  }
}

/** An address is refused as it stands, and over https, where its scheme is not what is wrong with it. */
const addresses: AttackCheck = {
  category,
  // Where a redirect leads is for the one below: a public address may be asked for itself.
  about: /^(?![\s\S]*redirect)[\s\S]*`[a-z][a-z0-9+.-]*:/i,
  run: ({ vector }) =>
    tryEach(spansOf(vector).filter(isAddress), (span) => {
      const address = span.endsWith(":")
        ? `${span}//example.com/`
        : span.endsWith("//")
          ? `${span}example.com/`
          : span;
      return [
        ...refuses(address),
        ...(/^http:/.test(address) ? refuses(address.replace("http:", "https:")) : []),
      ];
    }),
};

/** A name is asked for its addresses, and none of them is private. */
const resolved: AttackCheck = {
  category,
  about: /DNS|rebind|resol|169\.254|127\.0|localhost/i,
  async run() {
    const problems = ["127.0.0.1", "169.254.169.254", "10.0.0.1", "::1", "fd00::1"].map(async (address) => {
      const family = address.includes(":") ? 6 : 4;
      const resolve = async () => [
        { address: "93.184.216.34", family: 4 },
        { address, family },
      ];
      const refused = await fails(createGuardedFetch({ allowedHosts: [], resolve })("https://name.example/"));
      return unless(refused, `a name that resolves to ${address} is reached`);
    });
    return (await Promise.all(problems)).flat();
  },
};

const fails = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => false,
    () => true,
  );

/** Asks a real server on this machine, listed for this one question. */
async function ask(listener: RequestListener, options: Partial<GuardOptions>): Promise<boolean> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const allowedHosts = [`127.0.0.1:${port}`];
    const guarded = createGuardedFetch({ allowedHosts, idleTimeoutMs: 300, ...options });
    return await fails(guarded(`http://127.0.0.1:${port}/`).then((answer) => answer.arrayBuffer()));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const bodies: AttackCheck = {
  category,
  about: /endless|slow|content-length|gzip bomb|body/i,
  async run() {
    const endless: RequestListener = (request, response) => {
      const timer = setInterval(() => response.write("x".repeat(10_000)), 1);
      request.socket.on("close", () => clearInterval(timer));
    };
    const tried = await Promise.all([
      ask(endless, { maxBytes: 50_000 }),
      ask((_, response) => void response.write("one piece"), {}),
      ask(() => {}, {}),
      ask((_, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("short");
        setImmediate(() => response.destroy());
      }, {}),
      ask(
        (_, response) =>
          response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(5_000_000))),
        {
          maxBytes: 1_000_000,
        },
      ),
    ]);
    const what = [
      "an endless body",
      "a body that falls silent",
      "no answer",
      "a length that lies",
      "a gzip bomb",
    ];
    return tried.flatMap((ended, at) => unless(ended, `${what[at]} is read on`));
  },
};

const redirects: AttackCheck = {
  category,
  about: /redirect/i,
  async run({ vector }) {
    const targets = [...spansOf(vector).filter(isAddress), "http://169.254.169.254/", "file:///etc/passwd"];
    const followed = await Promise.all(
      targets.map((location) => ask((_, response) => response.writeHead(302, { location }).end(), {})),
    );
    return followed.flatMap((refused, at) => unless(refused, `a redirect to ${targets[at]} is followed`));
  },
};

export const networkChecks = [addresses, resolved, bodies, redirects] as const;
