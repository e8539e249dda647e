import { expect, it } from "vitest";
import { runOn } from "@/lib/testing/batches";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { whyNotUndone } from "./batch-options";
import type { Act } from "./schema";

const { db } = testDatabase();

type Plain = Exclude<Act["kind"], "assign" | "unassign">;

/** Every act on one skill that finds something to do, and those before it that make it so. */
const acts = (person: string): { kind: Plain; act: Act; before?: Act }[] => {
  const label = { kind: "label", label: "stable", version: "latest" } as const;
  return [
    { kind: "publish", act: { kind: "publish", note: "" } },
    { kind: "request-review", act: { kind: "request-review", note: "", reviewers: [] } },
    { kind: "label", act: label, before: { kind: "publish", note: "" } },
    { kind: "archive", act: { kind: "archive" } },
    { kind: "unarchive", act: { kind: "unarchive" }, before: { kind: "archive" } },
    { kind: "add-maintainer", act: { kind: "add-maintainer", person } },
    {
      kind: "remove-maintainer",
      act: { kind: "remove-maintainer", person },
      before: { kind: "add-maintainer", person },
    },
    { kind: "delete", act: { kind: "delete", confirm: "1" } },
  ];
};

it("answers with what takes an act back exactly where its dialog promises that", async () => {
  const context = await aContext(db);
  const author = await aColleague(context, "author");
  for (const [at, { kind, act, before }] of acts(author.actor.userId).entries()) {
    const name = `skill-${at}`;
    await aPackage(context, { name });
    const bypassReason = "Nobody else is here to approve it.";
    const withReason = (one: Act): Act => (one.kind === "publish" ? { ...one, bypassReason } : one);
    if (before) await runOn(context, [name], withReason(before));
    const { items } = await runOn(context, [name], withReason(act));
    expect(items.map(({ outcome, problem }) => [kind, outcome, problem])).toEqual([
      [kind, "done", undefined],
    ]);
    expect([kind, (items[0]?.undo ?? []).length > 0]).toEqual([kind, whyNotUndone[kind] === null]);
  }
});
