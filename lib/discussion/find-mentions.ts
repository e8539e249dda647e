/** `@[name](userId)`: the name is how the person was called when it was written. */
const mention = /@\[[^\]\n]{0,200}\]\(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi;
/** Nobody calls more people than this at once. */
const mostMentions = 50;

/** The ids that a text mentions, each once, in order. Whether they are members is for the caller to find out. */
export function findMentions(body: string): string[] {
  const ids = [...body.matchAll(mention)].map(([, id = ""]) => id.toLowerCase());
  return [...new Set(ids)].slice(0, mostMentions);
}
