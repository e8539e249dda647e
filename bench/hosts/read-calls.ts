import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Host, type NeutralCall, neutralCallSchema, type RawCall, rawCallSchema } from "./hosts";

const callsSchema = z.array(z.union([neutralCallSchema, rawCallSchema]));
const fileSchema = z.union([callsSchema, z.record(z.string(), callsSchema)]);

/**
 * The calls of a script, in a host's own words. A script is a list for every host, or one list for each by its id. A
 * call is `{"activate": "name", "arguments": "..."}`, `{"read": "name/file", "lines": [1, 2]}`, or as a host has it:
 * `{"tool": "Skill", "input": {...}}`, which another host is asked in its own words.
 */
export function readCalls(path: string, host: Host): RawCall[] {
  const file = fileSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  const calls = Array.isArray(file) ? file : (file[host.id] ?? []);
  return calls.flatMap((call) => {
    if (!("tool" in call)) return [host.toCall(call)];
    if (host.tools.includes(call.tool)) return [call];
    const neutral = toNeutral(call);
    return neutral ? [host.toCall(neutral)] : [];
  });
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const inFolder = (path: string): string => path.replace(/^\{\{skills\}\}\//, "");

/** What a call of one host asks for; null for what only that host has. */
function toNeutral({ tool, input }: RawCall): NeutralCall | null {
  if (tool === "Skill" || tool === "activate_skill") {
    const given = text(input.args);
    const name = text(input.skill) ?? text(input.name) ?? null;
    return { activate: name, ...(given === undefined ? {} : { arguments: given }) };
  }
  const path = text(input.file_path);
  if ((tool === "Read" || tool === "read_file") && path !== undefined) return { read: inFolder(path) };
  const file = Object.keys(input).length === 1 ? /^cat (\S+)$/.exec(text(input.cmd) ?? "")?.[1] : undefined;
  const skill = /^\{\{skills\}\}\/([^/]+)\/SKILL\.md$/.exec(file ?? "")?.[1];
  if (skill !== undefined) return { activate: skill };
  return file === undefined ? null : { read: inFolder(file) };
}
