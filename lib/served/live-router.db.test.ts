import { expect, it } from "vitest";
import { z } from "zod";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { callApi } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { assign } from "@/lib/testing/delivery/deliver-on-loopback";
import { aServedAgent } from "@/lib/testing/hosts/served";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import type { Reply } from "@/lib/testing/servers/model-server";
import { aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { openedServedSchema, servedAnswerSchema, servedTurnSchema } from "./schema";

allowLocalServers();
const { db } = testDatabase();
const { name } = triage;
const poems = { name: "poems", description: "Translates poems.", body: "# Poems\n" };
const chooses = (...names: string[]): Reply => ({
  kind: "answer",
  text: [JSON.stringify({ selected_skill_names: names, reasoning: "It fits." })],
});

/** A program of an agent whose router is a model that answers so, one after the other. */
async function aRoutedProgram(...replies: Reply[]) {
  const context = await aContext(db);
  const { agent, machine } = await aServedAgent(context, "Desk");
  await aStoredSkill(context, poems);
  await assign(context, agent, [name, poems.name]);
  const model = await aModel(context, { replies });
  const { revision: baseRevision } = await getAgent(context, { agent });
  await editAgent(context, { agent, baseRevision, routerModel: model.id, mode: "router" });
  const home = `/workspaces/${context.workspace.slug}/agents/${agent}/sessions`;
  const ask = (path: string, body: unknown) =>
    callApi("post", `${home}${path}`, { bearer: machine.key, body });
  /** Without the connection's own test. */
  const asked = () => model.server.requests.slice(1).map(({ body }) => JSON.stringify(body));
  return { ask, asked };
}

it("chooses what a program is told for each message, and is asked with that message alone", async () => {
  const { ask, asked } = await aRoutedProgram(chooses(name, "made-up"), chooses(poems.name));
  const opened = openedServedSchema.parse(
    await (await ask("", { message: "Checkout is down", mode: "router" })).json(),
  );
  expect(opened.catalogue).toMatchObject({ mode: "router", text: expect.stringContaining(name) });
  expect(opened.catalogue.text).not.toContain(poems.name);
  const at = `/${opened.session.id}`;
  const call = async (skill: string) =>
    servedAnswerSchema.parse(
      await (await ask(`${at}/calls`, { tool: "activate_skill", arguments: { name: skill } })).json(),
    );
  expect(await call(poems.name)).toMatchObject({ isError: true });
  expect(await call(name)).toMatchObject({ kind: "skill-activated" });
  const next = servedTurnSchema.parse(await (await ask(`${at}/messages`, { message: "Now a poem" })).json());
  expect(next.catalogue.text).toContain(poems.name);
  expect(asked()).toEqual([
    expect.stringContaining("Checkout is down"),
    expect.stringContaining("Now a poem"),
  ]);
  expect(asked()[1]).not.toContain("Checkout is down");
});

it("tells a program that the router did not answer, and leaves its session as it was", async () => {
  const { ask } = await aRoutedProgram(
    chooses(name),
    { kind: "answer", text: ["I would take both."] },
    chooses(name),
  );
  const { session } = openedServedSchema.parse(
    await (await ask("", { message: "Checkout is down", mode: "router" })).json(),
  );
  const tell = () => ask(`/${session.id}/messages`, { message: "And now?" });
  const failed = await tell();
  expect(failed.status).toBe(503);
  expect(z.object({ detail: z.string() }).parse(await failed.json()).detail).toContain(
    "router did not answer",
  );
  expect(servedTurnSchema.parse(await (await tell()).json())).toMatchObject({
    turn: 2,
    session: { turns: 2 },
  });
});
