import { z } from "zod";
import { dialectFolder } from "@/lib/hosts/run-dialect";
import { withFolder } from "@/lib/hosts/with-folder";
import type { ModelProvider } from "@/lib/models/provider-options";
import { eventListSchema } from "@/lib/sessions/schema";
import { countTokens } from "@/lib/tokens/count-tokens";
import { pause } from "../faults/outcome";
import { connectModel, makeKey } from "../gateway/connect-model";
import type { Host, RawCall } from "../hosts/hosts";
import { withHome } from "../hosts/run-host";
import { startScriptedModel } from "../hosts/scripted-model";
import type { Trails } from "./known-differences";
import { skillTrail } from "./skill-trail";
import { askWell, makeAgent, type Workspace } from "./store-skills";

const sessionsSchema = z.object({
  items: z.array(z.object({ id: z.string(), key: z.object({ id: z.string() }) })),
});
const rehearsalSchema = z.object({ conversation: z.string(), outcome: z.string() });

/** Who is asked in each host's own protocol, and where below its address. */
const endpoints = {
  messages: { provider: "anthropic", path: "/v1" },
  responses: { provider: "openai", path: "/v1" },
  "generate-content": { provider: "google", path: "/v1beta" },
} as const satisfies Record<Host["protocol"], { provider: ModelProvider; path: string }>;

const patienceSeconds = 120;

export type Script = {
  message: string;
  calls: readonly RawCall[];
  /** One folder a skill, each called as the skill is. */
  folder: string;
  skills: readonly string[];
  model: Host["models"][number];
};

/**
 * What one message and the calls of a scripted model do to skills: in the real host, whose model is this server's
 * gateway, and in the host's dialect in the playground, with the same model. On both sides the person has given leave.
 */
export async function compareTrails(
  workspace: Workspace,
  host: Host,
  { bin, ...script }: Script & { bin: string },
): Promise<Trails> {
  const model = await startScriptedModel([], countTokens);
  try {
    const { provider, path } = endpoints[host.protocol];
    const name = `${host.id} ${script.model.name} ${script.message.slice(0, 20)}`;
    const connection = await connectModel(workspace.at, workspace.home, {
      name,
      provider,
      baseUrl: `${model.base}${path}`,
      windowTokens: script.model.windowTokens,
    });
    const key = await makeKey(workspace.at, workspace.home, { name: name.slice(0, 60), model: connection });
    const events = await withHome(host, script.folder, async ({ skills, start }) => {
      model.begin(script.calls.map((call) => withFolder(call, skills)));
      const { message } = script;
      const told = await start({ bin, message, model: script.model.name, base: key.address, leave: "all" });
      return liveEventsOf(workspace, key.id, { told, steps: model.requests.length });
    });
    model.begin(script.calls.map((call) => withFolder(call, dialectFolder)));
    const tools = host.tools.filter((tool) => !ofSkillsAlone.has(tool));
    const agent = await makeAgent(workspace, {
      name: name.slice(0, 60),
      dialect: host.id,
      model: connection,
      tools,
      skills: script.skills,
    });
    return {
      host: skillTrail(events),
      dialect: skillTrail(await rehearse(workspace, agent, script.message)),
    };
  } finally {
    model.close();
  }
}

/** An agent can have none of its own that is called so. */
const ofSkillsAlone: ReadonlySet<string> = new Set(["Skill", "activate_skill"]);

/** The log of the one conversation that came by this key, once every request of it was read. */
async function liveEventsOf(
  workspace: Workspace,
  key: string,
  { told, steps }: { told: string; steps: number },
) {
  const { items } = await askWell(workspace, "/gateway/sessions", sessionsSchema);
  const [session, ...others] = items.filter((one) => one.key.id === key);
  if (!session || others.length > 0)
    throw new Error(`The host had ${session ? others.length + 1 : 0} conversations. ${told}`);
  const path = `/gateway/sessions/${session.id}/events?limit=5000`;
  const untilMs = performance.now() + patienceSeconds * 1_000;
  for (;;) {
    const { items: events } = await askWell(workspace, path, eventListSchema);
    if (events.filter(({ type }) => type === "model-step").length >= steps) return events;
    if (performance.now() > untilMs) throw new Error(`Not all of ${steps} requests were read. ${told}`);
    await pause(200);
  }
}

async function rehearse(workspace: Workspace, agent: string, message: string) {
  const { conversation, outcome } = await askWell(workspace, `/agents/${agent}/rehearsals`, rehearsalSchema, {
    body: { message, timeoutSeconds: patienceSeconds },
    limitMs: patienceSeconds * 1_000,
  });
  const { items } = await askWell(
    workspace,
    `/conversations/${conversation}/events?limit=5000`,
    eventListSchema,
  );
  if (outcome !== "done") {
    const error = items.findLast(({ type }) => type === "run-finished")?.payload;
    throw new Error(`The rehearsal is ${outcome}: ${JSON.stringify(error)}`);
  }
  return items;
}
