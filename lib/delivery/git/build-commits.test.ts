import { expect, it } from "vitest";
import { objectId } from "@/lib/git/objects";
import { type Building, buildCommits, type ToState } from "./build-commits";
import { stateAfter } from "./load-history";
import type { Arriving, PlannedChange } from "./plan-changes";
import { skillTree, stateTree } from "./state-tree";

const file = (path: string, executable = false) => ({
  path,
  executable,
  id: objectId("blob", Buffer.from(path)),
  sha256: "s",
  size: path.length,
});
const files = [file("SKILL.md"), file("references/a.md"), file("scripts/run.sh", true)];

const arrives = (name: string, number: number): PlannedChange => {
  const version: Arriving["version"] = {
    id: `${name}-${number}`,
    number,
    digest: "d".repeat(64),
    note: "",
    approvedBy: [],
    publishedBy: { id: "1", name: "Ines" },
    publishedAt: `2026-01-0${number}T00:00:00.000Z`,
  };
  const arriving = { skillId: name, name, version, files: [] };
  return { kind: "arrives", arriving, before: null, at: version.publishedAt };
};
const toState: ToState = ({ skillId, name, version: { id: versionId, number } }) => {
  const isLeftOut = name === "odd";
  const tree = isLeftOut ? null : skillTree(files.slice(0, number), new Map());
  return { skillId, name, versionId, number, key: "k", tree, why: isLeftOut ? "It is odd (odd)" : null };
};
const building: Building = {
  title: "desk",
  owner: "Meridian",
  begun: "2026-01-01T00:00:00.000Z",
  salt: "s4lt",
  state: new Map(),
  newest: null,
};
const title: PlannedChange = { kind: "title" };

it("puts each change on the one before, with its number in every manifest", async () => {
  const rows = await buildCommits([title, arrives("a", 1), arrives("b", 2)], building, toState);
  expect(rows.map(({ number, parents }) => [number, parents])).toEqual([
    [1, []],
    [2, [rows[0]?.id]],
    [3, [rows[1]?.id]],
  ]);
  expect(rows.map(({ rootFiles }) => JSON.parse(rootFiles["plugin.json"] ?? "{}").version)).toEqual([
    "1.1.0",
    "1.2.0",
    "1.3.0",
  ]);
  for (const { id, bytes } of rows) expect(objectId("commit", bytes)).toBe(id);
  expect([...stateAfter(rows).keys()]).toEqual(["a", "b"]);
});

it("is the same in one go and in several, whenever that is", async () => {
  const changes = [title, arrives("a", 1), arrives("odd", 1), arrives("a", 3)];
  const whole = await buildCommits(changes, building, toState);
  const begun = await buildCommits(changes.slice(0, 2), building, toState);
  const more = { ...building, state: stateAfter(begun), newest: begun.at(-1) ?? null };
  const rest = await buildCommits(changes.slice(2), more, toState);
  expect([...begun, ...rest].map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
});

it("is another history with another salt, which only the first commit says", async () => {
  const changes = [title, arrives("a", 1)];
  const rows = await buildCommits(changes, building, toState);
  const others = await buildCommits(changes, { ...building, salt: "other" }, toState);
  expect(rows.map(({ bytes }) => Buffer.from(bytes).toString().includes("Greenroom-History: s4lt"))).toEqual([
    true,
    false,
  ]);
  for (const [at, { id }] of rows.entries()) expect(others[at]?.id).not.toBe(id);
});

it("has a folder for each skill that has a form, and names the others", async () => {
  const rows = await buildCommits([title, arrives("a", 3), arrives("odd", 1)], building, toState);
  const newest = rows.at(-1);
  const made = { trees: new Map(), texts: new Map() };
  const rootFiles = newest?.rootFiles ?? {};
  expect(stateTree({ skills: stateAfter(rows).values(), rootFiles }, made)).toBe(newest?.tree);
  const entry = (tree: string | undefined, name: string) =>
    made.trees.get(tree ?? "")?.find((one: { name: string }) => one.name === name);
  const skills = entry(newest?.tree, "skills")?.id;
  expect(entry(skills, "a")?.mode).toBe("40000");
  expect(entry(skills, "odd")).toBeUndefined();
  expect(rootFiles["README.md"]).toContain("- odd, version 1: It is odd (odd)");
  const own = new Map();
  const folder = own.get(skillTree(files, own));
  expect(folder.map(({ mode, name }: { mode: string; name: string }) => `${mode} ${name}`)).toEqual([
    "100644 SKILL.md",
    "40000 references",
    "40000 scripts",
  ]);
});
