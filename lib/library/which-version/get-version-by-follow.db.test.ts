import fc from "fast-check";
import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSkill } from "@/lib/testing/skills";
import { listLabels } from "../labels/list-labels";
import { listSkills } from "../list-skills";
import { listSkillMetadata } from "../read-packages";
import { getVersionByFollow } from "./get-version-by-follow";
import { type Follow, latestOf, resolveFollow, type SkillState } from "./resolve-follow";

const { db } = testDatabase();
const labels = ["stable", "beta"];
const numbers = fc.nat({ max: 5 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant("publish" as const) }) },
  fc.record({ act: fc.constant("withdraw" as const), at: numbers }),
  fc.record({ act: fc.constant("move" as const), at: numbers, label: fc.constantFrom(...labels) }),
  fc.record({ act: fc.constant("unlabel" as const), label: fc.constantFrom(...labels) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Plays what people did to a skill; a version that is not there (yet) is left alone. */
async function play(context: Context, skillId: string, steps: readonly Step[]): Promise<void> {
  const workspaceId = context.workspace.id;
  const person = context.actor.userId;
  const ids: string[] = [];
  for (const one of steps) {
    if (one.act === "publish") {
      const number = ids.length + 1;
      const digest = number.toString(16).padStart(64, "0");
      const tokens = { metadataTokens: number, instructionTokens: 1, resourceTokens: 0 };
      const described = { name: "followed", description: `Number ${number}.`, note: "", size: 0 };
      const data = { workspaceId, skillId, number, digest, authorId: person, ...tokens, ...described };
      ids.push((await db.version.create({ data })).id);
      continue;
    }
    if (one.act === "unlabel") {
      await db.label.deleteMany({ where: { skillId, name: one.label } });
      continue;
    }
    const versionId = ids[one.at % Math.max(ids.length, 1)];
    if (versionId === undefined) continue;
    if (one.act === "withdraw") {
      const data = { versionId, skillId, workspaceId, reason: "It leaks.", withdrawnById: person };
      await db.versionWithdrawal.createMany({ data, skipDuplicates: true });
    } else {
      const { label: name } = one;
      await db.label.upsert({
        where: { skillId_name: { skillId, name } },
        create: { workspaceId, skillId, name, versionId },
        update: { versionId },
      });
    }
  }
}

/** All that is stored of a skill, for the decider alone. */
async function readWhole(skillId: string, by: string): Promise<SkillState> {
  const skill = await db.skill.findUniqueOrThrow({
    where: { id: skillId },
    include: { draft: true, labels: true, versions: { include: { withdrawal: true } } },
  });
  return {
    draft: skill.draft,
    labels: skill.labels,
    versions: skill.versions.map(({ withdrawal, ...version }) => ({
      ...version,
      withdrawal: withdrawal && { by, reason: withdrawal.reason },
    })),
  };
}

it("finds in the database what the decider says of all that is stored, after any history", async () => {
  const context = await aContext(db, { name: "Ines" });

  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      count += 1;
      const name = `followed-${count}`;
      const { id: skillId } = await aSkill(context, { name });
      await play(context, skillId, steps);
      const whole = await readWhole(skillId, "Ines");
      const asked: Follow[] = [
        { follows: "latest", label: null, versionId: null },
        { follows: "draft", label: null, versionId: null },
        ...labels.map((label) => ({ follows: "label" as const, label, versionId: null })),
        ...whole.versions.map(({ id }) => ({ follows: "version" as const, label: null, versionId: id })),
      ];
      for (const follow of asked) {
        const decided = resolveFollow(follow, whole);
        const found = await getVersionByFollow(context, { skillId, ...follow });
        expect(found.ok ? found.value : found.error).toEqual(
          decided.kind === "none" ? decided : { skillId, name, ...decided },
        );
      }
      const latest = latestOf(whole.versions);
      const [metadata] = await listSkillMetadata(context, { skillIds: [skillId] });
      expect(metadata?.latest?.number).toBe(latest?.number);
      expect((await listLabels(context, { skill: name })).latest).toBe(latest?.number ?? null);
      const state = latest ? "draft-ahead" : whole.versions.length > 0 ? "withdrawn" : "draft";
      const [listed] = (await listSkills(context, { state, name })).items;
      expect(listed).toMatchObject({ name, latestVersion: latest?.number ?? null, state });
    }),
    { numRuns: 40 },
  );
});

it("finds nothing of a skill of elsewhere", async () => {
  const { id: skillId } = await aSkill(await aContext(db), { name: "theirs", versions: 1 });
  const here = await aContext(db);
  expect(await getVersionByFollow(here, { skillId, follows: "latest" })).toEqual({
    ok: false,
    error: { kind: "none", reason: "There is no such skill here." },
  });
});
