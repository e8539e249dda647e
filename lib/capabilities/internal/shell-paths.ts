import { isKnownOutside, leavesPackage, pathSighting } from "./paths";
import type { ShellRedirect, ShellWord } from "./shell-commands";
import {
  copyingPrograms,
  ownFolders,
  patternPrograms,
  readingPrograms,
  writingPrograms,
} from "./shell-words";
import { atRunTime, type Sighting } from "./sighting";
import type { Variables } from "./variables";

type Given = { program: string; args: readonly ShellWord[]; redirects: readonly ShellRedirect[] };

/** Files outside the package that a command reads, writes, or is given. */
export function shellPaths(
  context: { variables: Variables },
  { program, args, redirects }: Given,
): Sighting[] {
  const found = redirects.flatMap(({ isWrite, word }) =>
    sightingOf(context, word, isWrite ? "written" : "read"),
  );
  const operands = args.filter(({ text }) => !text.startsWith("-"));
  if (patternPrograms.has(program)) operands.shift();
  for (const [at, word] of operands.entries()) {
    const isLast = at === operands.length - 1 && at > 0;
    if (copyingPrograms.has(program)) found.push(...sightingOf(context, word, isLast ? "written" : "read"));
    else if (writingPrograms.has(program)) found.push(...sightingOf(context, word, "written"));
    else if (readingPrograms.has(program)) found.push(...sightingOf(context, word, "read"));
    else if (isKnownOutside(context.variables.resolve(word.text)))
      found.push(...sightingOf(context, word, "opened"));
  }
  for (const { text, start } of args) {
    const value = /^--?[\w-]{1,40}=(.{1,400})$|^(?:of|if)=(.{1,400})$/.exec(text);
    const path = value?.[1] ?? value?.[2];
    if (path !== undefined && isKnownOutside(path)) {
      const sighting = pathSighting(path, text.startsWith("of=") ? "written" : "opened", start);
      if (sighting) found.push(sighting);
    }
  }
  return found;
}

function sightingOf(
  { variables }: { variables: Variables },
  word: ShellWord,
  use: "read" | "written" | "opened",
): Sighting[] {
  const path = variables.resolve(word.text);
  if (leavesPackage(path)) {
    const sighting = pathSighting(path, use, word.start);
    return sighting ? [sighting] : [];
  }
  const variable = /^\$\{?(\w+)/.exec(path)?.[1];
  if (use === "opened" || !/^[$`]/.test(path) || (variable !== undefined && ownFolders.has(variable)))
    return [];
  return [atRunTime("path", use, path, word.start)];
}
