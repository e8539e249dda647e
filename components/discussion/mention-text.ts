/** Somebody who can be mentioned. In a stored text: `@[name](id)`; while it is typed: `@name`. */
export type Mentioned = { id: string; name: string };

const stored = /@\[([^\]]*)\]\(([0-9a-fA-F-]{36})\)/g;
/** A mention may begin a text or follow anything but a letter or digit: no one is mentioned by an e-mail address. */
const wordCharacter = /[\p{L}\p{N}_]/u;

const nameIn = (people: readonly Mentioned[], id: string, otherwise: string) =>
  people.find((person) => person.id === id)?.name ?? otherwise;

/** A stored text as a person edits it, with everybody as they are called now. */
export function toTyped(body: string, people: readonly Mentioned[]): string {
  return body.replace(stored, (_, name: string, id: string) => `@${nameIn(people, id, name)}`);
}

/** What was typed, as it is stored: each `@name` of somebody who was chosen becomes a mention of that person. */
export function toStored(text: string, chosen: readonly Mentioned[]): string {
  const longestFirst = [...chosen].sort((left, right) => right.name.length - left.name.length);
  let rest = text;
  let done = "";
  while (rest !== "") {
    const at = rest.indexOf("@");
    if (at === -1) break;
    const before = at === 0 ? done.at(-1) : rest[at - 1];
    const person = longestFirst.find(({ name }) => isNameAt(rest, at + 1, name));
    const isMention = person !== undefined && !(before && wordCharacter.test(before));
    done += rest.slice(0, at) + (isMention ? `@[${withoutBrackets(person.name)}](${person.id})` : "@");
    rest = rest.slice(at + 1 + (isMention ? person.name.length : 0));
  }
  return done + rest;
}

function isNameAt(text: string, at: number, name: string): boolean {
  if (!text.startsWith(name, at)) return false;
  const after = text[at + name.length];
  return after === undefined || !wordCharacter.test(after);
}

const withoutBrackets = (name: string) => name.replace(/[[\]()]/g, "");

/** Makes Markdown of the stored text, with mentions in bold. */
export function toMarkdown(body: string, people: readonly Mentioned[]): string {
  return body.replace(stored, (_, name: string, id: string) => `**@${escaped(nameIn(people, id, name))}**`);
}

const escaped = (text: string) => text.replace(/[\\`*_{}[\]()<>#+\-.!|~&]/g, "\\$&");

/** The mention that the caret stands in while it is typed: what follows the "@", which stands at `start`. */
export function mentionAt(text: string, caret: number): { start: number; query: string } | null {
  const start = text.lastIndexOf("@", caret - 1);
  if (start === -1) return null;
  const before = text[start - 1];
  if (before !== undefined && wordCharacter.test(before)) return null;
  const query = text.slice(start + 1, caret);
  // A name has a few words in one line; what is longer is a sentence.
  return /^[^\s@][^\n@]{0,40}$|^$/.test(query) && query.split(" ").length <= 4 ? { start, query } : null;
}

/** Puts a name where a mention is being typed, and a space after it. */
export function completeMention(text: string, caret: number, start: number, name: string) {
  const head = `${text.slice(0, start)}@${name} `;
  const tail = text.slice(caret).replace(/^ /, "");
  return { text: head + tail, caret: head.length };
}

/** The people whose name has a word that begins with what is typed, as many as fit a list. */
export function matchingPeople<Person extends Mentioned>(
  people: readonly Person[],
  query: string,
  limit = 6,
): Person[] {
  const wanted = query.toLocaleLowerCase().trim();
  const fits = ({ name }: Person) => {
    const lower = name.toLocaleLowerCase();
    return lower.startsWith(wanted) || lower.split(/\s+/).some((word) => word.startsWith(wanted));
  };
  return people.filter(fits).slice(0, limit);
}
