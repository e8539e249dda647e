import type { SessionEvent } from "@/lib/runtime/events";
import type { Prompt, PromptMessage, PromptPart } from "@/lib/runtime/prompt";

/** A piece of a prompt with a heading of ours; `text` is exactly what is sent. */
export type PromptSection = {
  /** The same piece of the log has the same key in every prompt. */
  key: string;
  heading: string;
  text: string;
  /** Where it comes from; null for the system prompt and the tools, which are assembled. */
  seq: number | null;
};

/** A prompt in the order in which it is sent: system, tools, then each part of each message. */
export function promptSections(prompt: Prompt, events: readonly SessionEvent[]): PromptSection[] {
  const turnOf = new Map(events.map(({ seq, turn }) => [seq, turn]));
  const sections: PromptSection[] = [];
  if (prompt.system !== "")
    sections.push({ key: "system", heading: "system", text: prompt.system, seq: null });
  if (prompt.tools.length > 0) {
    const text = JSON.stringify(prompt.tools, null, 2);
    sections.push({ key: "tools", heading: "tools", text, seq: null });
  }
  for (const message of prompt.messages) {
    for (const part of message.parts) {
      sections.push({
        key: promptPartKey(message, part),
        heading: `${headingOf(message, part)}, turn ${turnOf.get(part.seq) ?? "?"}`,
        text: promptPartText(part),
        seq: part.seq,
      });
    }
  }
  return sections;
}

function promptPartKey(message: PromptMessage, part: PromptPart): string {
  const id = part.type === "tool-call" || part.type === "tool-result" ? part.id : "";
  return `${part.seq}:${message.role}:${part.type}:${id}:${part.source.kind}`;
}

function headingOf(message: PromptMessage, part: PromptPart): string {
  if (part.type === "tool-call") return `assistant calls ${part.toolName}`;
  if (part.type === "tool-result") return `tool result, ${part.toolName}`;
  if (part.type === "reasoning") return "assistant, reasoning";
  if (message.role === "user" && part.source.kind === "skill") return `user, skill ${part.source.name}`;
  return message.role;
}

function promptPartText(part: PromptPart): string {
  return part.type === "tool-call" ? JSON.stringify(part.input, null, 2) : part.text;
}

export type SectionChange = "same" | "added" | "changed" | "gone";
export type ChangedSection = PromptSection & { change: SectionChange };

/** The prompt against an earlier one, in the new one's order; what is gone stands where it was. */
export function comparePrompts(
  before: readonly PromptSection[],
  after: readonly PromptSection[],
): ChangedSection[] {
  const old = new Map(before.map((section) => [section.key, section]));
  const kept = new Set(after.map(({ key }) => key));
  const result: ChangedSection[] = [];
  let at = 0;
  const passGone = (until: string | null) => {
    for (; at < before.length; at += 1) {
      const section = before[at];
      if (!section || section.key === until) return;
      if (!kept.has(section.key)) result.push({ ...section, change: "gone" });
    }
  };
  for (const section of after) {
    const was = old.get(section.key);
    if (was) passGone(section.key);
    const change = !was ? "added" : was.text === section.text ? "same" : "changed";
    result.push({ ...section, change });
  }
  passGone(null);
  return result;
}

/** Neighbours that are unchanged, as one: they are folded together. Everything else stands alone. */
export function foldUnchanged(sections: readonly ChangedSection[]): ChangedSection[][] {
  const groups: ChangedSection[][] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (section.change === "same" && last?.[0]?.change === "same") last.push(section);
    else groups.push([section]);
  }
  return groups;
}

/** Writes the whole prompt as one text, for copying. Headings are comments of ours. */
export function promptText(sections: readonly PromptSection[]): string {
  return sections.map(({ heading, text }) => `# ${heading}\n${text}`).join("\n\n");
}
