import type { ActivationInput } from "@/lib/runtime/dialect";
import { escapeXmlAttribute, escapeXmlText } from "@/lib/runtime/escape-xml";
import type { BodyFlag } from "@/lib/runtime/events";
import { substituteArguments } from "./substitute-arguments";

/** The wrapper's own end, however it is spaced or cased: from inside, it would end the skill early. */
const closingTag = /<\/(?=\s*skill_content)/gi;
/** `` !`command` ``, which one host runs while loading a skill. Here it is text. */
const dynamicCommand = /(?<=^|\s)!`[^`\n]+`/gm;

/**
 * `<skill_content name="...">`: the body, where its files are, and their names; never their content. Sizes are
 * left out on purpose: a changed file must not make the text a new one.
 */
export function renderSkillContent(input: ActivationInput): { text: string; flags: BodyFlag[] } {
  const { name, resources, unlisted } = input;
  const body = substituteArguments(input.body, input.arguments);
  const flags: BodyFlag[] = [];
  const closing = body.match(closingTag)?.length ?? 0;
  if (closing > 0) flags.push({ kind: "closing-tag-neutralised", count: closing });
  const commands = body.match(dynamicCommand)?.length ?? 0;
  if (commands > 0) flags.push({ kind: "dynamic-command-not-run", count: commands });
  const lines = [
    `<skill_content name="${escapeXmlAttribute(name)}">`,
    body.replace(closingTag, "&lt;/"),
    "",
    `base_path: skill://${escapeXmlText(name)}`,
    ...listResources(resources, unlisted),
    "</skill_content>",
  ];
  return { text: lines.join("\n"), flags };
}

function listResources(resources: readonly string[], unlisted: number): string[] {
  if (resources.length === 0) return ["<skill_resources></skill_resources>"];
  return [
    "<skill_resources>",
    ...resources.map((path) => `  <file>${escapeXmlText(path)}</file>`),
    ...(unlisted > 0 ? [`  <!-- ${unlisted} more files are not listed. -->`] : []),
    "</skill_resources>",
  ];
}
