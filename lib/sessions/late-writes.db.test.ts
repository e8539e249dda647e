import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeRole } from "@/lib/auth/commands/change-role";
import { deleteWorkspace } from "@/lib/auth/commands/delete-workspace";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { startRun } from "@/lib/playground/start-run";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTriageConversation, rehearse } from "@/lib/testing/sessions/rehearsals";
import { createConversation, deleteConversation, stopRun, updateConversation } from "./commands";
import { answerToolCall } from "./commands/answer-tool-call";
import { deleteComparison, insertComparison, updateComparison } from "./commands/change-comparison";
import { createBranch } from "./commands/create-branch";
import { openRecording } from "./commands/open-recording";
import { deleteFeedback, putFeedback } from "./commands/put-feedback";
import { exportRecording } from "./export-recording";

const { db } = testDatabase();
const hello = { message: "Hello there" };

/** A shared conversation with a run, a comparison, and somebody who may do everything with both. */
async function aPlace() {
  const owner = await aContext(db);
  const { id: conversation, agent } = await aTriageConversation(owner);
  const { run } = await rehearse(owner, conversation, hello.message);
  const file = await exportRecording(owner, { conversation, run: run.id });
  const column = { agentId: agent?.id ?? "", overlay: [] };
  const compared = { title: "Two", shared: true, columns: [column, column] };
  const { id: comparison } = await insertComparison(owner, compared);
  const where = { conversation, run: run.id };
  const writes: Record<string, (late: Context) => Promise<unknown>> = {
    createConversation: (late) => createConversation(late, { agent: agent?.slug ?? "" }),
    updateConversation: (late) => updateConversation(late, { conversation, shared: false }),
    deleteConversation: (late) => deleteConversation(late, conversation),
    stopRun: (late) => stopRun(late, where),
    startRun: (late) => startRun(late, { conversation, ...hello }),
    createBranch: (late) => createBranch(late, { conversation, fromSeq: 0 }),
    putFeedback: (late) => putFeedback(late, { ...where, verdict: "up" }),
    deleteFeedback: (late) => deleteFeedback(late, where),
    answerToolCall: (late) => answerToolCall(late, { ...where, callId: "call", result: "typed" }),
    openRecording: (late) => openRecording(late, file),
    insertComparison: (late) => insertComparison(late, compared),
    updateComparison: (late) => updateComparison(late, { comparison, shared: false }),
    deleteComparison: (late) => deleteComparison(late, comparison),
  };
  return { owner, conversation, comparison, writes };
}

describe("what somebody began to write in the playground", () => {
  it("does not land after they were removed", async () => {
    const { owner, writes } = await aPlace();
    const late = await aColleague(owner, "admin");
    await removeMember(owner, { member: late.actor.userId });
    for (const [name, write] of Object.entries(writes))
      await expect(write(late), name).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await db.audit.count({ where: { actorId: late.actor.userId } })).toBe(0);
  });

  it("does not land after their sign-in was ended", async () => {
    const { owner, writes } = await aPlace();
    const colleague = await aColleague(owner, "admin");
    const late = { ...colleague, actor: { ...colleague.actor, sessionId: crypto.randomUUID() } };
    for (const [name, write] of Object.entries(writes))
      await expect(write(late), name).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("does not land as an admin's after they have become a viewer", async () => {
    const { owner, conversation, comparison } = await aPlace();
    const late = await aColleague(owner, "admin");
    await changeRole(owner, { member: late.actor.userId, role: "viewer" });
    for (const attempt of [
      () => updateConversation(late, { conversation, shared: false }),
      () => deleteConversation(late, conversation),
      () => updateComparison(late, { comparison, shared: false }),
      () => deleteComparison(late, comparison),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("is told that the workspace is not there any more", async () => {
    const { owner, writes } = await aPlace();
    await deleteWorkspace(owner, { confirmName: owner.workspace.name });
    for (const [name, write] of Object.entries(writes))
      await expect(write(owner), name).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
