import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { getAgent } from "@/lib/agents/queries";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { applyDeclaration } from "./commands/apply-declaration";

const { db } = testDatabase();

const apply = (context: Context, text: string) =>
  applyDeclaration(context, { text, file: "team.yaml", dryRun: false });

const told = ({ items }: Awaited<ReturnType<typeof apply>>) =>
  items.map(({ kind, slug, outcome, place }) => [kind, slug, outcome, place]);

describe("an agent in a configuration file", () => {
  it("says whether an agent's scripts run", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "refunds", publishNote: "First" });
    const text = (mode: string) => `agents:
  - name: Support desk
    skills: [refunds]
    scripts:
      mode: ${mode}
      allow:
        - skill: refunds
          version: 1
          scripts: ["*"]
`;
    expect(await apply(context, text("list"))).toMatchObject({ applied: true, problems: [] });
    expect((await getAgent(context, { agent: "support-desk" })).scripts).toEqual({
      mode: "list",
      allow: [{ skill: "refunds", version: 1, scripts: ["*"], commands: [], hosts: [] }],
    });
    expect(told(await apply(context, text("list")))).toMatchObject([
      ["agent", "support-desk", "unchanged", "team.yaml:2:5"],
    ]);
    const { items } = await apply(context, text("never"));
    expect(items).toMatchObject([{ outcome: "changed", summary: "Changed the rule for scripts" }]);
    expect((await apply(context, text("always"))).problems).toHaveLength(1);
  });
});
