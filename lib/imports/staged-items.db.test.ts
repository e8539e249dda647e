import { expect, it } from "vitest";
import { ok } from "@/lib/kernel/result";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { skillText } from "@/lib/testing/packages";
import { stageFromSource } from "./commands/store-from-source";
import { packagesOf } from "./read-source";
import { readStagedItems } from "./staged-items";

const { db } = testDatabase();
const sourceId = "0190a000-0000-7000-8000-0000000000aa";

it.each([
  [
    "knows what the source was called and where it was then",
    { name: "Old name", url: "https://old.example.org/s.git" },
  ],
  ["of a server before that was kept does not", undefined],
])("an item that is stored later %s", async (_, claimed) => {
  const context = await aContext(db);
  const files = [{ path: "pdf/SKILL.md", bytes: Buffer.from(skillText("pdf")) }];
  const contents = packagesOf({ files, links: [], barred: [], notes: [], ignored: [] }, "skill");
  const from = { id: sourceId, revision: "c0ffee", ...(claimed && { claimed }) };
  const importId = await stageFromSource(context, {
    from,
    title: "Skills",
    size: 1,
    read: async () => contents,
  });
  expect(contents).toMatchObject(ok({}));
  await db.importItem.updateMany({ where: { importId }, data: { state: "waiting" } });
  const items = await db.importItem.findMany({ where: { importId }, select: { id: true } });
  const ids = items.map(({ id }) => id);
  expect((await readStagedItems(context, ids)).map(({ source }) => source)).toEqual([from]);
  expect(await readStagedItems(await aContext(db), ids)).toEqual([]);
});
