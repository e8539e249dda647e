import {
  itemsNamed,
  type SourceNode,
  type SourceObject,
  textNamed,
  textsOf,
  valueNamed,
} from "../source-node";
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
  const texts = itemsNamed(content, "parts").flatMap((one) => {
    const text = valueNamed(one, "text");
    return text?.kind === "text" ? [text] : [];
  });
  const older = valueNamed(item, "query");
  const [said] = first ? texts : older?.kind === "text" ? [older] : [];
  const calls = first ? callsIn(valueNamed(first, "intermediatedata")) : itemsNamed(item, "expectedtooluse");
  const wanted = calls.flatMap((call) => {
    if (!loaders.includes(textNamed(call, "name", "toolname") ?? "")) return [];
    const name = textNamed(valueNamed(call, "args", "toolinput"), "skillname", "name", "skill");
    return name === null ? [] : [name];
  });
  return {
    query: said
      ? { text: first ? texts.map(({ value }) => value).join("") : said.value, start: said.start }
      : null,
    wanted,
    unwanted: textsOf(valueNamed(item, "expectedskillnot")),
    note: textNamed(item, "evalid"),
  };
}

/** Calls as they are expected, or as they were recorded among the events of an invocation. */
const callsIn = (data: SourceNode | null): readonly SourceNode[] => [
  ...itemsNamed(data, "tooluses"),
  ...itemsNamed(data, "invocationevents").flatMap((event) =>
    itemsNamed(valueNamed(event, "content"), "parts").flatMap(
      (part) => valueNamed(part, "functioncall") ?? [],
    ),
  ),
];
