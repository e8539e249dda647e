import type { Words } from "../event-line";

/** What a person writes for the machine: `/skill`, `@skill`, and anything that looks like a path. */
const machineWord = /^(?:[/@][a-z0-9][a-z0-9-]*|(?:\.{1,2}|[\w.-]+)\/[^\s]*[^\s.,;:!?)]|https?:\/\/\S+)/i;

/** A message with its machine words set apart. The pieces put together are the message to the letter. */
export function messageWords(message: string): Words[] {
  const words: Words[] = [];
  const plain = (text: string) => {
    const last = words.at(-1);
    if (last && !last.mono) last.text += text;
    else if (text !== "") words.push({ text });
  };
  for (const token of message.split(/(\s+)/)) {
    const found = machineWord.exec(token)?.[0];
    if (!found || found.startsWith("http")) {
      plain(token);
      continue;
    }
    words.push({ text: found, mono: true });
    plain(token.slice(found.length));
  }
  return words;
}
