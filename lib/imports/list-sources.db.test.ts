import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createSkill } from "@/lib/library/commands/create-skill";
import type { skillSources } from "@/lib/library/list-options";
import { listSkills } from "@/lib/library/list-skills";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aFolder, configuredFolders } from "@/lib/testing/folders";
import { skillText } from "@/lib/testing/packages";
import { store, upload, zipOf } from "@/lib/testing/uploads";
import { loadDirectories } from "./commands/load-directories";

const { db } = testDatabase();
const restricted =
  "---\nname: uploaded\ndescription: U.\ndisable-model-invocation: true\nwhen_to_use: Late.\n---\n\nDo it.\n";

/** One skill of each kind. */
async function aLibrary(): Promise<Context> {
  const context = await aContext(db);
  await createSkill(context, { name: "begun-here" });
  const { id } = await upload(context, { "a.zip": await zipOf({ uploaded: { "SKILL.md": restricted } }) });
  await store(context, id);
  const folder = aFolder({ "on-disk/SKILL.md": skillText("on-disk") });
  await loadDirectories(context, configuredFolders([folder]), { trigger: "request" });
  return context;
}
const namesOf = async (context: Context, source: (typeof skillSources)[number]) =>
  (await listSkills(context, { source, sort: "name" })).items.map(({ name }) => name);

describe("where a skill comes from", () => {
  it("narrows the list, and to nothing of another workspace", async () => {
    const [context] = [await aLibrary(), await aLibrary()];
    expect(await namesOf(context, "written")).toEqual(["begun-here"]);
    expect(await namesOf(context, "imported")).toEqual(["uploaded"]);
    expect(await namesOf(context, "directory")).toEqual(["on-disk"]);
    expect(await namesOf(context, "workspace")).toEqual(["begun-here", "uploaded"]);
  });

  it("stays what it was when the rows of the import are gone", async () => {
    const context = await aLibrary();
    await db.import.deleteMany({ where: { workspaceId: context.workspace.id } });
    expect(await namesOf(context, "imported")).toEqual(["uploaded"]);
  });
});

it("keeps with an imported draft who may activate it and when", async () => {
  const context = await aLibrary();
  const draft = await db.draft.findFirstOrThrow({
    where: { workspaceId: context.workspace.id, skill: { name: "uploaded" } },
  });
  expect(draft).toMatchObject({ modelInvocable: false, userInvocable: true, whenToUse: "Late." });
});
