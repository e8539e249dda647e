import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { setLimits } from "@/lib/library/commands/set-limits";
import { getLimits } from "@/lib/library/limits/read-limits";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { applyDeclaration } from "./commands/apply-declaration";

const { db } = testDatabase();

const apply = (context: Context, text: string, dryRun = false) =>
  applyDeclaration(context, { text, file: "team.yaml", dryRun });
const limitOf = async (context: Context, name: string) => {
  const { limits, declaredIn } = await getLimits(context);
  return [limits.find((limit) => limit.name === name)?.own, declaredIn];
};
const named = "limits:\n  autoSkills: 12\n  readBytes: 50000\n";

describe("limits that a configuration file keeps", () => {
  it("are applied, looked at first, and told where they drifted", async () => {
    const context = await aContext(db);
    const look = await apply(context, named, true);
    const item = { kind: "limits", outcome: "changed", place: "team.yaml:1:1" };
    expect(look).toMatchObject({
      applied: false,
      items: [{ ...item, summary: "Changed readBytes, autoSkills" }],
    });
    expect(await limitOf(context, "autoSkills")).toEqual([null, null]);
    expect(await apply(context, named)).toMatchObject({ applied: true, items: [item] });
    expect(await limitOf(context, "autoSkills")).toEqual([12, "team.yaml"]);
    expect((await apply(context, named, true)).items).toMatchObject([{ outcome: "unchanged" }]);
    const other = await apply(context, named.replace("12", "13"), true);
    expect(other.items).toMatchObject([{ outcome: "changed", summary: "Changed autoSkills" }]);
  });

  it("are closed to people until the file names them no longer; what they were stays", async () => {
    const context = await aContext(db);
    await apply(context, named);
    await expect(setLimits(context, { autoSkills: 30 })).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "The limits are kept in team.yaml. Change them there, and apply the file.",
    });
    expect((await apply(context, "agents: []\n")).items).toMatchObject([
      { kind: "limits", outcome: "let-go", place: "team.yaml:1:1" },
    ]);
    expect(await limitOf(context, "autoSkills")).toEqual([12, null]);
    await setLimits(context, { autoSkills: 30 });
    expect(await limitOf(context, "autoSkills")).toEqual([30, null]);
    expect((await apply(context, "limits:\n  autoSkills: 30\n")).items).toMatchObject([
      { kind: "limits", outcome: "taken-over" },
    ]);
  });

  it("go back to the usual one by null, and leave alone what is left out", async () => {
    const context = await aContext(db);
    await apply(context, named);
    await apply(context, "limits:\n  autoSkills: null\n");
    expect(await limitOf(context, "autoSkills")).toEqual([null, "team.yaml"]);
    expect(await limitOf(context, "readBytes")).toEqual([50_000, "team.yaml"]);
  });

  it("are no other file's to take, or to let go of", async () => {
    const context = await aContext(db);
    await apply(context, named);
    const other = (text: string) => applyDeclaration(context, { text, file: "other.yaml", dryRun: false });
    expect((await other("limits:\n  autoSkills: 40\n")).problems.map(({ message }) => message)).toEqual([
      "team.yaml keeps the limits. Take it out there first, and apply that file.",
    ]);
    expect(await other("agents: []\n")).toMatchObject({ applied: true, items: [] });
    expect(await limitOf(context, "autoSkills")).toEqual([12, "team.yaml"]);
  });

  it("are held to their bounds and names, each mistake with its place, and nothing is applied", async () => {
    const context = await aContext(db);
    const { applied, problems } = await apply(context, "limits:\n  autoSkills: -1\n  readBites: 5\n");
    expect(applied).toBe(false);
    expect(problems.map(({ place }) => place).sort()).toEqual(["team.yaml:2:3", "team.yaml:3:3"]);
    expect(await limitOf(context, "autoSkills")).toEqual([null, null]);
  });

  it("need whoever may set them, and are of one workspace", async () => {
    const context = await aContext(db);
    const other = await aContext(db);
    const author = await aColleague(context, "author", "Ada");
    await expect(apply(author, named)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await apply(context, named);
    expect(await limitOf(other, "autoSkills")).toEqual([null, null]);
  });
});
