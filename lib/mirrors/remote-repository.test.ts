import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { bandPackets, flushPacket, packet } from "@/lib/git/pkt-line";
import { noCommit } from "@/lib/git/push-request";
import { setEnvironment } from "@/lib/testing/set-environment";
import { lookAtRemote, type Remote, sendToRemote } from "./remote-repository";

setEnvironment({ GREENROOM_ALLOWED_HOSTS: "127.0.0.1" });

const [one, two] = ["1".repeat(40), "2".repeat(40)];
const token = "glpat-0123456789abcdef";
const ref = "refs/heads/main";
const advertised = "application/x-git-receive-pack-advertisement";
const reported = "application/x-git-receive-pack-result";
const patient = new AbortController().signal;

type Answering = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Whatever answers as the test says, until the test ends. */
async function aRemote(answer: Answering, path = "/skills.git"): Promise<Remote> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    answer(incoming, outgoing);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return { url: `http://127.0.0.1:${address.port}${path}`, branch: "main", userName: "ines", token };
}

/** A remote that says the same to everybody. */
const saying = (
  body: string | Uint8Array,
  { status = 200, type = advertised, encoding }: { status?: number; type?: string; encoding?: string } = {},
) =>
  aRemote((_, outgoing) => {
    outgoing.writeHead(status, {
      "Content-Type": type,
      ...(encoding !== undefined && { "Content-Encoding": encoding }),
    });
    outgoing.end(body);
  });

const capabilities = "report-status side-band-64k object-format=sha1";
const advertisement = (...lines: string[]) =>
  Buffer.concat([
    packet("# service=git-receive-pack\n"),
    flushPacket,
    ...lines.map((line) => packet(`${line}\n`)),
    flushPacket,
  ]);

const look = (remote: Remote, signal = patient) => lookAtRemote(remote, signal);
const kindOf = async (remote: Remote) => {
  const looked = await look(remote);
  return looked.ok ? "answered" : looked.error.kind;
};

