/** The words that begin a command of the palette, each with the act that it stands for. */
const verbs = {
  rehearse: "rehearse",
  test: "rehearse",
  edit: "edit",
  publish: "publish",
  review: "review",
  ask: "review",
  assign: "assign",
  export: "export",
  prove: "prove",
  trigger: "prove",
  suite: "prove",
} as const satisfies Record<string, string>;

export type SkillVerb = (typeof verbs)[keyof typeof verbs];

/** As few letters name no verb. */
const shortestVerb = 2;

/**
 * Reads a query as a command: "pub rel" is to publish what "rel" finds. `isFull` when something follows the verb, so
 * that nothing else can be meant. Null when the first word begins no verb.
 */
export function splitVerb(query: string): { verb: SkillVerb; rest: string; isFull: boolean } | null {
  const [first = "", ...others] = query.trim().toLowerCase().split(/\s+/);
  if (first.length < shortestVerb) return null;
  const found = Object.entries(verbs).find(([word]) => word.startsWith(first));
  if (!found) return null;
  const rest = others.join(" ").replace(/^for review( of)?\s*/, "");
  return { verb: found[1], rest, isFull: rest !== "" };
}
