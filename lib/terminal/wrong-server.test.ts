import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { aPuller, sendJson, serveDelivery } from "@/lib/testing/delivery/stub-delivery";
import { writeFiles } from "@/lib/testing/folders";
import { lockFileName } from "./lock-file";

const skill = (version: number) => ({
  name: "notes",
  version,
  files: { "SKILL.md": `Notes ${version}\n`, "a.md": `A ${version}\n`, "b.md": `B ${version}\n` },
});
const page = "<!doctype html><title>Sign in to the Wi-Fi</title>";

/** Every command that asks a server, beside a server of this test. */
async function aClient() {
  const client = await aPuller(skill(1));
  writeFiles(client.home, { "own/mine/SKILL.md": "---\nname: mine\n---\n" });
  const commands = [
    ["login", client.agent],
    ["login", client.workspace],
    ["pull", "--into", "skills"],
    ["status", "own"],
    ["push", "own"],
  ];
  /** Runs each, and answers what programs are told; nothing may have been written, and no key said. */
  const runAll = async () => {
    const told: { code: number; command: string; message: string }[] = [];
    for (const [command = "", ...more] of commands) {
      const { code, out, err, document } = await client.run(command, ...more, "--json");
      expect(document()).toMatchObject({ command, ok: false, error: { kind: "server" } });
      expect(out + err).not.toMatch(/grk_|<|Wi-Fi/);
      told.push({ code, command, message: err });
    }
    expect(existsSync(path.join(client.terminal.configFolder, "servers.json"))).toBe(false);
    expect(readdirSync(client.home).sort()).toEqual(["own", "skills"]);
    expect([
      readdirSync(path.join(client.home, "skills")),
      readdirSync(path.join(client.home, "own")),
    ]).toEqual([[], ["mine"]]);
    return told;
  };
  return { ...client, commands, runAll };
}

describe("what answers and is no Greenroom", () => {
  it.each([
    ["a page for everything", 200, page],
    ["a page that says that there is nothing", 404, page],
    ["a page of a server that is broken", 500, page],
    ["a page of a proxy without a server", 502, page],
    ["nothing at all", 200, ""],
    ["a document of another program", 200, '{"hello":"world"}'],
    ["another program's way to say that there is nothing", 404, '{"error":"not found"}'],
    ["a list", 200, "[]"],
  ])("gets exit code 3 from every command, keeps no key and writes nothing: %s", async (_, status, body) => {
    const { answer, runAll, commands } = await aClient();
    answer((response) => response.writeHead(status).end(body));
    const told = await runAll();
    expect(told.map(({ code }) => code)).toEqual(commands.map(() => 3));
    for (const { message } of told)
      expect(message).toMatch(
        /cannot be used|does not answer as a Greenroom does| answered (?:404|50[02]): /,
      );
  });

  it.each([301, 302, 303, 307, 308])("is not followed to where it leads: %i", async (status) => {
    const elsewhere = await serveDelivery([skill(9)]);
    const { answer, runAll, requests, commands } = await aClient();
    answer((response) => response.writeHead(status, { location: elsewhere.agent }).end(page));
    for (const { code, message } of await runAll()) {
      expect(code).toBe(3);
      expect(message).toContain(`leads on to ${elsewhere.agent}; the key was not sent there.`);
    }
    expect([elsewhere.requests.length, requests.length]).toEqual([0, commands.length]);
  });
});

describe("a server that refuses", () => {
  it.each([
    [429, "Too many at once."],
    [503, "Back in an hour."],
  ])("with %i for longer than a minute is not waited for", async (status, detail) => {
    const { answer, runAll, requests, commands } = await aClient();
    answer((response) => {
      response.setHeader("retry-after", "3600");
      return sendJson(response, status, { code: "X", detail });
    });
    for (const { code, message } of await runAll())
      expect([code, message]).toEqual([3, expect.stringContaining(` answered ${status}: ${detail}`)]);
    expect(requests).toHaveLength(commands.length);
  });

  it("says its reason, without what that hides", async () => {
    const { answer, runAll } = await aClient();
    answer((response) =>
      sendJson(response, 500, { code: "INTERNAL", detail: "It \u202eis\u001b[2J\nbroken." }),
    );
    for (const { message } of await runAll())
      expect(message).toMatch(/ answered 500: It \[U\+202E\]is\[U\+001B\]\[2J broken\.\n$/);
  });

  it("does not accept a key is told so, with what to do", async () => {
    const { answer, runAll } = await aClient();
    answer((response) => sendJson(response, 401, { code: "UNAUTHENTICATED", detail: "No." }));
    for (const { message } of await runAll())
      expect(message).toMatch(/does not accept this key: it is wrong, revoked or expired\. Make another one/);
  });
});

describe("a server that changes while a pull is at work", () => {
  /** A folder with version 1, and a server that has version 2 and answers so for the last of its files. */
  async function aBrokenPull() {
    const client = await aPuller(skill(1));
    await client.pull();
    client.publish(skill(2));
    const folder = path.join(client.home, "skills");
    const before = readFileSync(path.join(folder, lockFileName), "utf8");
    let files = 0;
    /** Of a file: the third that is asked for, and those after it. */
    const later = (instead: Parameters<typeof client.answer>[0]) =>
      client.answer((response, request) => {
        const isLate = request.path.includes("/files/") && ++files > 2;
        return (isLate ? instead : null)?.(response, request) ?? client.deliver(response, request);
      });
    const expectUntouched = () => {
      expect(readdirSync(folder).sort()).toEqual([lockFileName, "notes"]);
      expect(readFileSync(path.join(folder, lockFileName), "utf8")).toBe(before);
      for (const [name, text] of Object.entries(skill(1).files))
        expect(readFileSync(path.join(folder, "notes", name), "utf8")).toBe(text);
    };
    return { ...client, later, expectUntouched, folder };
  }

  it.each([
    ["withdraws what was promised", 410, "{}", "changed while"],
    ["knows nothing of it any more", 404, page, "changed while"],
    ["revokes the key", 401, "{}", "does not accept this key"],
    ["breaks", 500, page, "answered 500: no reason was given"],
    ["signs people in first", 302, "", "leads on to another address"],
    ["sends another text", 200, "Other\n", "gave other bytes for"],
    ["sends nothing", 200, "", "gave other bytes for"],
    ["sends a page", 200, page.repeat(100), "has more than"],
  ])("replaces nothing when it %s, and the next one goes through", async (_, status, body, said) => {
    const { pull, later, answer, expectUntouched, folder } = await aBrokenPull();
    later((response) => response.writeHead(status).end(body));
    const { code, err, document } = await pull("--json");
    expect([code, err, document().ok]).toEqual([3, expect.stringContaining(said), false]);
    expectUntouched();
    answer(null);
    expect((await pull()).out).toBe("updated      notes v2\n1 skill in skills as delivered.\n");
    expect(readFileSync(path.join(folder, "notes/b.md"), "utf8")).toBe("B 2\n");
  });

  it("is asked again for a file that broke off on the way", async () => {
    const { pull, later, folder } = await aBrokenPull();
    let broken = 0;
    later((response) => {
      if (broken > 0) return null;
      broken += 1;
      return response.writeHead(200, { "content-length": "4" }).write("B", () => void response.destroy());
    });
    expect((await pull()).code).toBe(0);
    expect([broken, readFileSync(path.join(folder, "notes/b.md"), "utf8")]).toEqual([1, "B 2\n"]);
  });
});
