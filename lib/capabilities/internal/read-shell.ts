import { commandSightings } from "./shell-arguments";
import { type ShellScript, shellCommands } from "./shell-commands";
import { leadingWords, ownFolders, plainVariables } from "./shell-words";
import { atRunTime, literal, type Sighting, type Source } from "./sighting";
import { Variables } from "./variables";

const setting = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/;

/** What a script, or a line of one, can do. */
export function readShell(source: Source): Sighting[] {
  const script = shellCommands(source.text, source.isProse);
  const variables = assignmentsOf(script);
  const found: Sighting[] = [];
  const context = { ...source, functions: script.functions, variables };
  for (const command of script.commands)
    for (const sighting of commandSightings(context, command)) found.push(sighting);
  for (const sighting of lookedUp(script, variables))
    found.push({ ...sighting, start: sighting.start + source.from });
  if (script.tooDeep !== null)
    found.push(
      atRunTime(
        "command",
        "run",
        source.text.slice(script.tooDeep, script.tooDeep + 40),
        source.from + script.tooDeep,
      ),
    );
  return found;
}

/** The variables that the script sets itself, and the literal value of those that are set once. */
function assignmentsOf({ commands }: ShellScript): Variables {
  const variables = new Variables();
  for (const { words } of commands) {
    let at = 0;
    while (leadingWords.has(words[at]?.text ?? "")) at += 1;
    const first = words[at]?.text;
    const isDeclaration = /^(?:export|local|declare|typeset|readonly)$/.test(first ?? "");
    const isLoop = first === "for" || first === "select";
    if (isLoop || /^(?:read|mapfile|readarray)$/.test(first ?? ""))
      for (const { text } of words.slice(at + 1, isLoop ? at + 2 : undefined)) variables.set(text, null);
    for (const { text } of words.slice(at)) {
      const name = setting.exec(text)?.[0];
      if (name !== undefined) {
        const value = text.slice(name.length);
        // What a command answers is known only when it runs.
        variables.set(name.replace(/(?:\[.*)?\+?=$/, ""), /\$\(…\)|`…`/.test(value) ? null : value);
      } else if (!isDeclaration) break;
    }
  }
  return variables;
}

function lookedUp(script: ShellScript, variables: Variables): Sighting[] {
  return script.variables.flatMap(({ name, start, isOptional }) => {
    if (!/^[A-Z_][A-Z0-9_]*$/.test(name) || plainVariables.has(name) || ownFolders.has(name)) return [];
    return variables.has(name) && !isOptional ? [] : [literal("environment", "read", name, start)];
  });
}
