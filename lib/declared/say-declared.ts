import { ruleOf } from "@/lib/agents/choice-schema";
import type { KeptAgent } from "@/lib/agents/find-declared";
import { modesOf } from "@/lib/dialects/dialect-heads";
import { type PolicyState, policySchema } from "@/lib/reviews/review-schema";
import type { KeptSource } from "@/lib/sources/find-declared";
import { writeSkillEntry } from "./entry-schema";
import { declaredAgentSchema, declaredSourceSchema } from "./schema";

/** What a file says of something, or in words why none can. */
export type Said = { value: object; why?: never } | { value?: never; why: string };
export type NameOfModel = (id: string) => string | null;

const modelWords = "its model was removed, or another one has the same name";

/** An agent as a file says it, without what holds where nothing is said. */
export function sayAgent(agent: KeptAgent, nameOf: NameOfModel): Said {
  const { name, description, instructions, suggestedMessages, dialect, mode, allowRequestPrompt, scripts } =
    agent;
  const model = nameOf(agent.model);
  const routerModel = agent.routerModel === null ? null : nameOf(agent.routerModel);
  if (model === null || (routerModel === null && agent.routerModel !== null)) return { why: modelWords };
  const settings = { description, instructions, suggestedMessages, model, routerModel, dialect, mode };
  const skills = agent.assignments.map(({ skill, enabled, follows, label, version }) => ({
    skill,
    enabled,
    follows,
    ...(label !== null && { label }),
    ...(version !== null && { version }),
  }));
  const said = declaredAgentSchema.safeParse({
    name,
    ...settings,
    allowRequestPrompt,
    scripts,
    ...ruleOf(agent),
    skills,
  });
  if (!said.success) return { why: said.error.issues.map(({ message }) => message).join(" ") };
  const usual = { ...declaredAgentSchema.parse({ name: "Usual" }), mode: modesOf(dialect)[0] };
  return { value: besides(usual, { ...said.data, skills: said.data.skills.map(writeSkillEntry) }) };
}

/** A source as a file says it: that it needs a token, never which. */
export function saySource(source: KeptSource): Said {
  const { kind, name, url, ref, folder, include, exclude, userName, asksReview, ssh } = source;
  const isKept = source.declaredIn !== null;
  const hostKey = isKept && !ssh?.hostKeyDeclared ? null : (ssh?.hostKey ?? null);
  const said = declaredSourceSchema.safeParse({
    name,
    kind,
    url,
    ref,
    folder,
    include,
    exclude,
    userName,
    asksReview,
    everyMinutes: source.schedule?.everyMinutes ?? null,
    needsToken: isKept ? source.needsToken : source.hasToken,
    ...(hostKey !== null && { hostKey }),
  });
  if (!said.success) return { why: said.error.issues.map(({ message }) => message).join(" ") };
  const { token: _, key: __, ...value } = said.data;
  return {
    value: besides(declaredSourceSchema.parse({ name: "Usual", url: "https://usual.example" }), value),
  };
}

/** What of a source no file holds, in a sentence; null of one that has nothing of it. */
export function saySecrets({ name, hasToken, ssh, hook }: KeptSource): string | null {
  const secrets = [
    ...(hasToken ? ["token"] : []),
    ...(ssh !== null && ssh.publicKey !== "" ? ["key"] : []),
    ...(hook === null ? [] : ["webhook"]),
  ];
  if (secrets.length === 0) return null;
  const are = secrets.length > 1 ? ["are", "they are"] : ["is", "it is"];
  return `${name}: its ${secrets.join(" and ")} ${are[0]} in no file; ${are[1]} given in the app.`;
}

/** The whole policy: what a file leaves out of it would stay as it is elsewhere. `why` is of its proof alone, which goes then. */
export function sayPolicy(policy: PolicyState, nameOf: NameOfModel): { value: object; why: string | null } {
  const { proof, ...rest } = policySchema.parse(policy);
  const model = proof.model === null ? null : nameOf(proof.model);
  if (model === null && proof.model !== null) return { value: rest, why: modelWords };
  return { value: { ...rest, proof: { ...proof, model } }, why: null };
}

/** The fields that are none of the usual. */
function besides(usual: object, said: object): object {
  const all = new Map<string, unknown>(Object.entries(usual));
  return Object.fromEntries(
    Object.entries(said).filter(([key, value]) => JSON.stringify(all.get(key)) !== JSON.stringify(value)),
  );
}
