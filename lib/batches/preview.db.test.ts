import fc from "fast-check";
import pg from "pg";
import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { busChannel } from "@/lib/db/bus";
import { archiveSkill } from "@/lib/library/commands/archive-skill";
import { requestReview } from "@/lib/reviews/commands/request-review";
import { blockingText, fingerprintTables, previewOn, runOn, saveFile, undoAll } from "@/lib/testing/batches";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import type { RunBatch } from "./schema";

const { db, url } = testDatabase();

type Act = RunBatch["act"];
const states = ["draft", "published", "ahead", "archived", "broken", "blocked", "in-review", "gone"] as const;
type State = (typeof states)[number];

async function aSkillIn(context: Context, name: string, state: State): Promise<void> {
  if (state === "gone") return;
  const isNew = state === "draft" || state === "broken" || state === "blocked";
  const body = state === "blocked" ? blockingText : undefined;
  await aPackage(context, {
    name,
    ...(body ? { body } : {}),
    ...(isNew ? {} : { publishNote: "First" }),
  });
  if (state === "archived") await archiveSkill(context, { skill: name });
  if (state === "broken") await saveFile(context, name, { path: "SKILL.md", text: "" });
  if (state === "ahead" || state === "in-review")
    await saveFile(context, name, { path: "notes.md", text: "More.\n" });
  if (state === "in-review") await requestReview(context, { skill: name, title: "Open" });
}

/** A workspace of three people with two agents, and what can be asked of its skills. */
async function aWorkspace(skills: readonly State[]) {
  const owner = await aContext(db);
  const roles = ["viewer", "author", "reviewer", "admin"] as const;
  const people = new Map<string, Context>([["owner", owner]]);
  for (const role of roles) people.set(role, await aColleague(owner, role));
  const names = skills.map((_, at) => `skill-${at}`);
  for (const [at, state] of skills.entries()) await aSkillIn(owner, `skill-${at}`, state);
  const agents = [];
  for (const name of ["Desk", "Shop"]) agents.push((await createAgent(owner, { name })).id);
  const held = names.filter((_, at) => skills[at] !== "gone" && skills[at] !== "archived" && at % 2 === 0);
  if (held.length > 0) await runOn(owner, held, { kind: "assign", agents: agents.slice(0, 1) });
  const reviewer = people.get("reviewer")?.actor.userId ?? "";
  const acts: Act[] = [
    { kind: "publish" },
    { kind: "publish", bypassReason: "It is urgent" },
    { kind: "request-review", reviewers: [] },
    { kind: "request-review", reviewers: [reviewer], title: "Please" },
    { kind: "assign", agents },
    { kind: "assign", agents, follows: "draft", priority: 1 },
    { kind: "assign", agents: agents.slice(1), follows: "version", version: 1 },
    { kind: "assign", agents, follows: "label", label: "production", enabled: false },
    { kind: "unassign", agents },
    { kind: "label", label: "staging", version: "latest" },
    { kind: "label", label: "production", version: 1 },
    { kind: "unlabel", label: "staging" },
    { kind: "archive" },
    { kind: "unarchive" },
    { kind: "delete", confirm: String(names.length) },
    { kind: "add-maintainer", person: reviewer },
    { kind: "remove-maintainer", person: reviewer },
  ];
  return { owner, people, names, acts };
}

it("a preview of any act writes no row, changes none, and tells nobody", async () => {
  const { owner, names, acts } = await aWorkspace(states);
  const listener = new pg.Client({ connectionString: url });
  await listener.connect();
  const heard: (string | undefined)[] = [];
  listener.on("notification", ({ payload }) => heard.push(payload));
  await listener.query(`LISTEN ${busChannel}`);
  const before = await fingerprintTables(db);
  expect(Object.keys(before).length).toBeGreaterThan(30);
  let done = 0;
  for (const act of acts) {
    const report = await previewOn(owner, names, act);
    expect(report.preview).toBe(true);
    expect(report.items.map(({ skill }) => skill.name)).toEqual(names);
    done += report.counts.done;
    expect(await fingerprintTables(db), act.kind).toEqual(before);
  }
  // What was committed before is heard by now: a statement of the listener's own comes after it.
  await listener.query("SELECT 1");
  await listener.end();
  expect(heard).toEqual([]);
  expect(done).toBeGreaterThan(acts.length);
});

const asked = fc.record({
  skills: fc.array(fc.constantFrom(...states), { minLength: 1, maxLength: 6 }),
  steps: fc.array(
    fc.record({
      act: fc.nat(16),
      role: fc.constantFrom("viewer", "author", "reviewer", "admin", "owner"),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

it("a preview and the deed after it say the same, whoever asks and whatever was done before", async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ skills, steps }) => {
      const { people, names, acts } = await aWorkspace(skills);
      for (const { act: at, role } of steps) {
        const [asker, act] = [people.get(role), acts[at]];
        if (!asker || !act) throw new Error("The cast is not complete.");
        const outcome = (run: typeof runOn) =>
          run(asker, names, act).then(
            ({ items, counts }) => ({ items, counts }),
            (error: unknown) => String(error),
          );
        const preview = await outcome(previewOn);
        expect(await outcome(runOn), `${act.kind} as ${role}`).toEqual(preview);
      }
    }),
    { numRuns: 12, seed: 20261122 },
  );
});

it("what is taken back is what it was", async () => {
  const { owner, names, acts } = await aWorkspace(["published", "ahead", "published", "draft", "archived"]);
  /** All of it but moments and the ids of rows. */
  const look = async () => {
    const where = { workspaceId: owner.workspace.id };
    const [assignments, labels, skills, maintainers] = await Promise.all([
      db.assignment.findMany({
        where,
        orderBy: [{ agentId: "asc" }, { priority: "asc" }],
        omit: { createdAt: true },
      }),
      db.label.findMany({
        where,
        orderBy: [{ skillId: "asc" }, { name: "asc" }],
        select: { skillId: true, name: true, versionId: true },
      }),
      db.skill.findMany({ where, orderBy: { id: "asc" }, select: { name: true, archivedAt: true } }),
      db.skillMaintainer.findMany({ where, select: { skillId: true, userId: true } }),
    ]);
    const archived = skills.map(({ name, archivedAt }) => [name, archivedAt !== null]);
    return { assignments, labels, archived, maintainers };
  };
  let taken = 0;
  for (const act of acts) {
    if (act.kind === "delete" || act.kind === "publish" || act.kind === "request-review") continue;
    const before = await look();
    const report = await runOn(owner, names, act);
    if (report.counts.done === 0) continue;
    taken += 1;
    const undone = await undoAll(owner, report);
    expect(undone.counts, act.kind).toMatchObject({ done: report.counts.done, refused: 0 });
    expect(await look(), act.kind).toEqual(before);
  }
  expect(taken).toBeGreaterThan(6);
});
