import { describe, expect, it } from "vitest";
import { runBatch } from "@/lib/batches/commands/run-batch";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { createPackage } from "@/lib/library/writes/create-package";
import { placeholderDescription } from "@/lib/skills/placeholder-description";
import { stopsPublishing } from "@/lib/skills/stops-publishing";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { publishSkill } from "./commands/publish-skill";

const { db } = testDatabase();
const description = "description: Searches Slack. Use when somebody asks for a message.";

/** Drafts of the skill slack-search, with whether a version may be made of them. */
const drafts = {
  "the name that it has here": { text: `name: slack-search\n${description}`, passes: true },
  "no name at all": { text: description, passes: true },
  "a name that is kept under its slug": { text: `name: Slack Search\n${description}`, passes: false },
  "a name in other case": { text: `name: Slack-Search\n${description}`, passes: false },
  "another name": { text: `name: other\n${description}`, passes: false },
  "a name that is no text": { text: `name: [a]\n${description}`, passes: true },
  "the name in a width that compares the same": {
    text: `name: ${"slack-search".replace("s", "\uff53")}\n${description}`,
    passes: false,
  },
  "a warning": { text: `name: slack-search\n${description} Hi <b>`, passes: true },
  "a description that nobody wrote": {
    text: `name: slack-search\ndescription: ${placeholderDescription}`,
    passes: false,
  },
} as const;

describe.each(Object.entries(drafts))("a draft with %s", (_, { text, passes }) => {
  const aDraft = async () => {
    const context = await aContext(db);
    const files = [{ path: "SKILL.md", text: `---\n${text}\n---\n\nDo it.\n` }];
    await db.$transaction((tx) => createPackage({ ...context, db: tx }, { name: "slack-search", files }));
    return { context, draft: await getDraft(context, { skill: "slack-search" }) };
  };

  it("is refused exactly when a screen that shows its issues says so", async () => {
    const { context, draft } = await aDraft();
    const stopping = draft.issues.filter(stopsPublishing);
    const { revision, digest } = draft;
    const published = await publishSkill(context, { skill: "slack-search", revision, digest }).catch(
      (error: unknown) => error,
    );
    expect(stopping.length === 0).toBe(passes);
    if (passes) expect(published).toMatchObject({ number: 1 });
    else expect(published).toMatchObject({ code: "UNPROCESSABLE", details: { issues: stopping } });
  });

  it("is refused alike among many", async () => {
    const { context } = await aDraft();
    const wanted = { skills: { names: ["slack-search"] }, act: { kind: "publish" as const, note: "" } };
    for (const preview of [true, false]) {
      const { items } = await runBatch(context, { ...wanted, preview });
      expect(items.map(({ problem }) => problem?.code ?? null)).toEqual([passes ? null : "UNPROCESSABLE"]);
    }
  });
});
