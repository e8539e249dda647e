import { describe, expect, it } from "vitest";
import { getAgent, listAgents } from "@/lib/agents/queries";
import { createKey } from "@/lib/auth/commands/create-key";
import { applyDeclaration } from "@/lib/declared/commands/apply-declaration";
import { getPolicy } from "@/lib/reviews/get-policy";
import { listSources } from "@/lib/sources/list-sources";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { serveApi } from "@/lib/testing/delivery/deliver-on-loopback";
import { runGreenroom } from "@/lib/testing/delivery/run-greenroom";
import { aFolder, writeFiles } from "@/lib/testing/folders";

const { db } = testDatabase();

async function anAdmin() {
  const context = await aContext(db);
  const { workspace } = await serveApi(context);
  const { key } = await createKey(context, { name: "CI", scopes: ["read", "write"] });
  const home = aFolder();
  const env = { GREENROOM_KEY: key, GREENROOM_ADDRESS: workspace };
  const apply = (...more: string[]) => runGreenroom(["apply", ...more], { cwd: home, env });
  return { context, home, apply };
}

const desk = "agents:\n  - name: Desk\n    instructions: Be brief.\n";

describe("greenroom apply", () => {
  it("looks, applies, and then finds everything as the file says", async () => {
    const { context, home, apply } = await anAdmin();
    writeFiles(home, { "greenroom.yaml": desk });
    const looked = await apply("--dry-run");
    expect([looked.code, looked.out]).toEqual([1, "created    Desk  greenroom.yaml:2:5\n1 change.\n"]);
    expect(await listAgents(context)).toMatchObject({ total: 0 });
    const done = await apply("--yes");
    expect([done.code, done.out]).toEqual([0, "created    Desk  greenroom.yaml:2:5\nApplied: 1 change.\n"]);
    expect(await getAgent(context, { agent: "desk" })).toMatchObject({ declaredIn: "greenroom.yaml" });
    const again = await apply("--dry-run", "--json");
    expect(again.code).toBe(0);
    expect(again.document()).toMatchObject({ command: "apply", ok: true, items: [{ outcome: "unchanged" }] });
  });

  it("names what is wrong with its place, and applies nothing", async () => {
    const { context, home, apply } = await anAdmin();
    writeFiles(home, { "team/agents.yaml": `${desk}    skills: [gone]\n` });
    const { code, out } = await apply("--yes", "team/agents.yaml");
    expect([code, out]).toEqual([
      1,
      "problem    agents.yaml:2:5  There is no skill “gone” here.\nNothing was applied.\n",
    ]);
    expect(await listAgents(context)).toMatchObject({ total: 0 });
  });

  it("applies beside a policy that is as the file says, and changes none: that is for people", async () => {
    const { context, home, apply } = await anAdmin();
    const team = `${desk}policy:\n  approvals: 2\n`;
    await applyDeclaration(context, { text: team, file: "greenroom.yaml", dryRun: false });
    writeFiles(home, { "greenroom.yaml": team.replace("Be brief.", "Be kind.") });
    expect((await apply("--yes")).code).toBe(0);
    expect(await getAgent(context, { agent: "desk" })).toMatchObject({ instructions: "Be kind." });
    writeFiles(home, { "greenroom.yaml": team.replace("approvals: 2", "approvals: 0") });
    const changed = await apply("--yes");
    expect(changed.code).toBe(1);
    expect(changed.out).toMatch(
      /^problem {4}greenroom\.yaml:4:1 {2}This key may not do that\. No key does this/m,
    );
    writeFiles(home, { "greenroom.yaml": desk });
    expect((await apply("--yes")).out).toContain("No key does this");
    expect(await getPolicy(context)).toMatchObject({ approvals: 2, declaredIn: "greenroom.yaml" });
  });

  it("applies beside limits that are as the file says, and changes none: that is for people", async () => {
    const { context, home, apply } = await anAdmin();
    const team = `${desk}limits:\n  autoSkills: 12\n`;
    await applyDeclaration(context, { text: team, file: "greenroom.yaml", dryRun: false });
    writeFiles(home, { "greenroom.yaml": team.replace("Be brief.", "Be kind.") });
    expect((await apply("--yes")).code).toBe(0);
    writeFiles(home, { "greenroom.yaml": team.replace("12", "13") });
    expect((await apply("--yes")).out).toMatch(
      /^problem {4}greenroom\.yaml:4:1 {2}This key may not do that\./m,
    );
    writeFiles(home, { "greenroom.yaml": desk });
    expect((await apply("--yes")).out).toContain("No key does this");
  });

  it("makes sources, and says of each what it still waits for", async () => {
    const { context, home, apply } = await anAdmin();
    const team = "  - name: Team\n    url: https://example.org/skills.git\n    needsToken: true\n";
    writeFiles(home, { "greenroom.yaml": `sources:\n${team}` });
    const waits =
      "waits      the source Team  It needs its token, which is given under Settings > Sources.\n";
    const created = "created    the source Team  greenroom.yaml:2:5\n";
    const looked = await apply("--dry-run");
    expect([looked.code, looked.out]).toEqual([1, `${created}1 change.\n${waits}`]);
    const done = await apply("--yes");
    expect([done.code, done.out]).toEqual([0, `${created}Applied: 1 change.\n${waits}`]);
    const again = await apply("--dry-run");
    expect([again.code, again.out]).toEqual([0, `Everything is as the file says.\n${waits}`]);
    const [source] = await listSources(context);
    expect(source).toMatchObject({ name: "Team", declaredIn: "greenroom.yaml", needs: "token" });
    writeFiles(home, { "greenroom.yaml": `sources:\n${team}    token: hush-hush\n` });
    const told = await apply("--yes");
    expect([told.code, told.out]).toEqual([1, expect.stringMatching(/^problem {4}greenroom\.yaml:5:5 /)]);
    expect(told.out).not.toContain("hush-hush");
  });

  it("applies the sources alone where that is asked for, as skills of its agents come from them", async () => {
    const { context, home, apply } = await anAdmin();
    const team = "sources:\n  - { name: Team, url: https://example.org/skills.git }\n";
    writeFiles(home, { "greenroom.yaml": `${team}${desk}    skills: [of-the-source]\n` });
    expect((await apply("--yes")).out).toContain("There is no skill “of-the-source” here.");
    const done = await apply("--yes", "--sources-only");
    expect([done.code, done.out]).toEqual([
      0,
      "created    the source Team  greenroom.yaml:2:5\nApplied: 1 change.\n",
    ]);
    expect(await listSources(context)).toMatchObject([{ name: "Team", declaredIn: "greenroom.yaml" }]);
    expect(await listAgents(context)).toMatchObject({ total: 0 });
    expect((await apply("--dry-run", "--sources-only")).code).toBe(0);
  });

  it("asks nobody where nobody is: --yes or --dry-run has to be said", async () => {
    const { home, apply } = await anAdmin();
    writeFiles(home, { "greenroom.yaml": desk });
    const { code, err } = await apply();
    expect(code).toBe(64);
    expect(err).toContain("Nobody can be asked here. Give --yes, or --dry-run to look.");
  });

  it("says which file cannot be read", async () => {
    const { apply } = await anAdmin();
    const { code, err } = await apply("missing.yaml");
    expect([code, err]).toEqual([4, "Error: missing.yaml cannot be read. Name a configuration file.\n"]);
  });
});
