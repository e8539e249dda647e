/** A skill that the person asks for in a message. `known` is false for `/name` when there is no such skill. */
export type Mention = { name: string; arguments: string; known: boolean };

const command = /^\s*\/([\p{L}\p{N}][\p{L}\p{N}_-]*)(?:\s+([\s\S]*))?$/u;
const at = /(?:^|[\s("'[])@([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu;

/**
 * `/name arguments` at the start of a message, and `@name` anywhere. A slash word that is no skill is still an
 * attempt, so it is answered; an unknown `@word` is only a word.
 */
export function findMentions(message: string, names: ReadonlySet<string>): Mention[] {
  const mentions: Mention[] = [];
  const slash = command.exec(message);
  if (slash?.[1] !== undefined)
    mentions.push({ name: slash[1], arguments: (slash[2] ?? "").trim(), known: names.has(slash[1]) });
  for (const match of message.matchAll(at)) {
    const name = match[1] ?? "";
    if (names.has(name) && !mentions.some((mention) => mention.name === name))
      mentions.push({ name, arguments: "", known: true });
  }
  return mentions;
}
