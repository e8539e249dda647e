import type { AgentTool } from "@/lib/agents/tool-schema";

type Server = Extract<AgentTool, { kind: "mcp" }>;
/** A header as it is typed; `key` tells rows apart. */
export type HeaderRow = { key: number; name: string; value: string };

export const mostHeaders = 8;

export const headerRowsOf = (server: Server | null): HeaderRow[] =>
  (server?.headers ?? []).map(({ name }, key) => ({ key, name, value: "" }));

export const newHeaderRow = (rows: readonly HeaderRow[]): HeaderRow => ({
  key: Math.max(-1, ...rows.map(({ key }) => key)) + 1,
  name: "",
  value: "",
});

export const isStored = (server: Server | null, name: string): boolean =>
  server?.headers.some((header) => header.name === name.trim()) ?? false;

/** Why they cannot be saved, in words; undefined when they can. Rows without name and value are left out. */
export function whyHeadersWrong(server: Server | null, rows: readonly HeaderRow[]): string | undefined {
  const typed = rows.filter(isTyped);
  const names = typed.map(({ name }) => name.trim().toLowerCase());
  for (const { name, value } of typed) {
    const plain = name.trim();
    if (!/^[A-Za-z0-9-]{1,64}$/.test(plain))
      return plain === ""
        ? "A header has a value and no name."
        : `“${plain}” is no name of a header: it has letters, digits and -.`;
    if (value === "" && !isStored(server, plain)) return `Type the value of ${plain}.`;
    if (!/^[\x20-\x7e]*$/.test(value)) return `The value of ${plain} has more than plain characters.`;
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `The header ${twice} is there twice.`;
}

/** As the API takes them: without a value the stored one stays. */
export const headersOf = (rows: readonly HeaderRow[]): { name: string; value?: string }[] =>
  rows.filter(isTyped).map(({ name, value }) => ({ name: name.trim(), ...(value === "" ? {} : { value }) }));

const isTyped = ({ name, value }: HeaderRow): boolean => name.trim() !== "" || value !== "";
