import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { createKey } from "@/lib/auth/commands/create-key";
import { createSource } from "@/lib/sources/commands/create-source";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { serveApi } from "@/lib/testing/delivery/deliver-on-loopback";
import { runGreenroom } from "@/lib/testing/delivery/run-greenroom";
import { aFolder, writeFiles } from "@/lib/testing/folders";

const { db } = testDatabase();

async function aTeam(scopes: ("read" | "write")[] = ["read", "write"]) {
  const context = await aContext(db);
  await createAgent(context, { name: "Desk", instructions: "Be brief. \u202e" });
  await createSource(context, { name: "Team", url: "https://example.org/skills.git", token: "hush-hush" });
  const { workspace } = await serveApi(context);
  const { key } = await createKey(context, { name: "CI", scopes });
  const home = aFolder();
  const env = { GREENROOM_KEY: key, GREENROOM_ADDRESS: workspace };
  const run = (...typed: string[]) => runGreenroom(typed, { cwd: home, env });
  return { context, home, run, read: (file: string) => readFileSync(path.join(home, file), "utf8") };
}

const note = "Team: its token is in no file; it is given in the app.";

describe("greenroom export", () => {
  it("says a workspace as a file, in which nothing hides, and what no file holds besides", async () => {
    const { context, run } = await aTeam();
    const { code, out, err } = await run("export");
    expect([code, err]).toEqual([0, `${note}\n`]);
    expect(out).toMatch(
      `# ${note}
workspace: ${context.workspace.slug}
sources:
  - name: Team
    url: https://example.org/skills.git
    needsToken: true
agents:
  - name: Desk
    instructions: "Be brief. \\\\u202e"
`.replaceAll("\\\\", "\\"),
    );
    expect(out).not.toContain("hush-hush");
    const { text, notes, ...rest } = (await run("export", "--json")).document();
    expect([text, notes, rest]).toEqual([out, [note], { command: "export", ok: true }]);
  });

  it("writes a file that apply finds as it should be", async () => {
    const { run, read } = await aTeam();
    const written = await run("export", "greenroom.yaml");
    expect([written.code, written.out]).toEqual([0, "Wrote greenroom.yaml.\n"]);
    expect(read("greenroom.yaml")).toBe((await run("export")).out);
    const looked = await run("apply", "--dry-run", "--json", "--sources-only");
    expect(looked.document()).toMatchObject({
      items: [{ outcome: "taken-over", summary: "" }],
      problems: [],
    });
  });

  it("replaces a file that is there only when that is asked for", async () => {
    const { home, run, read } = await aTeam();
    writeFiles(home, { "greenroom.yaml": "agents: []\n" });
    const kept = await run("export", "greenroom.yaml");
    expect([kept.code, kept.err]).toEqual([
      4,
      "Error: greenroom.yaml is there already. Give --force to replace it.\n",
    ]);
    expect(read("greenroom.yaml")).toBe("agents: []\n");
    expect((await run("export", "greenroom.yaml", "--force")).code).toBe(0);
    expect(read("greenroom.yaml")).toContain("name: Desk");
    const nowhere = await run("export", "no/such/folder.yaml");
    expect([nowhere.code, nowhere.err]).toEqual([
      4,
      expect.stringMatching(/^Error: no\/such\/folder\.yaml cannot be written/),
    ]);
  });

  it("needs the key of somebody who may edit agents", async () => {
    const { run } = await aTeam(["read"]);
    const { code, err } = await run("export");
    expect([code, err]).toEqual([3, expect.stringContaining("403")]);
  });
});
