import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { startSshServer } from "@/lib/testing/servers/ssh-server";
import { setEnvironment } from "@/lib/testing/set-environment";
import { runOverSsh, type SshLogin, type SshRun } from "./run-over-ssh";
import { makeSshKey } from "./ssh-key";

setEnvironment({ GREENROOM_ALLOWED_HOSTS: "127.0.0.1" });

const key = makeSshKey();
const patient = new AbortController().signal;
const login = (port: number, more: Partial<SshLogin> = {}): SshLogin => ({
  host: "127.0.0.1",
  port,
  user: "git",
  privateKey: key.privateKey,
  acceptHost: async () => true,
  ...more,
});
const run = (more: Partial<SshRun> = {}): SshRun => ({
  command: "true",
  env: {},
  onPiece: () => null,
  maxBytes: 100_000,
  loginMs: 1_000,
  silentMs: 500,
  wholeMs: 5_000,
  isTooSlow: () => false,
  ...more,
});

const failureOf = async (
  port: number,
  ran: Partial<SshRun> = {},
  more: Partial<SshLogin> = {},
  stop = patient,
) => {
  const result = await runOverSsh(login(port, more), run(ran), stop);
  return result.ok ? "ran" : result.error;
};

/** Whatever says it to everybody who connects. */
async function aPort(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    talk(socket);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

describe("a program that is run over ssh", () => {
  it("is told its variables and its input, and says its output, its words and its end", async () => {
    const server = await startSshServer({
      lets: () => key.publicKey,
      run: (channel) => {
        channel.write("hello");
        channel.on("data", (piece: Buffer) => {
          channel.stderr.write("well");
          channel.write(piece);
          channel.exit(3);
          channel.end();
        });
      },
    });
    const met: string[] = [];
    const acceptHost = async (fingerprint: string) => met.push(fingerprint) > 0;
    let asked = false;
    const onPiece = () => {
      if (asked) return null;
      asked = true;
      return Buffer.from(" and more");
    };
    const ran = await runOverSsh(
      login(server.port, { acceptHost }),
      run({ command: "talk 'a b'", env: { GIT_PROTOCOL: "version=2" }, onPiece }),
      patient,
    );
    expect(ran).toEqual({
      ok: true,
      value: { output: Buffer.from("hello and more"), said: "well", code: 3 },
    });
    expect(met).toEqual([server.fingerprint]);
    expect(server.seen).toEqual([{ user: "git", command: "talk 'a b'", env: { GIT_PROTOCOL: "version=2" } }]);
  });

  it("is ended once enough was said", async () => {
    const server = await startSshServer({ run: (channel) => void channel.write("for ever") });
    const ran = await runOverSsh(login(server.port), run({ onPiece: () => "enough" }), patient);
    expect(ran).toMatchObject({ ok: true, value: { output: Buffer.from("for ever"), code: null } });
  });

  it("is asked nothing of a host that is another one, whose user is not told either", async () => {
    const users: string[] = [];
    const server = await startSshServer({
      onAuthentication: ({ username }) => users.push(username) < 0,
      run: () => {},
    });
    expect(await failureOf(server.port, {}, { acceptHost: async () => false })).toBe("host-key");
    const broken = async () => {
      throw new Error("no database");
    };
    await expect(failureOf(server.port, {}, { acceptHost: broken })).rejects.toThrow("no database");
    expect([users, server.seen]).toEqual([[], []]);
  });
});

describe("a host that", () => {
  it("lets nobody in with this key", async () => {
    const server = await startSshServer({ lets: () => "" });
    expect(await failureOf(server.port)).toBe("key-refused");
    expect(await failureOf(server.port, {}, { privateKey: "hunter2" })).toBe("key-refused");
  });

  it("runs nothing", async () => {
    expect(await failureOf((await startSshServer({ run: null })).port)).toBe("no-channel");
  });

  it("says more than is read, in its output or beside it", async () => {
    const endless = (to: "output" | "words") =>
      startSshServer({
        run: (channel) => {
          const out = to === "output" ? channel : channel.stderr;
          const piece = Buffer.alloc(32_768, "x");
          const more = (): void => {
            while (out.write(piece));
            out.once("drain", more);
          };
          more();
        },
      });
    expect(await failureOf((await endless("output")).port)).toBe("too-large");
    expect(await failureOf((await endless("words")).port)).toBe("too-large");
  });

  it("drips", async () => {
    const server = await startSshServer({
      run: (channel) => {
        const drip = setInterval(() => channel.write("."), 50);
        channel.on("close", () => clearInterval(drip));
      },
    });
    const isTooSlow = ({ ms, bytes }: { ms: number; bytes: number }) => ms > 200 && bytes < 100;
    expect(await failureOf(server.port, { isTooSlow })).toBe("timeout");
    expect(await failureOf(server.port, { wholeMs: 400 })).toBe("timeout");
  });

  it("says nothing: before a greeting, to a key, or to a program", async () => {
    expect(await failureOf(await aPort(() => {}))).toBe("timeout");
    const dumb = await startSshServer({ onAuthentication: () => true });
    expect(await failureOf(dumb.port)).toBe("timeout");
    for (const silent of [{ run: () => {} }, { answersCommands: false }])
      expect(await failureOf((await startSshServer(silent)).port)).toBe("timeout");
  });

  it("greets without an end, or is something else", async () => {
    const endless = await aPort((socket) => {
      const line = Buffer.alloc(1_000, "y");
      line.write("\r\n", 998);
      const more = (): void => {
        while (!socket.destroyed && socket.write(line));
        if (!socket.destroyed) socket.once("drain", more);
      };
      more();
    });
    expect(await failureOf(endless, { loginMs: 4_000 })).toBe("not-ssh");
    const slowly = await aPort((socket) => {
      const lines = setInterval(() => socket.write("Welcome!\r\n"), 20);
      socket.on("close", () => clearInterval(lines));
    });
    expect(await failureOf(slowly)).toBe("timeout");
    const web = await aPort((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(["not-ssh", "unreachable"]).toContain(await failureOf(web));
    const nonsense = await aPort((socket) => socket.write(`SSH-2.0-x\r\n${"\0\u0007".repeat(300)}`));
    expect(await failureOf(nonsense)).toBe("not-ssh");
  });

  it("would pack what it says", async () => {
    const packing = await startSshServer({ compress: ["zlib@openssh.com", "zlib"], run: () => {} });
    expect(await failureOf(packing.port)).toBe("not-ssh");
  });

  it("breaks off, or is not there", async () => {
    expect(await failureOf(await aPort((socket) => socket.destroy()))).toBe("unreachable");
    let close = () => {};
    const server = await startSshServer({
      run: (channel) => {
        channel.write("begun");
        setTimeout(() => close(), 50);
      },
    });
    close = server.close;
    expect(await failureOf(server.port)).toBe("unreachable");
    expect(await failureOf(server.port)).toBe("unreachable");
  });

  it("is waited for no longer than who asks waits", async () => {
    const server = await startSshServer({ run: () => {} });
    const impatient = new AbortController();
    const asked = failureOf(server.port, { silentMs: 60_000, wholeMs: 60_000 }, {}, impatient.signal);
    await sleep(300);
    impatient.abort();
    expect(await asked).toBe("timeout");
    expect(await failureOf(server.port, {}, {}, AbortSignal.abort())).toBe("timeout");
  });
});

describe("an address that is not public", () => {
  it.each(["10.0.0.1", "169.254.169.254", "[::1]", "[fe80::1]", "[::ffff:10.0.0.1]"])(
    "%s is not connected to",
    async (host) => {
      expect(await failureOf(22, {}, { host })).toBe("address");
    },
  );

  it("is found out after its name was resolved, and nobody is connected to", async () => {
    const server = await startSshServer({ run: () => {} });
    const resolve = async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    expect(await failureOf(server.port, {}, { host: "skills.example", resolve })).toBe("address");
    expect(server.seen).toEqual([]);
    const nowhere = async () => [];
    expect(await failureOf(server.port, {}, { host: "skills.example", resolve: nowhere })).toBe(
      "unreachable",
    );
  });
});
