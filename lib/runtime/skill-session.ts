import { decideActivation, renderActivation } from "./activate-skill";
import { buildCatalogue } from "./build-catalogue";
import type { SkillError, SkillRequest } from "./dialect";
import type { NewEvent, SessionEvent, SkillRef, ToolCall } from "./events";
import { findClosest } from "./find-closest";
import { findMentions } from "./find-mentions";
import type { TokenCounter } from "./ports";
import { readResource } from "./read-resource";
import { searchSkills } from "./search-skills";
import type { SessionSetup, SessionSkill } from "./session-setup";

/** Above this many, `auto` tells of a search instead of listing. */
const mostInline = 40;

/**
 * Decides what a model is shown of its skills: the catalogue, each activation, each file. Every decision is one
 * event in the log, whose `result` is exactly what the model got. The playground and every delivery use this one.
 */
export class SkillSession {
  private readonly byName: ReadonlyMap<string, SessionSkill>;

  constructor(private readonly setup: SessionSetup) {
    this.byName = new Map(setup.skills.map((skill) => [skill.ref.name, skill]));
  }

  /** Tells the model what exists. Null when there is nothing to tell: then there are no tools either. */
  async injectCatalogue(): Promise<SessionEvent | null> {
    const { skills, dialect, log, countTokens, sha256, budgetCharacters } = this.setup;
    if (skills.length === 0) return null;
    const catalogue = buildCatalogue({ dialect, skills: this.catalogueSkills(), budgetCharacters });
    const search = this.searches(catalogue.omitted.length);
    const text = search ? dialect.searchNotice(skills.length) : catalogue.text;
    const tools = dialect.tools(this.described([...this.byName.keys()]), {
      presentation: search ? "search" : "inline",
    });
    const fingerprint = sha256(JSON.stringify([text, tools]));
    const earlier = log.events().findLast((event) => event.type === "catalogue-injected");
    const unchanged = earlier?.type === "catalogue-injected" && earlier.payload.sha256 === fingerprint;
    return log.append({
      type: "catalogue-injected",
      payload: {
        mode: search ? "search" : "inline",
        text,
        sha256: fingerprint,
        tokens: countTokens(text),
        characters: text.length,
        budgetCharacters,
        unchangedSinceSeq: unchanged ? (earlier.payload.unchangedSinceSeq ?? earlier.seq) : null,
        tools,
        toolTokens: countTokens(JSON.stringify(tools)),
        truncated: search ? [] : catalogue.truncated,
        omitted: search ? [] : catalogue.omitted,
      },
    });
  }

  /** Activates what the person's message names, before the model is asked. */
  async answerMentions(message: string): Promise<void> {
    for (const mention of findMentions(message, new Set(this.byName.keys())))
      await this.activate(mention.name, mention.arguments, null);
  }

  /** Answers one call of the model's with exactly one event, whatever the call holds. */
  async answerCall(call: ToolCall): Promise<SessionEvent> {
    const { dialect, limits } = this.setup;
    const size = new TextEncoder().encode(JSON.stringify(call.input) ?? "").length;
    if (size > limits.toolInputBytes) {
      const message = `The input of ${call.toolName} has ${size} bytes; the limit is ${limits.toolInputBytes}.`;
      const cut = { ...call, input: { omitted: `${size} bytes` } };
      return this.refuse(cut, { rule: "too-large", message, skillName: null, path: null });
    }
    const request = dialect.readCall(call.toolName, call.input, [...this.byName.keys()]);
    if (!request.ok) return this.refuse(call, request.error);
    return this.answer(request.value, call);
  }

  /** For a call that comes when no more are answered. */
  refuseCall(call: ToolCall, message: string): Promise<SessionEvent> {
    return this.refuse(call, { rule: "too-many-calls", message, skillName: null, path: null });
  }

  private answer(request: SkillRequest, call: ToolCall): Promise<SessionEvent> {
    switch (request.kind) {
      case "activate":
        return this.activate(request.name, request.arguments, call);
      case "read":
        return this.read(request.name, request.path, request.offset, call);
      case "list":
        return this.list(request.query, request.cursor, call);
      case "search":
        return this.search(request.query, request.limit, call);
      case "host-tool":
        return this.refuse(call, {
          rule: "unknown-tool",
          message: `${request.toolName} is not answered here.`,
          skillName: request.name,
          path: request.path,
        });
    }
  }

