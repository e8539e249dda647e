import { expect, it, vi } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { openProgram } from "@/lib/testing/hosts/served";
import { anAgentWith, aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { ServedLog } from "./served-log";

vi.mock("./served-options", async (original) => {
  const options = await original<typeof import("./served-options")>();
  return { ...options, servedLimits: { ...options.servedLimits, bytes: 50_000 } };
});

const { db } = testDatabase();
const names = ["first", "second", "third"];

it("is looked at with what a request adds to the log, and nothing of it is written", async () => {
  const context = await aContext(db);
  const body = `# Long\n\n${"A line of this skill.\n".repeat(900)}`;
  for (const name of names) await aStoredSkill(context, { name, description: `Does the ${name}.`, body });
  const agent = await anAgentWith(context, names);
  const machine = await aMachine(context, agent);
  const all = names.map((name) => `@${name}`).join(" ");
  await expect(openProgram(machine, agent, { message: all })).rejects.toMatchObject({
    code: "UNPROCESSABLE",
    message: expect.stringContaining("Name fewer skills"),
  });
  expect(await db.servedSession.count({ where: { keyId: machine.id } })).toBe(0);
  const { id, tell } = await openProgram(machine, agent, { message: "@first @second" });
  await db.servedSession.update({ where: { id }, data: { bytes: 49_999 } });
  const before = await db.servedEvent.count({ where: { sessionId: id } });
  await db.servedSession.update({ where: { id }, data: { bytes: 49_999 + 40_000 } });
  await expect(tell("/third")).rejects.toMatchObject({ code: "GONE" });
  expect(await db.servedEvent.count({ where: { sessionId: id } })).toBe(before);
  await db.servedSession.update({ where: { id }, data: { bytes: 49_999 } });
  expect((await tell("/third")).injected).toMatchObject([{ kind: "skill-activated" }]);
});

it("stops at the first that does not fit", async () => {
  const full = () => new Error("full");
  const place = { sessionId: "s", traceId: "t", now: () => new Date() };
  const log = new ServedLog([], { ...place, room: { bytes: 150, full } });
  await log.startTurn("run");
  const text = { type: "text", payload: { step: 1, text: "x".repeat(60), tokens: 1 } } as const;
  await log.append(text);
  await expect(log.append(text)).rejects.toThrow("full");
  expect(log.added).toHaveLength(1);
});
