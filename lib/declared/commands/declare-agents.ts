import "server-only";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { describeChange } from "@/lib/agents/describe-change";
import { findAgent, listDeclaredAgents } from "@/lib/agents/find-declared";
import type { Agent, AssignmentInput } from "@/lib/agents/schema";
import { markDeclared } from "@/lib/agents/writes/mark-declared";
import { snapshotOf } from "@/lib/agents/writes/record-revision";
import { dialectHeads } from "@/lib/dialects/dialect-heads";
import { AppError } from "@/lib/kernel/app-error";
import { skillSlug } from "@/lib/skills/skill-slug";
import type { ModelsByName } from "../find-models-by-name";
import { requireFree } from "../require-free";
import type { DeclaredAgent, DeclaredItem } from "../schema";

type Declaring = {
  agent: DeclaredAgent;
  file: string;
  models: ModelsByName;
  /** Addresses that the file has named so far; this one's is added. */
  named: Set<string>;
};

/** Makes one agent what the file says, or makes it. Throws what its commands throw. */
export async function declareAgent(
  context: Context,
  { agent: declared, file, models, named }: Declaring,
): Promise<DeclaredItem> {
  const { skills, ...given } = declared;
  const slug = skillSlug(given.name);
  if (named.has(slug)) throw new AppError("UNPROCESSABLE", `${given.name} stands in the file twice.`);
  named.add(slug);
  const fields = {
    ...given,
    mode: given.mode ?? dialectHeads[given.dialect].modes[0],
    model: models(given.model),
    routerModel: given.routerModel === null ? null : models(given.routerModel),
  };
  const before = await findAgent(context, slug);
  if (!before) {
    const made = await createAgent(context, { ...fields, assignments: skills });
    await markDeclared(context, made.id, file);
    return itemOf(made, "created", "");
  }
  requireFree(before.name, before.declaredIn, file);
  // What is kept in a file is closed to everybody's commands, so it is opened for these.
  if (before.declaredIn !== null) await markDeclared(context, before.id, null);
  const edited = await editAgent(context, { agent: slug, baseRevision: before.revision, ...fields });
  const after = sameSkills(edited, skills)
    ? edited
    : await setAssignments(context, { agent: slug, baseRevision: edited.revision, items: skills });
  await markDeclared(context, before.id, file);
  const summary = describeChange(snapshotOf(before), snapshotOf(after));
  if (summary !== "") return itemOf(after, "changed", summary);
  return itemOf(after, before.declaredIn === null ? "taken-over" : "unchanged", "");
}

const itemOf = ({ name, slug }: Agent, outcome: DeclaredItem["outcome"], summary: string): DeclaredItem => ({
  kind: "agent",
  name,
  slug,
  outcome,
  summary,
  needs: "",
  place: "",
});

function sameSkills({ assignments }: Agent, wanted: readonly AssignmentInput[]): boolean {
  const asked = assignments.map(({ skill, enabled, follows, label, version }) => [
    skill,
    enabled,
    follows,
    label,
    version,
  ]);
  const said = wanted.map(({ skill, enabled = true, follows, label = null, version = null }) => [
    skill,
    enabled,
    follows,
    label,
    version,
  ]);
  return JSON.stringify(asked) === JSON.stringify(said);
}

/** Agents that were kept in this file, which names them no longer, stay as they are and are people's again. */
export async function letGoOfAgents(
  context: Context,
  file: string,
  named: readonly string[],
): Promise<DeclaredItem[]> {
  const items: DeclaredItem[] = [];
  for (const { id, name, slug } of await listDeclaredAgents(context, file)) {
    if (named.includes(slug)) continue;
    await markDeclared(context, id, null);
    items.push({ kind: "agent", name, slug, outcome: "let-go", summary: "", needs: "", place: "" });
  }
  return items;
}
