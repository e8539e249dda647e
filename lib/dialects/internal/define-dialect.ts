import { findHiddenText, mayHideText } from "@/lib/kernel/hidden-text";
import { removeRuns } from "@/lib/kernel/mark-hidden";
import type { ActivationInput, CatalogueEntry, Dialect, ResourcePage } from "@/lib/runtime/dialect";
import type { BodyFlag } from "@/lib/runtime/events";
import type { DialectId } from "../dialect-heads";
import { repeatRules } from "../repeat-rules";

/**
 * A dialect whose texts carry no message that only a model reads: tag characters and runs of variation selectors are
 * taken out of all that a skill brings, before the dialect looks for its own marks, and bodies and files are flagged.
 * `endsLinesAlike`: the host reads files as Python does, where CR and CRLF become LF.
 */
export function defineDialect({
  endsLinesAlike = false,
  ...dialect
}: Omit<Dialect, "id" | "onRepeat"> & { id: DialectId; endsLinesAlike?: boolean }): Dialect {
  const { skillTool } = dialect;
  const asRead = <T extends ActivationInput | ResourcePage>(value: T): T =>
    visible(endsLinesAlike ? withLinesAlike(value) : value);
  return {
    ...dialect,
    ...(skillTool ? { skillTool: (skillName, tool) => skillTool(skillName, visible(tool)) } : {}),
    onRepeat: repeatRules[dialect.id],
    catalogueEntry: (entry) => dialect.catalogueEntry(visible(entry)),
    tools: (entries, options) => dialect.tools(entries.map(visibleEntry), options),
    skillList: (page) => dialect.skillList({ ...page, entries: page.entries.map(visibleEntry) }),
    eager(skills) {
      const seen = skills.map((skill) => ({ skill, clean: visible(skill) }));
      const { text, parts } = dialect.eager(seen.map(({ clean }) => clean));
      return {
        text,
        parts: parts.map((part, index) => ({
          ...part,
          flags: [...part.flags, ...flagsOf(seen[index]?.skill.document ?? "")],
        })),
      };
    },
    activation(input) {
      const { text, flags } = dialect.activation(asRead(input));
      return { text, flags: [...flags, ...flagsOf(input.body)] };
    },
    resource(page) {
      const { text, flags } = dialect.resource(asRead(page));
      return { text, flags: [...flags, ...flagsOf(page.text)] };
    },
  };
}

const textsOfFiles = ["body", "written", "document", "text"] as const;

/** A copy in which the lines of each file's text end in LF. */
function withLinesAlike<T extends ActivationInput | ResourcePage>(value: T): T {
  const texts: Partial<Record<(typeof textsOfFiles)[number], string>> = value;
  const alike = textsOfFiles.flatMap((field) => {
    const text = texts[field];
    return text === undefined ? [] : [[field, text.replace(/\r\n?/g, "\n")] as const];
  });
  return { ...value, ...Object.fromEntries(alike) };
}

const visibleEntry = (entry: CatalogueEntry): CatalogueEntry => visible(entry);

const carriersOf = (text: string) =>
  findHiddenText(text).filter(
    ({ kind, suspicious }) => kind === "tags" || (kind === "selectors" && suspicious),
  );

function flagsOf(text: string): BodyFlag[] {
  const count = carriersOf(text).reduce((sum, run) => sum + [...run.text].length, 0);
  return count === 0 ? [] : [{ kind: "hidden-text-removed", count }];
}

/** A copy in which no text carries hidden ones; the same value where there is nothing to take out. */
function visible<T>(value: T): T;
function visible(value: unknown): unknown {
  if (typeof value === "string") return mayHideText(value) ? removeRuns(value, carriersOf(value)) : value;
  if (Array.isArray(value)) return value.map((item: unknown) => visible(item));
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [visible(key), visible(item)]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visible(item)]));
}