describe("a remote that is asked for its branches", () => {
  it("is asked as git asks it, with the token, and answers with them", async () => {
    const seen: [string, IncomingMessage["headers"]][] = [];
    const remote = await aRemote(({ url = "", headers }, outgoing) => {
      seen.push([url, headers]);
      outgoing.writeHead(200, { "Content-Type": `${advertised}; charset=utf-8` });
      outgoing.end(advertisement(`${one} ${ref}\0${capabilities}`, `${two} refs/tags/v1`));
    }, "/skills.git/");
    const looked = await look(remote);
    expect(looked.ok && [...looked.value.refs]).toEqual([
      [ref, one],
      ["refs/tags/v1", two],
    ]);
    expect((await look({ ...remote, token: null })).ok).toBe(true);
    const basic = `Basic ${Buffer.from(`ines:${token}`).toString("base64")}`;
    expect(seen.map(([url]) => url)).toEqual(Array(2).fill("/skills.git/info/refs?service=git-receive-pack"));
    expect(seen[0]?.[1]).toMatchObject({ authorization: basic, accept: advertised });
    expect(seen[0]?.[1]["user-agent"]).toMatch(/^git\//);
    expect(seen[1]?.[1]).not.toHaveProperty("authorization");
  });

  it.each([
    [204, "remote-error"],
    [304, "remote-error"],
    [400, "not-git"],
    [401, "credentials"],
    [403, "forbidden"],
    [404, "not-found"],
    [405, "not-git"],
    [410, "not-found"],
    [413, "too-large"],
    [415, "not-git"],
    [418, "remote-error"],
    [429, "busy"],
    [500, "remote-error"],
    [503, "remote-error"],
  ])("may answer %i: %s", async (status, kind) => {
    const looked = await look(await saying(status === 204 || status === 304 ? "" : "<b>no</b>", { status }));
    expect(looked).toEqual({ ok: false, error: { kind, remoteSaid: null } });
  });

  it.each([
    ["a page of somebody who wants a sign-in", "<html>Sign in</html>", { type: "text/html" }],
    [
      "the right words as another thing",
      advertisement(`${one} ${ref}\0${capabilities}`),
      { type: "text/plain" },
    ],
    ["no line at all", advertisement(), {}],
    ["no status of pushes", advertisement(`${one} ${ref}\0delete-refs`), {}],
    ["an id that is none", advertisement(`${"g".repeat(40)} ${ref}\0${capabilities}`), {}],
    ["a packet longer than the answer", "ffff# service=git-receive-pack", {}],
  ] as const)("is no repository when it answers with %s", async (_, body, options) => {
    expect(await kindOf(await saying(body, options))).toBe("not-git");
  });

  it("is told when its objects have other names", async () => {
    const remote = await saying(advertisement(`${one} ${ref}\0report-status object-format=sha256`));
    expect(await kindOf(remote)).toBe("sha256");
  });

  it("fills nobody's memory, not with a small answer that grows either", async () => {
    const grows = gzipSync(Buffer.alloc(24 * 1024 * 1024, "0"));
    expect(grows.length).toBeLessThan(100_000);
    expect(await kindOf(await saying(grows, { encoding: "gzip" }))).toBe("too-many-references");
  });

  it("sends round in a circle only so often", async () => {
    let asked = 0;
    const remote = await aRemote(({ url }, outgoing) => {
      asked += 1;
      outgoing.writeHead(302, { Location: url ?? "/" }).end();
    });
    expect(await kindOf(remote)).toBe("redirect");
    expect(asked).toBe(4);
  });

  it("is never asked at an address that is not to be reached, or is none", async () => {
    const remote = { branch: "main", userName: "", token };
    const urls = ["http://git.example.org/a.git", "https://10.0.0.1/a.git", "file:///etc/passwd", "not one"];
    for (const url of urls) expect(await kindOf({ ...remote, url })).toBe("address");
  });

  it("is given up when whoever asks is stopped, before or meanwhile", async () => {
    const stopped = new AbortController();
    const remote = await aRemote(() => stopped.abort());
    expect(await look(remote, stopped.signal)).toMatchObject({ error: { kind: "timeout" } });
    expect(await look(remote, stopped.signal)).toMatchObject({ error: { kind: "timeout" } });
  });

  it("can be gone", async () => {
    const remote = await aRemote((incoming) => incoming.destroy());
    expect(await kindOf(remote)).toBe("unreachable");
  });
});

describe("a remote that a pack is sent to", () => {
  const place = { refs: new Map([[ref, one]]), capabilities: new Set(["report-status", "side-band-64k"]) };
  const sending = { command: { ref, from: one, to: two }, place, pack: Buffer.from("PACK") };
  const report = (...lines: string[]) =>
    Buffer.concat([...lines.map((line) => packet(`${line}\n`)), flushPacket]);
  const banded = (bytes: Buffer, said = "") =>
    Buffer.concat([...bandPackets(2, said), ...bandPackets(1, bytes), flushPacket]);
  const send = async (body: Buffer | string, type = reported) =>
    sendToRemote(await saying(body, { type }), sending, patient);

  it("gets what the branch is and is to be, and then the pack", async () => {
    const got: Buffer[] = [];
    const remote = await aRemote((incoming, outgoing) => {
      expect(incoming).toMatchObject({ method: "POST", url: "/skills.git/git-receive-pack" });
      expect(incoming.headers["content-type"]).toBe("application/x-git-receive-pack-request");
      incoming.on("data", (piece: Buffer) => got.push(piece));
      incoming.on("end", () => {
        outgoing.writeHead(200, { "Content-Type": reported });
        outgoing.end(banded(report("unpack ok", `ok ${ref}`), "Thanks\n"));
      });
    });
    expect(await sendToRemote(remote, sending, patient)).toEqual({ ok: true, value: true });
    const first = { ...sending, command: { ref, from: null, to: two } };
    expect((await sendToRemote(remote, first, patient)).ok).toBe(true);
    const text = Buffer.concat(got).toString("latin1");
    expect(text).toContain(`${one} ${two} ${ref}\0`);
    expect(text).toContain(`${noCommit} ${two} ${ref}\0`);
    expect(text.endsWith("0000PACK")).toBe(true);
  });

  it.each([
    ["fetch first", "", "moved"],
    ["stale info", "", "moved"],
    [`cannot lock ref '${ref}': is at ${two} but expected ${one}`, "", "moved"],
    ["failed to update ref", "", "moved"],
    ["incorrect old value provided", "", "moved"],
    ["protected branch hook declined", "", "protected"],
    ["pre-receive hook declined", "GitLab: You are not allowed to push to protected branches.", "protected"],
    ["push declined due to repository rule violations", "GH013", "rejected"],
    ["pre-receive hook declined", "No secrets here", "rejected"],
  ])("may refuse: %s %s", async (reason, said, kind) => {
    const sent = await send(banded(report("unpack ok", `ng ${ref} ${reason}`), said));
    expect(sent).toMatchObject({ error: { kind, remoteSaid: `${reason}. ${said}`.trim() } });
  });

  it("may say of a pack that it is broken, or that its own disk is full", async () => {
    const broken = await send(banded(report("unpack index-pack abnormal exit", `ng ${ref} unpacker error`)));
    expect(broken).toMatchObject({ error: { kind: "rejected", remoteSaid: "unpacker error." } });
    const full = await send(Buffer.concat([...bandPackets(3, "fatal: no space left")]));
    expect(full).toMatchObject({ error: { kind: "rejected", remoteSaid: "fatal: no space left." } });
  });

  it("has its words cut short, on one line, without the token and without what turns them round", async () => {
    const said = `\u001b[31m${token}\u001b[0m\u202e\n${"x".repeat(5_000)}`;
    const sent = await send(banded(report("unpack ok", `ng ${ref} no`), said));
    const words = sent.ok ? null : sent.error.remoteSaid;
    expect(words).toMatch(/^no\. \[31m\*\*\* \[0m x+…$/);
    expect(words).toHaveLength(300);
  });

  it.each([
    ["nothing", ""],
    ["the taking of another branch", banded(report("unpack ok", "ok refs/heads/other"))],
    ["a part of a report", banded(report("unpack ok"))],
    ["garbage", "\u0000\u0001garbage"],
  ])("is not believed when it answers with %s", async (_, body) => {
    expect(await send(body)).toMatchObject({ error: { kind: "not-git", remoteSaid: null } });
  });

  it("is not believed when it answers with a page", async () => {
    expect(await send("<html>", "text/html")).toMatchObject({ error: { kind: "not-git", remoteSaid: null } });
  });
});
