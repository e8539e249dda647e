import { describe, expect, it } from "vitest";
import type { Notice } from "@/lib/notifications/schema";
import { agentRevisionsPath, rehearseAgentPath } from "./agent-paths";
import { noticePath } from "./inbox-paths";
import { eventPath, policyPath, reviewPath } from "./review-paths";
import { accountPath, instancePath, keysPath, membersPath } from "./settings-paths";
import { compareSkillPath, rehearseSkillPath, rulePath, skillActPath } from "./skill-paths";
import { comparePath, versionsPath } from "./version-paths";
import { apiReferencePath, roomPath } from "./workspace-paths";

describe("the addresses of a workspace", () => {
  it.each([
    [roomPath("acme", "inbox"), "/w/acme/inbox"],
    [apiReferencePath("acme"), "/w/acme/api-reference"],
    [keysPath("acme"), "/w/acme/settings/keys"],
    [membersPath("acme"), "/w/acme/settings/members"],
    [accountPath("acme"), "/w/acme/settings/account"],
    [instancePath("acme", "workspaces"), "/w/acme/settings/instance/workspaces"],
    [policyPath("acme"), "/w/acme/settings/reviews"],
    [rulePath("acme", "name-taken"), "/w/acme/settings/rules#name-taken"],
    [reviewPath("acme", 7), "/w/acme/reviews/7"],
    [eventPath("acme", { id: "c1", seq: 4 }), "/w/acme/playground/c1?event=4"],
    [agentRevisionsPath("acme", "desk", 2), "/w/acme/agents/desk/revisions?revision=2"],
    [rehearseAgentPath("acme", "desk"), "/w/acme/playground/new?agent=desk"],
    [versionsPath("acme", "notes", 3), "/w/acme/skills/notes/versions/3"],
    [
      comparePath("acme", "notes", { from: 1, to: "draft" }),
      "/w/acme/skills/notes/versions/compare?from=1&to=draft",
    ],
  ])("%s", (address, expected) => expect(address).toBe(expected));

  it("keep odd names of imported skills whole", () => {
    expect(skillActPath("acme", "a b/c", "publish")).toBe("/w/acme/skills/a%20b%2Fc?do=publish");
    const rehearsed = new URL(rehearseSkillPath("acme", "a&b"), "http://x");
    expect(Object.fromEntries(rehearsed.searchParams)).toEqual({ skill: "a&b" });
    const compared = new URL(
      compareSkillPath("acme", { skill: "a&b", agent: "desk", without: true }),
      "http://x",
    );
    expect(compared.pathname).toBe("/w/acme/playground/compare/new");
    expect(Object.fromEntries(compared.searchParams)).toEqual({ skill: "a&b", agent: "desk", without: "1" });
    expect(compareSkillPath("acme", { skill: "a", without: false })).toBe(
      "/w/acme/playground/compare/new?skill=a",
    );
  });
});

const skill = { id: "s1", name: "notes" };
const review = { number: 7, title: "Shorter" };
const told = (over: Partial<Extract<Notice, { kind: "commented" }>["data"]>): Notice => ({
  kind: "commented",
  data: { thread: "t1", excerpt: "", skill: null, review: null, conversation: null, ...over },
});
const conversation = (seq: number | null) => ({ id: "c1", title: "", seq });

describe("where a line of the inbox leads", () => {
  it.each<[Notice, string]>([
    [{ kind: "approved", data: { skill, review, note: "" } }, "/reviews/7"],
    [{ kind: "published", data: { skill, version: 3, note: "", review: null } }, "/skills/notes/versions/3"],
    [
      { kind: "import-finished", data: { import: "i1", sources: [], outcome: "done", stored: 1, failed: 0 } },
      "/skills/import/i1",
    ],
    [
      { kind: "source-conflict", data: { source: { id: "s1", name: "S" }, skills: ["a"], count: 1 } },
      "/settings/sources",
    ],
    [
      { kind: "source-failed", data: { source: { id: "s1", name: "S" }, failure: "timeout" } },
      "/settings/sources",
    ],
    [{ kind: "skill-offered", data: { share: "s1", workspace: "W", name: "a" } }, "/settings/sources"],
    [{ kind: "share-ended", data: { workspace: "W", skill } }, "/skills/notes"],
    [{ kind: "key-expiring", data: { key: "k1", name: "CI", expiresAt: "" } }, "/settings/keys"],
    [told({ skill, review, conversation: conversation(4) }), "/reviews/7?thread=t1"],
    [told({ skill, conversation: conversation(4) }), "/playground/c1?event=4&thread=t1"],
    [told({ conversation: conversation(null) }), "/playground/c1?thread=t1"],
    [told({ skill }), "/skills/notes"],
    [told({}), "/inbox"],
  ])("%j", (notice, path) => expect(noticePath("acme", notice)).toBe(`/w/acme${path}`));
});
