import type { Context } from "@/lib/access/context";
import { aContext } from "../contexts";
import { aSkill } from "../skills";

type Agent = { id: string; slug: string };

/**
 * One row of each kind that takes more than a call of the API to come about, in the workspace of `context`; resolves
 * to their ids by the names that paths have for them.
 */
export async function storedRows(context: Context, agent: Agent) {
  const { db, workspace, actor } = context;
  const own = { workspaceId: workspace.id, createdById: actor.userId };
  const staged = await db.import.create({ data: { ...own, state: "done", sources: [] } });
  const model = await db.modelConnection.create({
    data: {
      ...own,
      name: `Model of ${workspace.slug}`,
      provider: "compatible",
      modelId: "large",
      windowTokens: 8_000,
    },
  });
  const comparison = await db.comparison.create({
    data: {
      ...own,
      title: "Secret",
      columns: { create: [0, 1].map((column) => ({ ...own, title: "Secret", overlay: [], column })) },
    },
  });
  const key = await db.apiKey.create({
    data: {
      ...own,
      name: "Secret",
      prefix: "grk_",
      hash: workspace.id,
      userId: actor.userId,
      scopes: ["read"],
    },
  });
  const line = await db.notification.create({
    data: {
      workspaceId: workspace.id,
      userId: actor.userId,
      kind: "key-expiring",
      data: { key: key.id, name: "Secret", expiresAt: new Date(0).toISOString() },
    },
  });
  const invitation = await db.invitation.create({
    data: { ...own, tokenHash: workspace.id, role: "viewer", expiresAt: new Date(Date.now() + 1e6) },
  });
  const served = await storedSession(context, agent, key.id);
  const improvement = await storedImprovement(context, agent, model);
  const share = await storedShare(context);
  return {
    share: share.id,
    import: staged.id,
    model: model.id,
    comparison: comparison.id,
    key: key.id,
    invitation: invitation.id,
    notification: line.id,
    session: served.id,
    served: served.id,
    improvement: improvement.id,
  };
}

/** What another workspace offers to that of `context`. */
async function storedShare({ db, workspace }: Context) {
  const giver = await aContext(db);
  const skill = await aSkill(giver, { name: `offered-to-${workspace.slug}`, versions: 1 });
  const from = { workspaceId: giver.workspace.id, skillId: skill.id, sharedById: giver.actor.userId };
  return db.skillShare.create({ data: { ...from, receiverId: workspace.id, follows: "latest" } });
}

const storedSession = ({ db, workspace }: Context, agent: Agent, keyId: string) =>
  db.servedSession.create({
    data: {
      workspaceId: workspace.id,
      agentId: agent.id,
      keyId,
      via: "rest",
      dialect: "standard",
      mode: "inline",
      pinned: {},
      startedAt: new Date(),
      lastAt: new Date(),
    },
  });

const storedImprovement = (
  { db, workspace, actor }: Context,
  agent: Agent,
  model: { id: string; name: string },
) =>
  db.improvement.create({
    data: {
      workspaceId: workspace.id,
      kind: "shorten",
      state: "done",
      agentId: agent.id,
      agentSlug: agent.slug,
      agentName: "Secret",
      dialect: "standard",
      dialectName: "Standard",
      modelId: model.id,
      modelName: model.name,
      modelKind: "live",
      proposerId: model.id,
      proposerName: model.name,
      proposerKind: "live",
      repeats: 1,
      wanted: 1,
      plan: { agentRevision: 1, subjects: [], suites: [], siblings: [], unwatched: [] },
      startedById: actor.userId,
      createdAt: new Date(),
    },
  });
