import { expect, it } from "vitest";
import { z } from "zod";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";

const { db } = testDatabase();
const skill = "deploy-tools";

/** Somebody who has left a trace everywhere, and the one who stays. */
async function aBusyMember(name: string) {
  const owner = await aContext(db, { name: "Olga" });
  const ines = await aColleague(owner, "admin", name);
  const base = `/workspaces/${owner.workspace.slug}`;
  const cookies = { owner: await sessionCookie(owner), ines: await sessionCookie(ines) };
  const asInes = async (method: string, path: string, body: object) => {
    const response = await callApi(method, `${base}${path}`, { cookie: cookies.ines, body });
    expect(response.status, `${method} ${path}: ${await response.clone().text()}`).toBeLessThan(300);
    return z.looseObject({}).parse(await response.json());
  };
  await asInes("post", "/skills", { name: skill });
  const { digest, revision } = await asInes("post", `/skills/${skill}/draft/changes`, {
    baseRevision: 1,
    changes: [
      { op: "write", path: "notes.md", text: "Mine.\n" },
      {
        op: "write",
        path: "SKILL.md",
        text: `---\nname: ${skill}\ndescription: Deploys. Use when asked.\n---\n`,
      },
    ],
  });
  const review = await asInes("post", `/skills/${skill}/reviews`, { title: "First" });
  const number = z.number().parse(review.number);
  await asInes("post", "/threads", { review: number, anchor: { kind: "general" }, body: "Look here" });
  await db.reviewPolicy.create({
    data: {
      workspaceId: owner.workspace.id,
      approvals: 0,
      openThreadsBlock: false,
      updatedById: owner.actor.userId,
    },
  });
  await asInes("post", `/skills/${skill}/versions`, { revision, digest, note: "First" });
  const { slug } = await asInes("post", "/agents", { name: "Desk" });
  await asInes("patch", `/agents/${slug}`, { baseRevision: 1, instructions: "Help." });
  const conversation = await asInes("post", "/conversations", { agent: slug });
  await asInes("post", `/conversations/${conversation.id}/runs`, { message: "Hello" });
  await asInes("post", "/keys", { name: "CI", scopes: ["read"] });
  await asInes("post", "/invitations", { role: "viewer", email: "new@example.test" });
  const traces = {
    skills: "/skills",
    skill: `/skills/${skill}`,
    versions: `/skills/${skill}/versions`,
    version: `/skills/${skill}/versions/1`,
    review: `/reviews/${number}`,
    reviews: "/reviews?filter=ended",
    threads: `/threads?review=${number}`,
    revisions: `/agents/${slug}/revisions`,
    conversations: "/conversations",
    conversation: `/conversations/${conversation.id}`,
    keys: "/keys",
    invitations: "/invitations",
    audit: "/audit",
  };
  return { owner, ines, base, cookie: cookies.owner, traces };
}

it("whoever is removed stays named in everything they did, and is listed as a member no more", async () => {
  const name = "Ines of the test";
  const { owner, ines, base, cookie, traces } = await aBusyMember(name);
  await removeMember(owner, { member: ines.actor.userId });
  for (const [what, path] of Object.entries(traces)) {
    const response = await callApi("get", `${base}${path}`, { cookie });
    const text = await response.text();
    expect(response.status, `${what}: ${text}`).toBe(200);
    expect(text, what).toContain(name);
    expect(text, what).not.toMatch(/Somebody who left|Former member/);
  }
  const members = await callApi("get", `${base}/members`, { cookie });
  expect(await members.text()).not.toContain(name);
  const keys = await (await callApi("get", `${base}/keys`, { cookie })).json();
  expect(keys).toMatchObject({ items: [{ state: "revoked" }] });
});
