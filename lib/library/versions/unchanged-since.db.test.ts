import { describe, expect, it } from "vitest";
import { z } from "zod";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { requestReview } from "@/lib/reviews/commands/request-review";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { changeDraft } from "../commands/change-draft";
import { renameSkill } from "../commands/rename-skill";
import { restoreVersion } from "../commands/restore-version";
import { withdrawVersion } from "../commands/withdraw-version";
import type { DraftChange } from "../drafts/draft-schema";
import { getDraft } from "../drafts/get-draft";
import { getSkill } from "../get-skill";
import { listSkills } from "../list-skills";
import { findUnchangedSince } from "./unchanged-since";

const { db } = testDatabase();
const skill = "pdf-tools";

async function aSkill() {
  const context = await aContext(db);
  const { skillId } = await aPackage(context, {
    name: skill,
    files: { "scripts/run.sh": "echo\n", "notes.md": "v1" },
    publishNote: "First",
  });
  const save = async (change: DraftChange) => {
    const { revision } = await getDraft(context, { skill });
    return changeDraft(context, { skill, baseRevision: revision, changes: [change] });
  };
  const note = (text: string) => save({ op: "write", path: "notes.md", text });
  const publish = async () => {
    const { revision, digest } = await getDraft(context, { skill });
    return publishSkill(context, { skill, revision, digest, note: "Next" });
  };
  const publishTwice = async () => {
    for (const text of ["v2", "v3"]) {
      await note(text);
      await publish();
    }
  };
  const withdraw = (number: number) => withdrawVersion(context, { skill, number, reason: "It is wrong" });
  const restore = async (number: number) => {
    const { revision } = await getDraft(context, { skill });
    return restoreVersion(context, { skill, number, baseRevision: revision });
  };
  const run = (executable: boolean) => save({ op: "set-executable", path: "scripts/run.sh", executable });
  return { context, skillId, note, publish, publishTwice, withdraw, restore, run };
}
type Skill = Awaited<ReturnType<typeof aSkill>>;

/** What has been done to a skill with one version and a draft like it, and the version its draft is then. */
const histories: [string, (skill: Skill) => Promise<unknown>, number | null][] = [
  ["nothing since it was published", async () => undefined, 1],
  ["a file was changed", ({ note }) => note("other"), null],
  [
    "a file was changed and changed back",
    async ({ note }) => {
      await note("other");
      await note("v1");
    },
    1,
  ],
  ["a file was made executable", ({ run }) => run(true), null],
  [
    "a file was made executable and taken back",
    async ({ run }) => {
      await run(true);
      await run(false);
    },
    1,
  ],
  ["its only version was withdrawn", ({ withdraw }) => withdraw(1), 1],
  [
    "the newest was withdrawn, the draft is still it",
    async ({ publishTwice, withdraw }) => {
      await publishTwice();
      await withdraw(3);
    },
    3,
  ],
  [
    "the newest was withdrawn, the draft is the one before it",
    async ({ publishTwice, withdraw, restore }) => {
      await publishTwice();
      await withdraw(3);
      await restore(2);
    },
    null,
  ],
  [
    "the draft is an older version",
    async ({ publishTwice, restore }) => {
      await publishTwice();
      await restore(1);
    },
    null,
  ],
];

/** The version that a refusal says the draft still is; null when it was not refused, or for another reason. */
const refusedFor = (work: Promise<unknown>): Promise<number | null> =>
  work.then(
    () => null,
    (error: unknown) => unchanged.safeParse(error).data?.details.version ?? null,
  );
const unchanged = z.object({ details: z.object({ reason: z.literal("unchanged"), version: z.number() }) });

describe("whether a draft is the newest version", () => {
  it.each(histories)("%s", async (_, bring, expected) => {
    const one = await aSkill();
    const { context, publish } = one;
    await bring(one);

    const [listed] = (await listSkills(context, {})).items;
    const detail = await getSkill(context, { skill });
    const draft = await getDraft(context, { skill });
    const told = [listed?.unchangedSince, detail.unchangedSince, draft.unchangedSince];
    expect(told).toEqual([expected, expected, expected]);

    expect(await refusedFor(requestReview(context, { skill, title: "Look" }))).toBe(expected);
    expect(await refusedFor(publish())).toBe(expected);
  });

  it("is null for what was never published", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: skill });
    expect(await getSkill(context, { skill })).toMatchObject({ state: "draft", unchangedSince: null });
  });

  it("has something new once the name, which the text says, is another", async () => {
    const { context } = await aSkill();
    await renameSkill(context, { skill, name: "pdf-kit" });
    expect(await getDraft(context, { skill: "pdf-kit" })).toMatchObject({ unchangedSince: null });
  });

  it("is answered by a save, for the revision that it made", async () => {
    const { note } = await aSkill();
    expect(await note("other")).toMatchObject({ unchangedSince: null });
    expect(await note("v1")).toMatchObject({ unchangedSince: 1 });
  });

  it("is nobody's who stands in another workspace", async () => {
    const { skillId } = await aSkill();
    expect(await findUnchangedSince(await aContext(db), skillId)).toBeNull();
  });
});
