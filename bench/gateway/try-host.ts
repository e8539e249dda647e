import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Installation } from "../faults/installation";
import type { Host } from "../hosts/hosts";
import { withHome } from "../hosts/run-host";

const createdSchema = z.object({ address: z.string() });
const sessionsSchema = z.object({
  items: z.array(
    z.object({ id: z.string(), host: z.string().nullable(), hostVersion: z.string().nullable() }),
  ),
});
const exchangesSchema = z.object({
  items: z.array(
    z.object({ seq: z.number(), isSide: z.boolean(), note: z.string().nullable(), ending: z.string() }),
  ),
});

const skill = "release-notes";
const message = "Write release notes: search is faster";

export type Tried = { told: string; holds: boolean };

/** The real host, with the project's own skills, against Rehearsal at the gateway of a running server. */
export async function tryHost(
  at: Installation,
  { home: workspace, host, bin, skills }: { home: string; host: Host; bin: string; skills: string },
): Promise<Tried> {
  const made = await at.ask(`${workspace}/gateway/keys`, { body: { name: host.id } });
  const { address } = createdSchema.parse(JSON.parse(made.text));
  const [model] = host.models;
  const errors = await withHome(host, skills, ({ start }) =>
    start({ bin, message, model: model?.name ?? "", base: address }),
  );
  const ask = async (path: string) => JSON.parse((await at.ask(`${workspace}/gateway${path}`)).text);
  const { items } = sessionsSchema.parse(await ask("/sessions"));
  const ours = items.filter((session) => session.host === host.id);
  const [session] = ours;
  if (!session || ours.length > 1)
    return { told: `${ours.length} conversations of it. ${errors}`, holds: false };
  const exchanges = exchangesSchema.parse(await ask(`/sessions/${session.id}/exchanges`)).items;
  const turns = exchanges.filter(({ isSide }) => !isSide);
  const notes = exchanges.flatMap(({ note }) => note ?? []);
  const last = JSON.stringify(await ask(`/sessions/${session.id}/exchanges/${turns.at(-1)?.seq}`));
  const body = readFileSync(join(skills, skill, "SKILL.md"), "utf8").replace(/^---\n[\s\S]*?\n---\n/, "");
  // A line of the instructions, as it stands in JSON.
  const line = JSON.stringify(body.split("\n").find((each) => each.length > 30) ?? "").slice(1, -1);
  const isLoaded = last.includes(line) && turns.length > 1;
  const told = `${session.hostVersion}: ${exchanges.length} requests, ${turns.length} turns of one conversation, ${skill} ${isLoaded ? "loaded" : "not loaded"}`;
  return {
    told: [told, ...notes, ...(isLoaded ? [] : [errors])].join("; "),
    holds: isLoaded && notes.length === 0,
  };
}
