import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { standardDialect } from "@/lib/dialects/standard";
import { assemblePrompt } from "@/lib/runtime/assemble-prompt";
import type { SessionEvent } from "@/lib/runtime/events";
import type { SessionSkill } from "@/lib/runtime/session-setup";
import { SkillSession } from "@/lib/runtime/skill-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { aRunStarted, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { aSkill } from "@/lib/testing/skills";
import { RunLog } from "./adapters/run-log";
import { createConversation } from "./commands";
import { openRun } from "./commands/open-run";
import { listBranchEvents } from "./internal/read-events";

const { db } = testDatabase();
const names = ["triage", "notes"] as const;
const packages = Object.fromEntries(
  names.map((name) => [
    name,
    { "SKILL.md": `---\nname: ${name}\ndescription: D.\n---\n\nDo ${name} with $ARGUMENTS.` },
  ]),
);
const request = fc.record({
  server: fc.constantFrom(0, 1),
  name: fc.constantFrom(...names),
  args: fc.constantFrom("", "x"),
});
const action = fc.oneof(
  fc.record({
    kind: fc.constant("together" as const),
    requests: fc.array(request, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant("evict" as const), server: fc.constantFrom(0, 1) }),
);

/** One run on two servers: each has read the branch by itself and learns of the other's events from the database. */
async function twoServers() {
  const context = await aContext(db);
  const workspaceId = context.workspace.id;
  const { setup } = aSkillSession(packages);
  const skills: SessionSkill[] = [];
  for (const skill of setup.skills) {
    const { id } = await aSkill(context, { name: skill.ref.name });
    skills.push({ ...skill, ref: { ...skill.ref, skillId: id } });
  }
  const agent = await anAgentWith(context, []);
  const { id: conversation } = await createConversation(context, { agent });
  const started = aRunStarted("Help");
  const { log } = await openRun(context, { conversation, requestKey: null, owner: "both", started });
  if (!log) throw new Error("The run did not open.");
  const branch = { id: log.place.branchId, workspaceId };
  const servers = await Promise.all(
    [0, 1].map(async () => {
      const own = new RunLog(db, log.place, "both", await listBranchEvents({ db }, branch));
      return {
        log: own,
        session: new SkillSession({ ...setup, dialect: standardDialect, skills, log: own }),
      };
    }),
  );
  return { servers, stored: () => listBranchEvents({ db }, branch) };
}

const skillTexts = (events: readonly SessionEvent[]): { seq: number; text: string }[] =>
  assemblePrompt(events)
    .messages.flatMap(({ parts }) => parts)
    .flatMap((part) =>
      "text" in part && part.source.kind === "skill" ? [{ seq: part.seq, text: part.text }] : [],
    );

describe("two servers on one branch", () => {
  it("never inject a text twice while it is in the prompt, and always when it is not", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 6 }), async (actions) => {
        const { servers, stored } = await twoServers();
        let calls = 0;
        for (const step of actions) {
          if (step.kind === "evict") {
            const [oldest] = skillTexts(await stored());
            if (oldest)
              await servers[step.server]?.log.append({
                type: "content-evicted",
                payload: {
                  what: "skill",
                  evictedSeq: oldest.seq,
                  skill: null,
                  path: null,
                  why: "",
                  tokensFreed: 1,
                },
              });
            continue;
          }
          const before = new Set(skillTexts(await stored()).map(({ text }) => text));
          const events = await Promise.all(
            step.requests.map(({ server, name, args }) => {
              calls += 1;
              const call = {
                id: `call-${calls}`,
                toolName: "activate_skill",
                input: { name, arguments: args },
                step: 1,
              };
              const session = servers[server]?.session;
              if (!session) throw new Error("There are two servers.");
              return session.answerCall(call);
            }),
          );
          const injected = events.flatMap((event) =>
            event.type === "skill-activated" || event.type === "skill-reactivated"
              ? [event.payload.result]
              : [],
          );
          expect(new Set(injected).size).toBe(injected.length);
          for (const text of injected) expect(before).not.toContain(text);
          const after = skillTexts(await stored()).map(({ text }) => text);
          expect(new Set(after).size).toBe(after.length);
          expect(after.length).toBe(before.size + injected.length);
        }
      }),
      { numRuns: 12 },
    );
  });

  it("know each other's activations also when the one has written something else since", async () => {
    const { servers, stored } = await twoServers();
    const ask = async (server: 0 | 1, name: string) =>
      servers[server]?.session.answerCall({
        id: `${server}-${name}`,
        toolName: "activate_skill",
        input: { name },
        step: 1,
      });
    expect(await ask(1, "triage")).toMatchObject({ type: "skill-activated" });
    expect(await ask(0, "notes")).toMatchObject({ type: "skill-activated" });
    expect(await ask(0, "triage")).toMatchObject({ type: "skill-already-active" });
    expect(skillTexts(await stored())).toHaveLength(2);
  });
});
