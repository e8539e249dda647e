import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { assemblePrompt } from "./assemble-prompt";

const skillFile = (body: string) => `---\nname: x\ndescription: d\n---\n\n${body}`;

/** What people and models do to skills, in any order. */
const act = fc.oneof(
  fc.record({
    kind: fc.constant("activate" as const),
    skill: fc.constantFrom("one", "two"),
    args: fc.constantFrom("", "EU", "US"),
    byPerson: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("edit" as const),
    skill: fc.constantFrom("one", "two"),
    body: fc.constantFrom("A", "B $ARGUMENTS", "C"),
  }),
  fc.record({ kind: fc.constant("evict" as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant("next-turn" as const) }),
);

describe("activations over any history", () => {
  it("are never in the prompt twice, always in it afterwards, and already active exactly when they were", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const packages = { one: { "SKILL.md": skillFile("A") }, two: { "SKILL.md": skillFile("A") } };
        const { session, log, source, call } = aSkillSession(packages);
        const texts = () =>
          assemblePrompt(log.events()).messages.flatMap(({ parts }) =>
            parts.flatMap((part) => (part.source.kind === "skill" && "text" in part ? [part.text] : [])),
          );
        for (const step of acts) {
          if (step.kind === "next-turn") log.turn += 1;
          else if (step.kind === "edit") source.packages[step.skill] = { "SKILL.md": skillFile(step.body) };
          else if (step.kind === "evict") {
            const injected = log
              .events()
              .filter(({ type }) => type === "skill-activated" || type === "skill-reactivated");
            const evicted = injected[step.pick % Math.max(1, injected.length)];
            if (!evicted) continue;
            const gone = { what: "skill" as const, skill: null, path: null, why: "room", tokensFreed: 1 };
            await log.append({ type: "content-evicted", payload: { ...gone, evictedSeq: evicted.seq } });
          } else {
            const before = texts();
            if (step.byPerson) await session.answerMentions(`/${step.skill} ${step.args}`);
            else await call("activate_skill", { name: step.skill, arguments: step.args });
            const event = log.events().at(-1);
            const after = texts();
            if (event?.type === "skill-already-active") {
              expect(after).toEqual(before);
              expect(log.events().some(({ seq }) => seq === event.payload.since.seq)).toBe(true);
            } else if (event?.type === "skill-activated" || event?.type === "skill-reactivated") {
              expect(before).not.toContain(event.payload.result);
              expect(after).toContain(event.payload.result);
            } else throw new Error(`unexpected ${event?.type}`);
            expect(new Set(after).size).toBe(after.length);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});

it("a body with a long run of blanks in its middle is told as it is", async () => {
  const blanks = " ".repeat(400_000);
  const { log, call } = aSkillSession({ one: { "SKILL.md": skillFile(`A${blanks}B${blanks}\n`) } });
  await call("activate_skill", { name: "one" });
  const event = log.events().at(-1);
  expect(event?.type).toBe("skill-activated");
  expect(JSON.stringify(event?.payload)).toContain(`A${blanks}B`);
});
