import { markHidden } from "@/lib/kernel/mark-hidden";

/** How colours are set in a terminal: Next's own lines have them, and they do nothing else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for
const colours = /(\u001b\[[0-9;]*m)/;

/** What may be written to a terminal: names and messages of others could move its cursor or turn its lines. */
export const plainOutput = (text: string): string =>
  text
    .split(colours)
    .map((part, index) => (index % 2 === 1 ? part : markHidden(part)))
    .join("");

type Output = { write: (...written: never[]) => unknown };

/** From now on, whatever this process writes here as text is plain: also what frameworks print of an error. */
export function keepPlain(stream: Output): void {
  const write = stream.write.bind(stream);
  Object.assign(stream, {
    write: (chunk: unknown, ...rest: unknown[]) =>
      Reflect.apply(write, stream, [typeof chunk === "string" ? plainOutput(chunk) : chunk, ...rest]),
  });
}
