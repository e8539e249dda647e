import { itemsNamed, type SourceObject, textNamed, textsOf, valueNamed } from "../source-node";
import type { SuiteFindings } from "../suite-finding";
import type { ForeignCase } from "./read-foreign-suite";

const loaders = ["load_skill", "activate_skill"];

/**
 * A case of an ADK evalset (either spelling of its keys), or an entry of its older test files. Its message is the
 * first one of the conversation; a call of `load_skill` that it expects there names the skill.
 */
export function readAdkCase(item: SourceObject, findings: SuiteFindings): ForeignCase {
  const turns = itemsNamed(item, "conversation");
  const [first] = turns;
  if (turns.length > 1)
    findings.add("only-first-turn", item.start, `The conversation has ${turns.length} messages of the user.`);
  const content = valueNamed(first ?? null, "usercontent");
  const part = itemsNamed(content, "parts").map((one) => valueNamed(one, "text"));
  const said = first ? part.find((one) => one?.kind === "text") : valueNamed(item, "query");
  const calls = first
    ? itemsNamed(valueNamed(first, "intermediatedata"), "tooluses")
    : itemsNamed(item, "expectedtooluse");
  const wanted = calls.flatMap((call) => {
    if (!loaders.includes(textNamed(call, "name", "toolname") ?? "")) return [];
    const name = textNamed(valueNamed(call, "args", "toolinput"), "skillname", "name", "skill");
    return name === null ? [] : [name];
  });
  return {
    query: said?.kind === "text" ? { text: said.value, start: said.start } : null,
    wanted,
    unwanted: textsOf(valueNamed(item, "expectedskillnot")),
    note: textNamed(item, "evalid"),
  };
}