  private async activate(name: string, args: string, call: ToolCall | null): Promise<SessionEvent> {
    const skill = this.byName.get(name);
    if (!skill) return this.refuse(call, await this.unknownSkill(name));
    const rendered = await renderActivation(this.setup, { skill: refOf(skill), arguments: args, call });
    if ("rule" in rendered) return this.refuse(call, rendered);
    return this.setup.log.appendActivation(
      { skillId: skill.ref.skillId, textSha256: rendered.sha256, arguments: args, tokens: rendered.tokens },
      (held) => decideActivation(this.setup, rendered, held),
    );
  }

  private async read(name: string, path: string, offset: number, call: ToolCall): Promise<SessionEvent> {
    const skill = this.byName.get(name);
    if (!skill) return this.refuse(call, { ...(await this.unknownSkill(name)), path });
    const answer = await readResource(this.setup, { skill: refOf(skill), path, offset, call });
    return "rule" in answer ? this.refuse(call, answer) : this.setup.log.append(answer);
  }

  private list(query: string | null, cursor: number, call: ToolCall): Promise<SessionEvent> {
    const found = query === null ? null : searchSkills(query, this.documents());
    const all = this.described(found === null ? [...this.byName.keys()] : found.map(({ name }) => name));
    const entries = all.slice(cursor, cursor + this.setup.limits.pageSkills);
    const next = cursor + entries.length;
    const nextCursor = next < all.length ? next : null;
    const result = this.setup.dialect.skillList({ entries, total: all.length, nextCursor, query });
    if (query === null || found === null)
      return this.append(toolCalled(call, result, this.setup.countTokens));
    return this.append(
      this.searched(
        call,
        query,
        found,
        entries.map(({ name }) => name),
        result,
      ),
    );
  }

  private search(query: string, limit: number, call: ToolCall): Promise<SessionEvent> {
    const found = searchSkills(query, this.documents());
    const chosen = found.slice(0, limit).map(({ name }) => name);
    const entries = this.described(chosen);
    const result = this.setup.dialect.skillList({ entries, total: found.length, nextCursor: null, query });
    return this.append(this.searched(call, query, found, chosen, result));
  }

  private searched(
    call: ToolCall,
    query: string,
    candidates: ReturnType<typeof searchSkills>,
    chosen: string[],
    result: string,
  ): NewEvent {
    const tokens = this.setup.countTokens(result);
    const shown = candidates.slice(0, this.setup.limits.listedNames);
    return {
      type: "skills-searched",
      payload: { query, candidates: shown, chosen, askedBy: "model", call, result, tokens },
    };
  }

  private async unknownSkill(name: string): Promise<SkillError> {
    const { unavailable, source, limits } = this.setup;
    const names = [...this.byName.keys()];
    const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
    const base = {
      skillName: shown,
      path: null,
      available: names.slice(0, limits.listedNames),
      didYouMean: findClosest(name, names),
    };
    if (unavailable.some((skill) => skill.name === name && skill.reason === "disabled"))
      return { ...base, rule: "disabled", message: `Skill is switched off for this agent: ${shown}` };
    const known = unavailable.some((skill) => skill.name === name) || (await source.isInLibrary(name));
    return known
      ? { ...base, rule: "not-assigned", message: `Skill is not available to this agent: ${shown}` }
      : { ...base, rule: "unknown-skill", message: `Unknown skill: ${shown}` };
  }

  private refuse(call: ToolCall | null, error: SkillError): Promise<SessionEvent> {
    const result = this.setup.dialect.error(error);
    return this.append({
      type: "request-refused",
      payload: {
        rule: error.rule,
        skillName: error.skillName,
        path: error.path,
        message: error.message,
        askedBy: call === null ? "person" : "model",
        call,
        result,
        tokens: this.setup.countTokens(result),
      },
    });
  }

  private append(event: NewEvent): Promise<SessionEvent> {
    return this.setup.log.append(event);
  }

  private searches(omitted: number): boolean {
    const { mode, skills } = this.setup;
    return mode === "search" || (mode === "auto" && (skills.length > mostInline || omitted > 0));
  }

  private catalogueSkills() {
    return this.setup.skills.map(({ ref: { skillId, name }, description, priority }) => ({
      skillId,
      name,
      description,
      priority,
    }));
  }

  private documents() {
    return this.setup.skills.map(({ ref: { skillId, name }, description }) => ({
      skillId,
      name,
      description,
    }));
  }

  private described(names: readonly string[]) {
    return names.map((name) => ({ name, description: this.byName.get(name)?.description ?? "" }));
  }
}

function refOf({ ref: { source: _, ...ref } }: SessionSkill): SkillRef {
  return ref;
}

const toolCalled = (call: ToolCall, result: string, countTokens: TokenCounter): NewEvent => ({
  type: "tool-called",
  payload: {
    skill: null,
    answeredBy: "runtime",
    askedBy: "model",
    call,
    result,
    tokens: countTokens(result),
  },
});
