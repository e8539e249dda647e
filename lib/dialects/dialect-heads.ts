import type { CatalogueMode } from "@/lib/runtime/dialect";

type DialectHead = {
  id: string;
  title: string;
  modes: readonly [CatalogueMode, ...CatalogueMode[]];
};

/** Every dialect's name and modes, without its texts: light enough for forms and schemas. */
export const dialectHeads = {
  standard: {
    id: "standard",
    title: "Standard",
    modes: ["inline", "search", "auto", "router", "eager", "preload"],
  },
  lightspeed: {
    id: "lightspeed",
    title: "Lightspeed (as merged: pydantic-ai-skills)",
    modes: ["inline", "router"],
  },
  "lightspeed-design": {
    id: "lightspeed-design",
    title: "Lightspeed (as designed)",
    modes: ["inline", "router", "search", "auto"],
  },
  orion: {
    id: "orion",
    title: "Orion",
    modes: ["eager"],
  },
  linx: {
    id: "linx",
    title: "LinX",
    modes: ["eager"],
  },
  sisu: { id: "sisu", title: "SISU", modes: ["inline"] },
  skillkit: {
    id: "skillkit",
    title: "skillkit (LangChain)",
    modes: ["inline"],
  },
  "claude-code": {
    id: "claude-code",
    title: "Claude Code",
    modes: ["inline"],
  },
  codex: {
    id: "codex",
    title: "Codex",
    modes: ["inline"],
  },
  "gemini-cli": {
    id: "gemini-cli",
    title: "Gemini CLI",
    modes: ["inline"],
  },
  "adk-2": {
    id: "adk-2",
    title: "ADK 2 (adk-python)",
    modes: ["inline"],
  },
  adk: {
    id: "adk",
    title: "ADK 1 (adk-python)",
    modes: ["inline"],
  },
} as const satisfies Record<string, DialectHead>;

export type DialectId = keyof typeof dialectHeads;

export const isDialectId = (id: string): id is DialectId => Object.hasOwn(dialectHeads, id);

/** The modes that a dialect can present, its default first; none for one that this release does not have. */
export const modesOf = (id: string): readonly CatalogueMode[] =>
  isDialectId(id) ? dialectHeads[id].modes : [];
