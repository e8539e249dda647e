import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { atOneMoment } from "./at-one-moment";

const { db } = testDatabase();

describe("what is read at one moment", () => {
  it("stays as it was at the first look, and is another one the next time", async () => {
    const context = await aContext(db);
    const { id } = context.workspace;
    const nameAt = async (at: typeof context) =>
      (await at.db.workspace.findUniqueOrThrow({ where: { id }, select: { name: true } })).name;
    const before = await nameAt(context);
    const seen = await atOneMoment(context, async (inside) => {
      const first = await nameAt(inside);
      await db.workspace.update({ where: { id }, data: { name: "Another" } });
      return [first, await nameAt(inside)];
    });
    expect(seen).toEqual([before, before]);
    expect(await atOneMoment(context, nameAt)).toBe("Another");
  });

  it("writes nothing", async () => {
    const context = await aContext(db);
    const { id, name } = context.workspace;
    await expect(
      atOneMoment(context, (inside) =>
        inside.db.workspace.update({ where: { id }, data: { name: "Another" } }),
      ),
    ).rejects.toThrow(/takes no changes/);
    expect(await db.workspace.findUniqueOrThrow({ where: { id } })).toMatchObject({ name });
  });
});
