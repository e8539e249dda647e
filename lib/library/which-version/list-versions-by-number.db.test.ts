import { expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSkill } from "@/lib/testing/skills";
import { withdrawVersion } from "../commands/withdraw-version";
import { getVersionByFollow } from "./get-version-by-follow";
import { listVersionsByNumber, type NumberedFollow } from "./list-versions-by-number";

const { db } = testDatabase();

it("says of each in its order what one by one is said of it", async () => {
  const context = await aContext(db);
  const { id: twice } = await aSkill(context, { name: "twice", versions: 2 });
  const { id: never } = await aSkill(context, { name: "never" });
  await withdrawVersion(context, { skill: "twice", number: 2, reason: "It leaks." });
  const versions = await db.version.findMany({ where: { skillId: twice }, orderBy: { number: "asc" } });
  const kinds = (skillId: string): NumberedFollow[] => [
    { skillId, follows: "latest", label: null, version: null },
    { skillId, follows: "draft", label: null, version: null },
    { skillId, follows: "label", label: "stable", version: null },
  ];
  const asked: NumberedFollow[] = [
    ...kinds(twice),
    ...versions.map(({ number: version }) => ({
      skillId: twice,
      follows: "version" as const,
      label: null,
      version,
    })),
    ...kinds(never),
  ];
  const told = await listVersionsByNumber(context, asked);
  for (const [at, { version, ...one }] of asked.entries()) {
    const versionId = versions.find(({ number }) => number === version)?.id ?? null;
    expect(told[at]).toEqual(await getVersionByFollow(context, { ...one, versionId }));
  }
  expect(told.map((one) => (one.ok ? one.value.name : one.error.reason))).toEqual([
    "twice",
    "twice",
    "No version has the label “stable” yet.",
    "twice",
    expect.stringContaining("It leaks."),
    "Not published yet: there is no version to follow.",
    "never",
    "No version has the label “stable” yet.",
  ]);
});

it("says which number there is no version of, and which skill is not here", async () => {
  const context = await aContext(db);
  const elsewhere = await aSkill(await aContext(db), { name: "theirs", versions: 1 });
  const { id } = await aSkill(context, { name: "once", versions: 1 });
  const pinned = (skillId: string, version: number | null): NumberedFollow => ({
    skillId,
    follows: "version",
    label: null,
    version,
  });
  const told = await listVersionsByNumber(context, [
    pinned(id, 7),
    pinned(elsewhere.id, 1),
    pinned(id, null),
  ]);
  expect(told.map((one) => !one.ok && one.error.reason)).toEqual([
    "There is no version 7.",
    "There is no such skill here.",
    "The pinned version is no longer there.",
  ]);
  expect(await listVersionsByNumber(context, [])).toEqual([]);
});
