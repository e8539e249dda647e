import fs from "node:fs";
import { scriptedRequest } from "../lib/testing/hosts/host-requests";
import { openCommits } from "../lib/testing/servers/git-commits";
import type { GitRemote } from "../lib/testing/servers/git-remote";
import type { WorkspaceApi } from "./api";
import { expect } from "./journey";
import { tidePackage, zipOf } from "./packages";
import { invitePerson } from "./second-person";

const { name: skill } = tidePackage();
const agent = "release-desk";
const message = "/release-notes Read references/tone.md";
const origin = process.env.E2E_BASE_URL ?? "http://127.0.0.1:3000";

type Area = {
  /** Stores something for each page to show; answers with what the pages' addresses name. */
  store: (api: WorkspaceApi) => Promise<Record<string, unknown>>;
  /** Addresses in the workspace; `:id` stands for what was stored under that name. */
  pages: string[];
};

/** Every page behind the sign-in. */
export const areas: Record<string, Area> = {
  "skills and agents": {
    store: async (api) => {
      await storePublished(api);
      await storeFinding(api);
      const { items } = await api.get("/imports");
      const [first] = Array.isArray(items) ? items : [];
      return { import: first?.id, waiting: await storeWaitingImport(api) };
    },
    pages: [
      "skills",
      "skills/import",
      "skills/import/:import",
      "skills/import/:waiting",
      `skills/${skill}`,
      "skills/rollout-check?view=findings",
      `skills/${skill}/edit`,
      `skills/${skill}/versions`,
      `skills/${skill}/versions/1`,
      `skills/${skill}/versions/compare?from=none&to=1`,
      "agents",
      `agents/${agent}`,
      `agents/${agent}/revisions`,
      `agents/${agent}/shorten`,
    ],
  },
  "the playground and reviews": {
    store: async (api) => {
      const review = await storeReview(api);
      const conversation = await api.post("/conversations", { agent });
      await rehearse(api, conversation.id);
      const columns = [{ agent }];
      const comparison = await api.post("/comparisons", { message, columns, without: "release-notes" });
      const live = await storeLiveSession(api);
      const served = await storeServedSession(api);
      await storeSuiteRun(api);
      return { review, conversation: conversation.id, comparison: comparison.id, live, served };
    },
    pages: [
      "playground",
      "playground/new",
      "playground/:conversation",
      "playground/compare",
      "playground/compare/new",
      "playground/compare/:comparison",
      "playground/live",
      "playground/live/:live",
      "playground/delivered/:served",
      "reviews",
      "reviews?filter=ended",
      "reviews/:review",
      "reviews/:review?tab=discussion",
      "reviews/:review?tab=rehearsals",
      "reviews/:review?tab=proof",
      "skills/next-version/proof",
      "skills/next-version/proof?tab=hosts",
      "skills/next-version/proof?tab=runs",
      "skills/next-version/proof?tab=history",
      "skills/next-version/proof?tab=edit",
      "skills/next-version/proof/1",
      "skills/next-version/proof/effect",
      "skills/next-version/proof/improve",
      "skills/rollout-check/proof",
    ],
  },
  "the settings": {
    store: async (api) => {
      await storePublished(api);
      await storePeople(api);
      await api.post("/sources", { name: "Runbooks", url: "https://skills.example/runbooks.git" });
      return {};
    },
    pages: [
      "settings",
      "settings/account",
      "settings/addresses",
      "settings/audit",
      "settings/caches",
      "settings/configuration",
      "settings/directories",
      "settings/hosts",
      "settings/keys",
      "settings/members",
      "settings/models",
      "settings/reviews",
      "settings/rules",
      "settings/sources",
    ],
  },
  "the installation, and what is left": {
    store: async (api) => {
      await storePublished(api);
      return {};
    },
    pages: [
      "settings/instance",
      "settings/instance/audit",
      "settings/instance/workspaces",
      "inbox",
      "activity",
      "radar",
      "api-reference",
    ],
  },
};

/** Fills an area's pages in a workspace; answers with their addresses. */
export async function storePages(api: WorkspaceApi, { store, pages }: Area): Promise<string[]> {
  const stored = await store(api);
  return pages.map(
    (path) => `/w/${api.slug}/${path.replace(/:(\w+)/, (_, name: string) => String(stored[name]))}`,
  );
}

/** The routes behind the sign-in, each as the pattern of its address in a workspace. */
export function routesOfWorkspace(): RegExp[] {
  const root = "app/(studio)/w/[workspace]";
  return fs
    .globSync(`${root.replace(/[[\]()]/g, "?")}/**/page.tsx`)
    .map((file) => file.slice(root.length + 1, -"/page.tsx".length))
    .map((route) => new RegExp(`^${route.replaceAll(/\[\w+\]/g, "[^/]+")}(\\?|$)`));
}

/** A session of a scripted host with one request that Rehearsal answered; answers with its id. */
async function storeLiveSession(api: WorkspaceApi): Promise<unknown> {
  const { address } = await api.post("/gateway/keys", { name: "Laptop" });
  const skills = [{ name: "release-notes", description: "Writes release notes." }];
  const body = JSON.stringify(scriptedRequest("messages", { skills, message, calls: [] }));
  const headers = { "content-type": "application/json" };
  await (await fetch(`${address}/v1/messages`, { method: "POST", headers, body })).text();
  const first = async () => {
    const { items } = await api.get("/gateway/sessions");
    return Array.isArray(items) ? items[0]?.id : undefined;
  };
  await expect.poll(first).toBeDefined();
  return first();
}

