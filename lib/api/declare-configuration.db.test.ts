import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { listAgents } from "@/lib/agents/queries";
import { listSources } from "@/lib/sources/list-sources";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { setEnvironment } from "@/lib/testing/set-environment";
import { declareConfiguration } from "./declare-configuration";

const { db } = testDatabase();
const folder = mkdtempSync(path.join(tmpdir(), "greenroom-declared-"));
const file = path.join(folder, "greenroom.yaml");
setEnvironment({ GREENROOM_CONFIG: file });
afterAll(() => rmSync(folder, { recursive: true }));

const sources = "sources:\n  - {name: Team, url: https://example.org/skills.git, everyMinutes: 60}\n";
const agents = "agents:\n  - {name: Desk, skills: [refunds]}\n";

async function configured(text: string) {
  const context = await aContext(db);
  const write = (more: string) => writeFileSync(file, `workspace: ${context.workspace.slug}\n${more}`);
  write(text);
  return { context, write };
}

describe("a start with a configuration file", () => {
  it("makes the sources from which the skills of its agents come, and the agents once these are there", async () => {
    const { context } = await configured(sources + agents);
    const kept = await declareConfiguration(context);
    expect(kept).toEqual(["greenroom.yaml:5:5: There is no skill “refunds” here."]);
    expect(await listSources(context)).toMatchObject([{ name: "Team", declaredIn: "greenroom.yaml" }]);
    expect(await listAgents(context)).toMatchObject({ total: 0 });
    expect(await declareConfiguration(context, kept)).toEqual(kept);
    await aPackage(context, { name: "refunds" });
    expect(await declareConfiguration(context, kept)).toEqual([]);
    expect(await listAgents(context)).toMatchObject({ total: 1 });
  });

  it("leaves everything else alone while something keeps it back", async () => {
    const { context, write } = await configured(
      `${agents.replace(", skills: [refunds]", "")}policy:\n  approvals: 2\n`,
    );
    expect(await declareConfiguration(context)).toEqual([]);
    write(`${sources.replace("https", "nowhere")}${agents}`);
    expect(await declareConfiguration(context)).toHaveLength(2);
    expect(await listSources(context)).toEqual([]);
    expect(await listAgents(context)).toMatchObject({
      items: [{ name: "Desk", declaredIn: "greenroom.yaml" }],
    });
    const { declaredIn } = await db.reviewPolicy.findFirstOrThrow({
      where: { workspaceId: context.workspace.id },
    });
    expect(declaredIn).toBe("greenroom.yaml");
  });

  it("has nothing to do where no file says anything", async () => {
    const { context } = await configured("");
    expect(await declareConfiguration(context)).toEqual([]);
  });
});
