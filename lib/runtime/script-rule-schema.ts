import { z } from "zod";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { unlessExtra } from "@/lib/kernel/unless-extra";
import { type AgentScripts, agentScriptModes, scriptDecisions, scriptReasons } from "./decide-script";

export const mostAllowances = 200;
const mostNames = 100;

const lines = (item: z.ZodString | z.ZodType<string>) =>
  z.array(item).max(mostNames, `At most ${mostNames}.`);

/** What of one version of a skill runs without asking. */
export const allowanceFields = {
  skill: storableText.trim().min(1, "Name the skill.").max(200),
  version: rowNumber,
  /** Paths in its package; `*` for every script of it. */
  scripts: lines(storableText.trim().min(1).max(1_000)).default([]),
  /** Programs of which a host's command may consist. `python3` lets code run that the model wrote. */
  commands: lines(
    z.string().regex(/^[A-Za-z0-9._+-]{1,100}$/, "A command is the name of one program, without arguments."),
  ).default([]),
  /** Kept for what has a network: the simulated shell has none. */
  hosts: lines(
    z.string().regex(/^[A-Za-z0-9*.:-]{1,253}$/, "A host is a name such as api.example.com."),
  ).default([]),
};

const allowanceSchema = z.strictObject(allowanceFields, { error: unlessExtra });

export const allowanceListSchema = z
  .array(allowanceSchema)
  .max(mostAllowances, `At most ${mostAllowances} skills.`)
  .superRefine((list, check) => {
    const seen = new Set<string>();
    for (const [at, { skill, version }] of list.entries()) {
      const key = `${skill} v${version}`;
      if (seen.has(key))
        check.addIssue({ code: "custom", path: [at, "skill"], message: `${key} is in the list twice.` });
      seen.add(key);
    }
  });

/** What an agent says of scripts: no more than its workspace lets it. */
export const agentScriptsSchema = z.strictObject(
  { mode: z.enum(agentScriptModes).default("workspace"), allow: allowanceListSchema.default([]) },
  { error: unlessExtra },
);

export const asTheWorkspace: { mode: "workspace"; allow: [] } = { mode: "workspace", allow: [] };

/** As it is stored. What no release has written lets nothing run. */
export const parseAgentScripts = (stored: unknown): z.output<typeof agentScriptsSchema> =>
  agentScriptsSchema.safeParse(stored).data ?? { mode: "never", allow: [] };

/** As it is answered. */
const shownNames = z.array(z.string());
export const shownAllowanceFields = {
  skill: z.string(),
  version: z.number().int(),
  scripts: shownNames,
  commands: shownNames,
  hosts: shownNames,
};
export const shownAgentScriptsSchema = z.object({
  mode: z.enum(agentScriptModes),
  allow: z.array(z.object(shownAllowanceFields)),
}) satisfies z.ZodType<AgentScripts>;

export const decidedScriptSchema = z.object({
  decision: z.enum(scriptDecisions),
  reason: z.enum(scriptReasons),
  message: z.string(),
});
