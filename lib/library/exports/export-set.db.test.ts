import { expect, it } from "vitest";
import { readArchive } from "@/lib/bundles/read-archive";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { exportSetForTarget, getSetTarget } from "./export-set";
import { findExported } from "./find-exported";

const { db } = testDatabase();
const KiB = 1024;

/** Each has this many bytes beside its SKILL.md. */
async function aSet(sizes: Record<string, number>) {
  const context = await aContext(db);
  const skills = [];
  for (const [name, bytes] of Object.entries(sizes)) {
    await aPackage(context, { name, files: { "data.bin": new Uint8Array(bytes).fill(7) }, publishNote: "1" });
    skills.push(await findExported(context, name, "latest"));
  }
  return { context, set: { target: "folder", name: "Desk", skills, leftOut: [] } as const };
}

it("leaves out and names what one archive has no room for, and goes on with what has", async () => {
  const { context, set } = await aSet({ first: 10 * KiB, large: 20 * KiB, last: 5 * KiB });
  const limits = { bytes: 20 * KiB, files: 100 };
  const { skills, leftOut } = await getSetTarget(context, { ...set, limits });
  expect(skills.map(({ skill }) => skill)).toEqual(["first", "last"]);
  expect(leftOut.map(({ skill }) => skill)).toEqual(["large"]);
  expect(leftOut[0]?.why).toMatch(
    /^large has no room beside those before it: .* 20 KiB and 100 files\. Export it apart\.$/,
  );
  const { content } = await exportSetForTarget(context, { ...set, limits, fileName: "desk.zip" });
  const archive = await readArchive(content, { fileName: "desk.zip" });
  if (!archive.ok) throw new Error(archive.error.message);
  const paths = archive.value.files.map(({ path }) => path);
  expect(paths.filter((path) => path.endsWith("SKILL.md"))).toEqual(["first/SKILL.md", "last/SKILL.md"]);
  expect(paths).toContain("export-report.json");
});

it("counts files too, and gives no room to what the host refuses", async () => {
  const { context, set } = await aSet({ "Not-for-ADK": 10, small: 10, other: 10 });
  const limits = { bytes: 10 * KiB, files: 3 };
  const { skills, leftOut } = await getSetTarget(context, { ...set, target: "adk", limits });
  expect(skills.map(({ skill, refusals }) => [skill, refusals.length > 0])).toEqual([
    ["Not-for-ADK", true],
    ["small", false],
  ]);
  expect(leftOut.map(({ skill }) => skill)).toEqual(["other"]);
});
