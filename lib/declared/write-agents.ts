import "server-only";
import type { Context } from "@/lib/access/context";
import { type KeptAgent, readKeptAgents } from "@/lib/agents/find-declared";
import { formatCount, formatNumber } from "@/lib/kernel/format-count";
import { type NameOfModel, sayAgent } from "./say-declared";
import { mostAgents, mostCharacters } from "./schema";
import { writeDeclaration } from "./write-declaration";

type Asked = {
  nameOf: NameOfModel;
  /** How many the workspace has. */
  total: number;
  /** How many characters they and their notes may take. */
  room: number;
  noteFile: (agent: KeptAgent) => string[];
  noteLeftOut: (name: string, why: string) => string[];
};

/** What is said of each in the file, and the notes at its head by what they are about. */
type Agents = { said: object[]; files: string[]; leftOut: string[]; tools: string[] };

/** For the note that says where it ended, with a name of 60 characters that each are escaped. */
const roomForEnd = 1_000;

/** The workspace's agents by name, as far as one file can hold them: those at the end are left out, and a note says so. */
export async function writeAgents(context: Context, asked: Asked): Promise<Agents> {
  const { nameOf, total, noteFile, noteLeftOut } = asked;
  const all: Agents = { said: [], files: [], leftOut: [], tools: [] };
  let room = asked.room - roomForEnd;
  let seen = 0;
  if (total === 0) return all;
  for await (const agent of readKeptAgents(context)) {
    const end = (most: string) =>
      `A file has ${most} at most. Left out: ${formatCount(total - seen, "agent")}, from ${agent.name} on.`;
    if (seen === mostAgents) return endAt(all, end(formatCount(mostAgents, "agent")));
    const { value, why } = sayAgent(agent, nameOf);
    const own: Agents = {
      said: value === undefined ? [] : [{ name: agent.name, ...value }],
      files: noteFile(agent),
      leftOut: why === undefined ? [] : noteLeftOut(agent.name, why),
      tools: agent.hasOtherTools
        ? [`${agent.name}: its other tools and saved results are in no file; they are kept in the app.`]
        : [],
    };
    room -= lengthOf(own);
    if (room < 0) return endAt(all, end(`${formatNumber(mostCharacters)} characters`));
    all.said.push(...own.said);
    all.files.push(...own.files);
    all.leftOut.push(...own.leftOut);
    all.tools.push(...own.tools);
    seen += 1;
  }
  return all;
}

const endAt = (agents: Agents, note: string): Agents => ({ ...agents, leftOut: [...agents.leftOut, note] });

/** Of several in one list each takes as much, or a little less. */
const lengthOf = ({ said, files, leftOut, tools }: Agents): number =>
  writeDeclaration({ notes: [...files, ...leftOut, ...tools], value: { agents: said } }).length;