/** A session of an agent's own program with two calls; answers with its id. */
async function storeServedSession(api: WorkspaceApi): Promise<unknown> {
  const { key } = await api.post("/keys", { name: "Desk", scopes: ["deliver"], agent });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const ask = async (path: string, body: object) => {
    const address = `${origin}/api/v1/workspaces/${api.slug}/agents/${agent}/sessions${path}`;
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    expect(answer.ok, path).toBe(true);
    return answer.json();
  };
  const { session } = await ask("", { message, client: "desk.py" });
  for (const name of ["release-notes", "no-such-skill"])
    await ask(`/${session.id}/calls`, { tool: "activate_skill", arguments: { name } });
  return session.id;
}

/** A suite of two cases, published, and its first run, in two hosts, by Rehearsal. */
async function storeSuiteRun(api: WorkspaceApi): Promise<void> {
  const one = "/skills/next-version";
  const { revision } = await api.get(`${one}/suites/trigger`);
  const cases = [
    { query: "Do customers sleep on the moon?", expected: { kind: "skill", name: "next-version" } },
    { query: "/release-notes for 1.2", expected: { kind: "not-this" } },
  ];
  await api.put(`${one}/suites/trigger`, { revision, cases });
  await api.publish("next-version");
  const dialects = ["standard", "claude-code"];
  await api.post(`${one}/suite-runs`, { agent, model: "rehearsal", dialects, repeats: 2 });
  await expect
    .poll(async () => (await api.get(`${one}/suite-runs/1`)).state, { timeout: 60_000 })
    .toBe("done");
}

/** A package of somebody's own, as version 1. */
export async function storePublished(api: WorkspaceApi): Promise<void> {
  await api.importPackage(tidePackage());
  await api.publish(skill);
}

/** A finding that blocks an example's draft. Put together here, so that no scanner takes this file for a leak. */
async function storeFinding(api: WorkspaceApi): Promise<void> {
  const text = `The key was ${["glpat", "q7Rk2mZp9Xw4Tn8Vb3Lc"].join("-")}.\n`;
  await api.edit("rollout-check", { "references/key.md": text });
}

/** Somebody else, a group of nobody, and an invitation that waits. */
async function storePeople(api: WorkspaceApi): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(await invitePerson(api, { name: "Ada", role: "author" }));
  const joined = await fetch(`${origin}/api/v1/invitations/accept`, { method: "POST", headers, body });
  expect(joined.status, await joined.text()).toBe(201);
  await api.post("/groups", { name: "Pilots" });
  await api.post("/invitations", { role: "viewer" });
}

/** A source whose skill was edited there and here since the sync before the last one. */
export async function storeConflict(api: WorkspaceApi, remote: GitRemote): Promise<void> {
  const { name, files } = tidePackage();
  const file = `skills/${name}/SKILL.md`;
  const text = files["SKILL.md"] ?? "";
  const commit = await openCommits(remote);
  await commit({ [file]: text });
  const { id } = await api.post("/sources", { name: "Runbooks", url: remote.url });
  await api.post(`/sources/${id}/sync`, {});
  await api.edit(name, { "SKILL.md": `${text}Mine.\n` });
  await commit({ [file]: `${text}Theirs.\n` });
  await api.post(`/sources/${id}/sync`, {});
}

/** An import that waits for a decision: its package has the name of one that is here, and other text. */
async function storeWaitingImport(api: WorkspaceApi): Promise<string> {
  const { name, files } = tidePackage();
  const changed = { ...files, "SKILL.md": `${files["SKILL.md"]}More.\n` };
  const id = await api.upload("again.zip", await zipOf({ name, files: changed }));
  await api.untilImport(id, "ready");
  return id;
}

/** A review of an example's draft with threads on the whole, a line and an event of a rehearsal; answers with its number. */
export async function storeReview(api: WorkspaceApi): Promise<unknown> {
  const { text } = await api.get("/skills/release-notes/draft/file?path=SKILL.md");
  const added = `${text}Keep it short.\n`;
  const { digest } = await api.edit("release-notes", { "SKILL.md": added });
  const { number } = await api.post("/skills/release-notes/reviews", { title: "Shorter notes" });
  const { conversationId } = await api.post(`/reviews/${number}/rehearsals`, { agent });
  await rehearse(api, conversationId);
  const line = added.split("\n").length - 1;
  const place = { side: "new", path: "SKILL.md", startLine: line, endLine: line };
  for (const about of [
    { anchor: { kind: "general" } },
    { anchor: { kind: "file", digest, ...place }, suggestion: "Keep it very short." },
    { anchor: { kind: "event", conversation: conversationId, seq: 1 } },
  ])
    await api.post("/threads", { review: number, body: "Is *this* what we want?", ...about });
  return number;
}

/** One exchange, to its end. */
async function rehearse(api: WorkspaceApi, conversation: unknown): Promise<void> {
  await api.post(`/conversations/${conversation}/runs`, { message });
  await expect
    .poll(async () => (await api.get(`/conversations/${conversation}`)).running, { timeout: 20_000 })
    .toBeNull();
}
