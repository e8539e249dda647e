import { skillLoaders } from "@/lib/dialects/skill-tools";
import { loadsInstructions } from "@/lib/runtime/loads-instructions";
import { isSkillFile } from "@/lib/skills/find-skill-file";
import { findFileOfCall, type SkillFile } from "./find-file-of-call";
import type { HostCall, HostMessage, HostPart, HostRequest } from "./host-traffic";
import { toRecord, toText } from "./json-values";
import { bareName, readToldSkills } from "./read-told-skills";
import { shownFile } from "./shown-file";
import type { SkillFact } from "./skill-facts";
import { isReminder, withoutReminders } from "./without-reminders";

const base = /^Base directory for this skill: ([^\n]+)\n\n/;
const unknownSkill = /unknown skill|no such skill|allowed values|not found/i;
const noSuchFile = /no such file|does not exist|not found/i;

/**
 * What happened with skills in a host's messages from `from` on. The messages before it are read as well: they say
 * where skills lie, and which call a result is of.
 */
export const findSkillFacts = (request: HostRequest, from = 0): SkillFact[] =>
  new SkillFacts(request).between(from);

/** The same of a whole history at once: read in one pass, then given out by messages. */
export class SkillFacts {
  private readonly catalogue;
  private readonly byMessage: SkillFact[][];

  constructor(request: HostRequest) {
    const reader = new FactReader(request);
    this.catalogue = reader.catalogue;
    this.byMessage = request.messages.map((message) => reader.read(message));
  }

  /** Of the messages from `from` on, up to the one before `to`. */
  between(from: number, to?: number): SkillFact[] {
    const facts = this.byMessage.slice(from, to).flat();
    return from === 0 && this.catalogue
      ? [{ kind: "catalogue", catalogue: this.catalogue }, ...facts]
      : facts;
  }
}

class FactReader {
  readonly catalogue;
  /** A host with a tool for it takes no skill for loaded whose SKILL.md was read like any other file. */
  private readonly loadsByReading;
  private readonly calls = new Map<string, HostCall>();
  private readonly folders = new Map<string, string>();

  constructor(request: HostRequest) {
    this.catalogue = readToldSkills(request);
    this.loadsByReading = !request.tools.some(({ name }) => skillLoaders.has(name));
    for (const { name, directory } of this.catalogue?.skills ?? [])
      if (directory !== null) this.folders.set(name, directory);
  }

  read({ role, place, parts }: HostMessage): SkillFact[] {
    if (role === "system") return [];
    if (role === "assistant") return parts.flatMap((part) => this.saidBy(part));
    const facts: SkillFact[] = [];
    const typed: string[] = [];
    let given: string | null = null;
    const results: { part: HostPart & { kind: "result" }; texts: string[] }[] = [];
    for (const part of parts) {
      const result = results.at(-1);
      if (part.kind === "result") results.push({ part, texts: [] });
      else if (part.kind !== "text") continue;
      else if (result) {
        if (!isReminder(part.text)) result.texts.push(part.text);
      } else if (isOfHost(part.text, place)) continue;
      else if (base.test(part.text)) facts.push(this.loadedByPerson(part.text, given ?? ""));
      else {
        typed.push(part.text);
        given ??= argumentsIn(part.text);
      }
    }
    for (const { part, texts } of results) facts.push(this.answerTo(part, texts));
    const asked = typed.join("\n\n");
    return asked.trim() === ""
      ? facts
      : [
          ...facts.filter(isAnswer),
          { kind: "asked", text: askedOf(asked) },
          ...facts.filter((fact) => !isAnswer(fact)),
        ];
  }

  private saidBy(part: HostPart): SkillFact[] {
    if (part.kind === "text") return part.text.trim() === "" ? [] : [{ kind: "said", text: part.text }];
    if (part.kind !== "call") return [];
    const call = { id: part.id, tool: part.tool, input: part.input };
    this.calls.set(part.id, call);
    return [{ kind: "called", call }];
  }

