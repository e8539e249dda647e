import { beforeEach, expect, it, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { openDelivery } from "@/lib/delivery/open-delivery";
import { endServedSession } from "@/lib/served/commands/end-served-session";
import { removeServedSession } from "@/lib/served/commands/remove-served-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { assign } from "@/lib/testing/delivery/deliver-on-loopback";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { openProgram } from "@/lib/testing/hosts/served";
import { anAgentWith, aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { readCatalogue } from "./agent-session";

const nothing = async (_session: string): Promise<void> => {};
const meanwhile = { happens: nothing };

vi.mock(import("@/lib/served/get-served-catalogue"), async (original) => {
  const real = await original();
  return {
    getServedCatalogue: async (context: Context, input: { agent: string; session: string }) => {
      await meanwhile.happens(input.session);
      return real.getServedCatalogue(context, input);
    },
  };
});

const { db } = testDatabase();
const notes = { name: "notes", description: "Writes notes.", body: "# Notes\n" };
const pager = { name: "pager", description: "Pages people.", body: "# Pager\n" };

beforeEach(() => {
  meanwhile.happens = nothing;
});

const told = (catalogue: Awaited<ReturnType<typeof readCatalogue>>) => JSON.stringify(catalogue);

/** A conversation that began with notes alone, at a desk that has a pager by now. */
async function aDesk() {
  const context = await aContext(db);
  for (const skill of [notes, pager]) await aStoredSkill(context, skill);
  const agent = await anAgentWith(context, [notes.name], "Desk");
  const machine = await aMachine(context, agent);
  const reference = "a-conversation";
  await openProgram(machine, agent, { reference });
  await assign(context, agent, [notes.name, pager.name]);
  const asking = await machine.asking();
  const named = { id: null, client: null, reference, isOne: true };
  return {
    context,
    end: async (session: string) => endServedSession(await machine.asking(), { agent, session }),
    read: async () => readCatalogue({ context: asking, opened: await openDelivery(asking, agent), named }),
  };
}

it("is what the conversation began with, as long as it is open", async () => {
  const { read } = await aDesk();
  expect(told(await read())).not.toContain(pager.name);
});

it.each(["removed", "ended"])(
  "is what one would be told that begins now, if it was %s while it was asked for",
  async (how) => {
    const { context, read, end } = await aDesk();
    meanwhile.happens = async (session) => {
      if (how === "removed") await removeServedSession(context, { session });
      else await end(session);
    };
    expect(told(await read())).toContain(pager.name);
  },
);

it("is not there where it fails for another reason", async () => {
  const { read } = await aDesk();
  meanwhile.happens = async () => {
    throw new Error("The database is away.");
  };
  await expect(read()).rejects.toThrow("away");
});
