import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aClient } from "@/lib/testing/delivery/deliver-on-loopback";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();

async function aDesk() {
  const context = await aContext(db);
  await aPackage(context, { name: "notes", files: { "references/a.md": "A\n" }, publishNote: "First" });
  await aPackage(context, { name: "mails", files: { "run.sh": "echo\n" }, publishNote: "First" });
  await anAgentWith(context, ["notes", "mails"], "Desk");
  return aClient(context, "desk");
}

describe("a server that is not to be trusted", () => {
  it.each([
    ["a folder that leads out", (m: Manifest) => rename(m, "../out")],
    ["a folder inside another", (m: Manifest) => rename(m, "a/b")],
    ["a hidden folder", (m: Manifest) => rename(m, ".git")],
    ["a path that leads out", (m: Manifest) => repath(m, "../../out.md")],
    ["an absolute path", (m: Manifest) => repath(m, "/tmp/out.md")],
    ["a path with a backslash", (m: Manifest) => repath(m, "..\\out.md")],
    ["a path with a control character", (m: Manifest) => repath(m, "a\u001b[2J.md")],
    ["a wrong digest", (m: Manifest) => ({ ...m, digest: "0".repeat(64) })],
    ["a file that is none of the package", (m: Manifest) => resum(m, "1".repeat(64))],
    ["no manifest at all", () => "<html>Sign in to the Wi-Fi</html>"],
  ])("writes nothing for %s", async (_, change) => {
    const hostile = await aDesk();
    hostile.interpose(async (request, real) => {
      const answer = await real(request);
      if (!request.url.includes("/delivery")) return answer;
      const changed = change(await answer.json());
      return new Response(typeof changed === "string" ? changed : JSON.stringify(changed));
    });
    const { code, err } = await hostile.pull();
    expect([code, err]).toEqual([3, expect.stringContaining("gave an answer that cannot be used")]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what it looks for
    expect(err).not.toMatch(/\u001b/);
    expect(readdirSync(hostile.folder)).toEqual([]);
    expect(readdirSync(hostile.home)).toEqual(["skills"]);
  });

  it("never sends the key to where an answer leads", async () => {
    const { pull, interpose, asked } = await aDesk();
    const elsewhere: string[] = [];
    interpose(async (request) => {
      if (request.url.includes("/elsewhere")) elsewhere.push(request.headers.get("authorization") ?? "");
      return new Response(null, { status: 307, headers: { location: "/elsewhere" } });
    });
    const { code, err } = await pull();
    expect([code, err, elsewhere]).toEqual([3, expect.stringContaining("leads on to /elsewhere"), []]);
    expect(asked).toHaveLength(1);
  });

  it("waits as long as it is told, and not for ever", async () => {
    const { pull, interpose } = await aDesk();
    let refused = 0;
    interpose(async (request, real) => {
      if (refused++ > 0) return real(request);
      return new Response("{}", { status: 429, headers: { "retry-after": "1" } });
    });
    expect((await pull()).code).toBe(0);
    interpose(async () =>
      Response.json({ detail: "Much later." }, { status: 429, headers: { "retry-after": "600" } }),
    );
    const { code, err } = await pull();
    expect([code, err]).toEqual([3, expect.stringContaining("answered 429: Much later.")]);
  });

  it("stops reading an answer that does not end", async () => {
    const { pull, folder, interpose } = await aDesk();
    interpose(async (request, real) =>
      request.url.includes("/files/") ? new Response("x".repeat(1_000_000)) : real(request),
    );
    const { code, err } = await pull();
    expect([code, err]).toEqual([3, expect.stringContaining("has more than")]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

type Manifest = {
  digest: string;
  order: string[];
  skills: { name: string; files: { path: string; sha256: string }[] }[];
};
const rename = (manifest: Manifest, name: string): Manifest => ({
  ...manifest,
  order: [name, ...manifest.order.slice(1)],
  skills: manifest.skills.map((skill, at) => (at === 0 ? { ...skill, name } : skill)),
});
const withFile = (manifest: Manifest, part: Partial<{ path: string; sha256: string }>): Manifest => ({
  ...manifest,
  skills: manifest.skills.map((skill) => ({
    ...skill,
    files: skill.files.map((file, at) => (at === 0 ? { ...file, ...part } : file)),
  })),
});
const repath = (manifest: Manifest, to: string) => withFile(manifest, { path: to });
const resum = (manifest: Manifest, sha256: string) => withFile(manifest, { sha256 });