  private answerTo(part: HostPart & { kind: "result" }, texts: readonly string[]): SkillFact {
    const call = this.calls.get(part.callId) ?? { id: part.callId, tool: "", input: null };
    const result = withoutReminders(part.text);
    const field = skillLoaders.get(call.tool);
    if (field !== undefined) return this.loaded(call, field, { ...part, text: result }, texts);
    const file = findFileOfCall(call.input, this.folders);
    if (!file) return { kind: "tool", call, result, isError: part.isError };
    const { name, path } = file;
    const shown = shownFile(result);
    const brought = { call, name, result };
    if (part.isError || shown.failed)
      return { kind: "refused", ...brought, path, isUnknown: noSuchFile.test(result) };
    const isPart = file.mostLines < Number.POSITIVE_INFINITY || shown.isPart;
    const loads = this.loadsByReading && isSkillFile(path);
    if (!loads || !loadsInstructions(shown.text, placeOf(file, shown.text)))
      return { kind: "read", ...brought, path, text: shown.text, isPart };
    const directory = this.folders.get(name) ?? null;
    const how = { arguments: "", by: "command", note: null, directory } as const;
    return { kind: "activated", ...brought, ...how, text: shown.text, isPart };
  }

  private loaded(
    call: HostCall,
    field: string,
    { text: result, isError }: { text: string; isError: boolean },
    texts: readonly string[],
  ): SkillFact {
    const input = toRecord(call.input);
    const name = toText(input[field]).replace(/^\//, "");
    const given = toText(input.args ?? input.arguments);
    const brought = { call, name, result };
    if (isError || /^<tool_use_error>/.test(result))
      return { kind: "refused", ...brought, path: null, isUnknown: unknownSkill.test(result) };
    const text = texts.find((one) => base.test(one)) ?? (texts.length === 0 ? result : null);
    const notes = texts.filter((one) => one !== text);
    if (text === null) return { kind: "already", ...brought, arguments: given, note: notes.join("\n\n") };
    const directory = base.exec(text)?.[1] ?? null;
    if (directory !== null) this.folders.set(bareName(name), directory);
    const note = notes.length > 0 ? notes.join("\n\n") : null;
    const how = { arguments: given, by: "tool", note, directory } as const;
    return { kind: "activated", ...brought, ...how, text, isPart: false };
  }

  /** A command of the person's, such as `/release-notes for 1.2`: the host puts the text behind it. */
  private loadedByPerson(text: string, given: string): SkillFact {
    const directory = base.exec(text)?.[1] ?? "";
    const name = directory.split(/[\\/]/).at(-1) ?? "";
    this.folders.set(name, directory);
    const how = { arguments: given, by: "person", note: null, directory } as const;
    return { kind: "activated", call: null, name, result: "", ...how, text, isPart: false };
  }
}

/** Fewer lines than were asked for are all that there are. */
function placeOf({ mostLines }: SkillFile, text: string): "whole" | "beginning" | "elsewhere" {
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return lines < mostLines ? "whole" : mostLines > 0 ? "beginning" : "elsewhere";
}

const isAnswer = (fact: SkillFact): boolean => !("call" in fact) || fact.call !== null;

/** What hosts put among the person's messages by themselves. */
const isOfHost = (text: string, place: string): boolean =>
  isReminder(text) ||
  (place === "first-message" &&
    /^<(?:session_context|environment_context|user_instructions|permissions instructions)\b/.test(text));

/** A command of the host as it was typed. */
function askedOf(text: string): string {
  const command = /<command-name>\s*(\/?[^<\s]+)\s*<\/command-name>/.exec(text)?.[1];
  if (command === undefined) return text;
  const given = argumentsIn(text) ?? "";
  return `${command} ${given}`.trim();
}

/** Null where none are told. */
function argumentsIn(text: string): string | null {
  const opening = "<command-args>";
  const start = text.indexOf(opening);
  const end = start < 0 ? -1 : text.indexOf("</command-args>", start);
  return end < 0 ? null : text.slice(start + opening.length, end);
}
