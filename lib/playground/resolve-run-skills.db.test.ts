import { describe, expect, it } from "vitest";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { createConversation } from "@/lib/sessions/commands";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith, rehearse } from "@/lib/testing/rehearsals";

const { db } = testDatabase();

describe("the names that a run offers", () => {
  it("are those of now, so that a renamed skill's old version cannot stand in for the new owner of its name", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "notes", body: "The old way.\n", publishNote: "First" });
    await renameSkill(context, { skill: "notes", name: "old-notes" });
    await aPackage(context, { name: "notes", body: "The new way.\n", publishNote: "First" });
    const agent = await anAgentWith(context, ["notes"]);
    const { id } = await createConversation(context, {
      agent,
      overlay: [{ skill: "old-notes", follows: "version", version: 1 }],
    });
    const { events } = await rehearse(context, id, "/notes please");
    const [started] = events;
    expect(started?.payload).toMatchObject({
      offered: [{ name: "notes" }, { name: "old-notes", version: 1 }],
    });
    const activated = events.find(({ type }) => type === "skill-activated");
    expect(activated?.payload).toMatchObject({ result: expect.stringContaining("The new way.") });
  });
});
